import type { ErrorCode } from "@retrieval/core/errors";
import type { TObject, TSchema } from "typebox";
import { ADDRESSES, type Address, type OperationId } from "../addresses.js";

/** The groups in which the document shows the operations, in this order. */
export const TAGS = {
  "Signing in": "From the portal into the service, without a second login.",
  Reading: "Search, read and list what the reader may see.",
  People: "The service's copy of the portal's people, and their departments.",
  Documents: "Documents in and out.",
  Jobs: "Uploads that are read and imports that are applied, after the request that asked for them.",
  "Access rules": "Who may see a document, why, and since when.",
  Audit: "The record of what happened, and of who could read what.",
  Operation: "For those who run the service.",
} as const;

/** Who may call: everyone, every user who is signed in, or an active administrator. */
export type Access = "public" | "reader" | "admin";

export interface JsonBody {
  readonly kind: "json";
  /** In bytes. */
  readonly limit: number;
  readonly schema: TSchema;
  /**
   * Core judges this body itself, in its own words and entry by entry; the schema documents it. `values`: the names of
   * the fields are validated, core judges their values. `all`: any JSON passes to core. Left out: the schema validates.
   */
  readonly judgedByCore?: "values" | "all";
}

export interface RawBody {
  readonly kind: "raw";
  /** In bytes. */
  readonly limit: number;
  /** Media types; `documents` stands for those that the service can ingest, and `application/json`. */
  readonly types: readonly string[] | "documents";
  /** The documented schema of `application/json`, which core judges. */
  readonly schema?: TSchema;
}

/** An answer other than JSON. */
export interface TextAnswer {
  readonly description: string;
  readonly example: string;
  /** Each line of it is JSON of this schema. */
  readonly lines?: TSchema;
}

/** One status that an operation answers if nothing is wrong. */
export interface GoodAnswer {
  readonly description: string;
  /** Left out: the answer has no body, or is none of JSON. */
  readonly json?: TSchema;
  readonly example?: unknown;
  /** By media type. */
  readonly texts?: Readonly<Record<string, TextAnswer>>;
  readonly headers?: readonly ("ETag" | "Content-Disposition")[];
}

/** A body that can be sent as it is; a text for what is not JSON. */
export type BodyExample = { readonly summary?: string; readonly value: unknown };

export interface OperationDetails {
  readonly access: Access;
  readonly summary: string;
  readonly description?: string;
  /** Left out: the operation takes no parameter. `ignored`: probes add parameters against caches. */
  readonly query?: TObject | "ignored";
  /** Parameters of the query that core judges in its own words: their schemas document them, and any text passes. */
  readonly judgedByCore?: readonly string[];
  /** Request headers that it reads. */
  readonly headers?: readonly ("If-Match" | "If-None-Match")[];
  readonly body?: JsonBody | RawBody;
  /** A call that works, given what its description asks for. Parameters of the path have examples of their own. */
  readonly example?: {
    readonly query?: Readonly<Record<string, string | number | boolean>>;
    readonly headers?: Readonly<Record<string, string>>;
    /** By media type, then by name. */
    readonly bodies?: Readonly<Record<string, Readonly<Record<string, BodyExample>>>>;
  };
  /** By status. */
  readonly answers: Readonly<Record<number, GoodAnswer>>;
  /** Codes that it refuses with beside those that come with its access, body and query. */
  readonly refusals?: readonly ErrorCode[];
  /** Refusals with these codes count against the caller's address. Successes do not: all users may have the portal's. */
  readonly limitedFailures?: readonly ErrorCode[];
}

export interface Operation extends OperationDetails, Address {
  readonly operationId: OperationId;
  readonly tag: keyof typeof TAGS;
}

/** Operations of one tag, each under its operationId and with its address. */
export function operationsOf<const T extends { readonly [Id in OperationId]?: OperationDetails }>(
  tag: Operation["tag"],
  operations: T,
) {
  const entries = Object.entries<OperationDetails>(operations).map(([operationId, details]) => [
    operationId,
    { operationId, tag, ...ADDRESSES[operationId as OperationId], ...details },
  ]);
  return Object.fromEntries(entries) as {
    readonly [Id in keyof T & OperationId]: T[Id] & (typeof ADDRESSES)[Id] & Pick<Operation, "operationId" | "tag">;
  };
}

/** A body of JSON that its schema validates, of at most `limit` bytes. */
export function jsonBody<S extends TSchema>(schema: S, limit = 16 * 1024) {
  return { kind: "json", limit, schema } as const;
}

/** A body of JSON that core judges, see {@link JsonBody}. */
export function bodyJudgedByCore<S extends TSchema, J extends "values" | "all">(
  judgedByCore: J,
  schema: S,
  limit = 1024 * 1024,
) {
  return { kind: "json", limit, schema, judgedByCore } as const;
}

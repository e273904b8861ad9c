import type { ErrorCode } from "@retrieval/core/errors";
import type { TokenAudience } from "@retrieval/core/ports";
import type { TObject, TSchema } from "typebox";
import { ADDRESSES, type Address, type OperationId } from "../addresses.js";

/** The groups of operations in the API's document, in this order. */
export const TAGS = {
  "Signing in": "From the portal to the service without a second login.",
  "Access tokens":
    "For assistants and scripts that read as their user. Of management one opens the feed of changes alone.",
  Reading: "Search, read and list what the reader may see.",
  Users: "The service's copy of the portal's users, and their departments.",
  Documents: "Upload, publish, export and delete documents.",
  Jobs: "Uploads that are read after the request that sent them.",
  "Access rules": "Who may see a document, why, and since when.",
  "Front page": "The questions that administrators put on it.",
  Vocabulary: "The words that users say and the words that documents use.",
  "Access decisions": "For other services: who may read which document (OpenID AuthZEN Authorization API 1.0).",
  Changes: "What changed, for other services that keep a copy or a cache: a feed, and webhooks.",
  Usage: "What users look for, do not find, and read, without users.",
  Audit: "The audit log, and who could read which document at a given time.",
  Operation: "Health, metrics, keys and this document, for operators.",
} as const;

/** Who may call: every caller, every signed-in user, or an active administrator. */
export type Access = "public" | "reader" | "admin";

/** What a caller shows: the token of a session, or an access token with this audience. */
export type Credential = "session" | TokenAudience;

export interface JsonBody {
  readonly kind: "json";
  /** In bytes. */
  readonly limit: number;
  /** Documents the body and validates it. */
  readonly schema: TSchema;
  /** The list whose entries core judges one by one, so that one with a fault stops no other; the schema documents them. */
  readonly entries?: string;
  /** The handler takes the refusal of a body that is not of the schema, because it records it. */
  readonly faults?: "handled";
  /** Without one, it is an empty object. */
  readonly optional?: true;
  /** The refusal of another Content-Type, in place of UNSUPPORTED_MEDIA_TYPE, where a standard says so. */
  readonly otherType?: "INVALID_REQUEST";
}

export interface RawBody {
  readonly kind: "raw";
  /** In bytes. */
  readonly limit: number;
  /** Media types; `documents` means those that the service can ingest, and `application/json`. */
  readonly types: readonly string[] | "documents";
  /** The documented schema of `application/json`, which core judges. */
  readonly schema?: TSchema;
}

/** An answer other than JSON. */
export interface TextAnswer {
  readonly description: string;
  readonly example: string;
  /** The answer is not text, but the bytes of a file. */
  readonly binary?: true;
}

/** A status that an operation answers on success. */
export interface GoodAnswer {
  readonly description: string;
  /** Absent: the answer has no body, or a body that is not JSON. */
  readonly json?: TSchema;
  /** The JSON is sent as it comes. */
  readonly inParts?: true;
  /** By media type. */
  readonly texts?: Readonly<Record<string, TextAnswer>>;
  readonly headers?: readonly ("ETag" | "Content-Disposition")[];
  /** The answer may have sentences, in the language of Accept-Language. */
  readonly inWords?: true;
}

export interface OperationDetails {
  readonly access: Access;
  /** The credentials that open it, unless it is public. Absent: the session alone, so a new operation is closed to access tokens. */
  readonly opensTo?: readonly Credential[];
  readonly summary: string;
  readonly description?: string;
  /** Absent: the operation takes no parameters. `ignored`: probes add parameters to bypass caches. */
  readonly query?: TObject | "ignored";
  /** Query parameters that core judges: their schemas only document them, and any text passes. */
  readonly judgedByCore?: readonly string[];
  /** Request headers that the operation reads. */
  readonly headers?: readonly ("If-Match" | "If-None-Match")[];
  readonly body?: JsonBody | RawBody;
  /** A call that works under the conditions of the description. Path parameters have their own examples. */
  readonly example?: {
    readonly query?: Readonly<Record<string, string | number | boolean>>;
    readonly headers?: Readonly<Record<string, string>>;
    /** By media type: JSON, or text for another type. */
    readonly bodies?: Readonly<Record<string, unknown>>;
  };
  /** The answer is never stored, so a request under a known Idempotency-Key is refused in its place. */
  readonly hasSecret?: true;
  /** By status. */
  readonly answers: Readonly<Record<number, GoodAnswer>>;
  /** Refusal codes besides those of its access, body and query. */
  readonly refusals?: readonly ErrorCode[];
  /**
   * Refusals with these codes count against the caller's address. Successes do not: all users may share the portal's.
   */
  readonly limitedFailures?: readonly ErrorCode[];
  /** Whether its requests wait for the turns of searches. Absent: for those of its access. */
  readonly searches?: true;
}

/** What is served at one address. */
export interface Endpoint extends OperationDetails, Address {
  readonly operationId: string;
}

/** An endpoint of the API: its document and its client have it. */
export interface Operation extends Endpoint {
  readonly operationId: OperationId;
  readonly tag: keyof typeof TAGS;
}

/** For operations that only read what the reader may see: access tokens of audience `api` open them too. */
export const BY_SCRIPTS = { opensTo: ["session", "api"] } as const satisfies Pick<OperationDetails, "opensTo">;

type GivenDetails = Omit<OperationDetails, "access"> & Partial<Pick<OperationDetails, "access">>;

/** Adds its operationId, tag and address to each operation. One that does not say who may call is for administrators. */
export function operationsOf<const T extends { readonly [Id in OperationId]?: GivenDetails }>(
  tag: Operation["tag"],
  operations: T & { readonly [Id in Exclude<keyof T, OperationId>]: never },
) {
  const entries = Object.entries<GivenDetails>(operations).map(([operationId, details]) => [
    operationId,
    { operationId, tag, access: "admin", ...ADDRESSES[operationId as OperationId], ...details },
  ]);
  return Object.fromEntries(entries) as {
    readonly [Id in keyof T & OperationId]: T[Id] &
      (typeof ADDRESSES)[Id] &
      Pick<Operation, "operationId" | "tag" | "access">;
  };
}

/** Whether each call is refused that does not name the version that it replaces. A dry run replaces none. */
export function needsTag({ refusals = [], query }: OperationDetails): boolean {
  const hasDryRun = typeof query === "object" && "dry_run" in query.properties;
  return refusals.includes("PRECONDITION_REQUIRED") && !hasDryRun;
}

/** A body of JSON, see {@link JsonBody}. */
export function jsonBody<S extends TSchema, const Details extends Partial<JsonBody> = object>(
  schema: S,
  details?: Details,
) {
  return { kind: "json", limit: 16 * 1024, schema, ...details } as {
    readonly kind: "json";
    readonly limit: number;
    readonly schema: S;
  } & Details;
}

/** For bodies with many entries. */
export const LONG = { limit: 1024 * 1024 } as const;

import type { ErrorCode } from "@retrieval/core";
import type { TSchema } from "typebox";

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

/** An answer other than JSON. */
export interface TextAnswer {
  readonly description: string;
  readonly example: string;
  /** Each line of it is JSON of this schema. */
  readonly lines?: TSchema;
}

/** One status that an operation answers where nothing is wrong. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Left out: the answer has no body, or is none of JSON. */
  readonly json?: TSchema;
  readonly example?: unknown;
  /** By media type. */
  readonly texts?: Readonly<Record<string, TextAnswer>>;
  readonly headers?: readonly ("ETag" | "Content-Disposition")[];
}

/** A body that can be sent as it stands; a text for what is not JSON. */
export type BodyExample = { readonly summary?: string; readonly value: unknown };

/** What the document says of a route beside what the route itself says. */
export interface Operation {
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  /** Request headers that it reads. */
  readonly headers?: readonly ("If-Match" | "If-None-Match")[];
  /** A call that works, given what its description asks for. Parameters of the path have examples of their own. */
  readonly example?: {
    readonly query?: Readonly<Record<string, string | number | boolean>>;
    readonly headers?: Readonly<Record<string, string>>;
    /** By media type, then by name. */
    readonly bodies?: Readonly<Record<string, Readonly<Record<string, BodyExample>>>>;
  };
  /** The body of JSON, where core judges more of it than the route's own schema. */
  readonly body?: TSchema;
  /** Parameters of the query of which core judges more than the route's own schema. */
  readonly query?: Readonly<Record<string, TSchema>>;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  /** Codes that it refuses with beside those that come with the route's access, body and query. */
  readonly refusals?: readonly ErrorCode[];
}

/** Operations of one tag, each under its operationId. */
export function operationsOf<const T extends Readonly<Record<string, Omit<Operation, "operationId" | "tag">>>>(
  tag: Operation["tag"],
  operations: T,
): { readonly [Id in keyof T]: Operation } {
  const entries = Object.entries(operations).map(([operationId, said]) => [operationId, { operationId, tag, ...said }]);
  return Object.fromEntries(entries);
}

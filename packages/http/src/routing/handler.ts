import type {
  AnswersOf,
  BodyOf,
  LanguageCode,
  OPERATIONS,
  OperationId,
  ParametersOf,
  QueryOf,
  Shape,
} from "@retrieval/api";
import type { Refusal } from "@retrieval/core/errors";
import type { Request, Response } from "express";
import type { TSchema } from "typebox";
import type { Answer, Part } from "../answers/answer.js";
import type { RouteDeps } from "../deps.js";
import type { CallerSession } from "./authenticate.js";
import type { Cursors } from "./page-cursors.js";

/** The input of every handler, whatever its operation. */
export interface AnyRequest {
  /** The media type of a raw body, without parameters. */
  readonly mediaType: string;
  readonly req: Request;
  readonly res: Response;
  /** The language that the client asks for. Reading it marks the answer with it, so read it only for an answer with texts. */
  readonly language: LanguageCode;
  /** Whether the client prefers events to one document. */
  readonly takesEvents: boolean;
  /** Writes the cursors of this list for this user. */
  readonly cursors: Cursors;
  /** The key of the last row seen, which the request's cursor has; undefined for the first page. */
  readonly after: string | undefined;
  /**
   * Waits without a place among the requests that work.
   * @returns whether the request has a place again; false: too many requests, or the client is gone. It can be retried
   */
  readonly aside: (wait: () => Promise<unknown>) => Promise<boolean>;
}

export interface HandlerRequest<Id extends OperationId> extends AnyRequest {
  readonly params: ParametersOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
}

type JsonContent<A> = A extends { readonly json: infer S extends TSchema }
  ? { readonly body: Shape<S> } | (Pick<Answer, "compressed"> & { readonly json: string }) | { readonly bytes: Buffer }
  : never;
type TextContent<A> = A extends { readonly texts: object } | { readonly inParts: true }
  ? { readonly parts: AsyncIterable<Part>; readonly isSlow?: boolean } | { readonly bytes: Buffer }
  : never;
type Content<A> = A extends { readonly json: TSchema } | { readonly texts: object }
  ? JsonContent<A> | TextContent<A>
  : { readonly body?: never };

/** A good answer of an operation: one of its statuses, with what that status carries. */
export type AnswerOf<Id extends OperationId> = {
  [Status in keyof AnswersOf<Id>]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & Content<AnswersOf<Id>[Status]>;
}[keyof AnswersOf<Id>];

type SessionOf<Id extends OperationId> = (typeof OPERATIONS)[Id]["access"] extends "public" ? never : CallerSession;

/** Does the work of one operation, with what it uses of the application. */
export type Handler<Id extends OperationId, Uses extends keyof RouteDeps = keyof RouteDeps> = (
  request: HandlerRequest<Id>,
  deps: Pick<RouteDeps, Uses>,
  session: SessionOf<Id>,
) => Promise<AnswerOf<Id> | Refusal>;

/** A handler of an unknown operation: only the table of handlers says which request and session it takes. */
export type AnyHandler = (request: never, deps: RouteDeps, session: never) => Promise<Answer | Refusal>;

/** Total: an operation without a handler does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** The handlers of one resource, exactly, and what they use: `HandlersOf<typeof jobOperations, "jobs">`. */
export type HandlersOf<Operations, Uses extends keyof RouteDeps> = {
  readonly [Id in keyof Operations & OperationId]: Handler<Id, Uses>;
};

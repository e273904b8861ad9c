import type { LanguageCode } from "@retrieval/api";
import type { Refusal, Session } from "@retrieval/core";
import type { Request } from "express";
import type { Static, TObject, TSchema } from "typebox";
import type { AppDeps, RouteDeps } from "../deps.js";
import type { Answer } from "../errors.js";
import type { Operation } from "../openapi/operation.js";
import type { Cursors } from "./cursor.js";
import { closedQuery, type QueryRule } from "./validate.js";

/** Who may call: anybody, anybody signed in, or a live admin. */
export type RouteAccess = "public" | "reader" | "admin";

/** How a route takes its body; everything else is 415 or 413 before a handler sees it. */
export type BodyRule<B extends TSchema = TSchema> =
  /** The schema says only what core does not judge itself. */
  | { readonly kind: "json"; readonly limit: number; readonly schema: B }
  | {
      readonly kind: "raw";
      readonly limit: number;
      readonly types: (deps: Pick<AppDeps, "documentTypes">) => readonly string[];
    };

export interface RouteRequest<B, Q> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The media type of a raw body, without parameters. */
  readonly mediaType: string;
  readonly req: Request;
  /** The language that the client asks for. Reading it marks the answer with it, so read it only for an answer with texts. */
  readonly language: LanguageCode;
  /** Of this list, as this user asks for it. */
  readonly cursors: Cursors;
  /**
   * Waits for something else without holding a place of those that work.
   * @returns whether it has one again; false: too many requests, or the client is gone. It may be tried again
   */
  readonly aside: (wait: () => Promise<unknown>) => Promise<boolean>;
}

/** One operation of the API. The table of all of them is what the app, the 405 answers and the tests go by. */
export interface Route {
  readonly method: "get" | "post" | "put" | "delete";
  readonly path: string;
  readonly access: RouteAccess;
  readonly body?: BodyRule;
  readonly query: QueryRule;
  /** What the API's document says of it besides. */
  readonly operation: Operation;
  /** Refusals with these codes count against the caller's address. Successes do not: all users may have the portal's. */
  readonly limitedFailures?: readonly string[];
  readonly handle: (
    request: RouteRequest<never, never>,
    deps: RouteDeps,
    session: Session,
  ) => Promise<Answer | Refusal>;
}

interface TypedRoute<B extends TSchema, Q extends TObject, A extends RouteAccess>
  extends Omit<Route, "handle" | "body" | "query"> {
  readonly access: A;
  readonly body?: BodyRule<B>;
  /** Left out: the route takes no parameter. */
  readonly query?: Q | "ignored";
  readonly handle: (
    request: RouteRequest<Static<B>, Static<Q>>,
    deps: RouteDeps,
    session: A extends "public" ? never : Session,
  ) => Promise<Answer | Refusal>;
}

/** A route whose handler sees body and query in the types that their schemas give. */
export function route<B extends TSchema, Q extends TObject, A extends RouteAccess>(typed: TypedRoute<B, Q, A>): Route {
  return { ...typed, query: closedQuery(typed.query) } as unknown as Route;
}

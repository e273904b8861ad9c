import type { Static, TObject, TSchema } from "typebox";
import type { OperationId } from "../addresses.js";
import type { AnswersOf, OPERATIONS, ParametersOf } from "../all-operations.js";
import type { HasDefault, Shape } from "../parts/shapes.js";
import type { Call } from "./call.js";

type OperationOf<Id extends OperationId> = (typeof OPERATIONS)[Id];

type RequiredIn<Query extends TObject, Values = Static<Query>> = {
  [Name in keyof Values]-?: object extends Pick<Values, Name>
    ? never
    : Query["properties"][Name & string] extends HasDefault
      ? never
      : Name;
}[keyof Values];

/** The query in a call: parameters with a default are optional. */
type QueryInput<O> = O extends { readonly query: infer Query extends TObject }
  ? { readonly [Name in keyof Static<Query>]?: Static<Query>[Name] | undefined } & Readonly<
      Pick<Static<Query>, RequiredIn<Query>>
    >
  : object;

type RawInput = { readonly body: Uint8Array | Blob | string; readonly type: string };

type BodyInput<O> = O extends { readonly body: infer Body }
  ?
      | (Body extends { readonly schema: infer S extends TSchema }
          ? Body extends { readonly optional: true }
            ? { readonly body?: Shape<S> }
            : { readonly body: Shape<S> }
          : never)
      | (Body extends { readonly kind: "raw" } ? RawInput : never)
  : object;

type HeaderInput<O> = O extends { readonly headers: readonly (infer Header)[] }
  ? Pick<
      Call,
      ("If-Match" extends Header ? "ifMatch" : never) | ("If-None-Match" extends Header ? "ifNoneMatch" : never)
    >
  : object;

/** The arguments of an operation's call: path and query parameters by name, and the body. */
export type CallOf<Id extends OperationId> = ParametersOf<Id> &
  QueryInput<OperationOf<Id>> &
  BodyInput<OperationOf<Id>> &
  HeaderInput<OperationOf<Id>> &
  Pick<Call, "signal" | "timeoutMs" | (OperationOf<Id> extends { readonly keyed: true } ? "idempotencyKey" : never)>;

type Content<A> =
  | (A extends { readonly json: infer S extends TSchema } ? Shape<S> : never)
  | (A extends { readonly texts: object } ? Response : never);

/**
 * A successful answer: one of the operation's statuses with its body. If the body is not JSON, it is the unread
 * response.
 */
export type ReplyOf<Id extends OperationId> = {
  [Status in keyof AnswersOf<Id>]: {
    readonly status: Status;
    readonly headers: Headers;
    readonly body: AnswersOf<Id>[Status] extends { readonly json: TSchema } | { readonly texts: object }
      ? Content<AnswersOf<Id>[Status]>
      : undefined;
  };
}[keyof AnswersOf<Id>];

/** The JSON body of a successful answer. */
export type JsonOf<Id extends OperationId> = Exclude<ReplyOf<Id>["body"], Response | undefined>;

/** Operations that answer a page of a list. */
export type PagedId = {
  [Id in OperationId]: OperationOf<Id> extends { readonly query: infer Query extends TObject }
    ? "cursor" extends keyof Query["properties"]
      ? Id
      : never
    : never;
}[OperationId];

export type PageOf<Id extends PagedId> = JsonOf<Id>;

import type { CallOf, JsonOf, OperationId, PagedId } from "@retrieval/api/client";
import type { Api } from "./client.js";

/** The query key of every answer of an operation, or of one call of it. For refetching, and for dropping. */
export function keyOf<Id extends OperationId>(id: Id, ...call: [] | [CallOf<Id>]) {
  return [id, ...call] as const;
}

/**
 * The query of one answer, kept as the service sent it. Its key is made from the call, so two pages with the same call
 * share one answer, and answers of different shapes never share a key. Put conversions into `select`.
 */
export function answerOf<Id extends OperationId>(api: Api, id: Id, call: CallOf<Id>) {
  return {
    queryKey: [...keyOf(id, call), "answer"] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => jsonOf<Id>(api, id, { ...call, signal }),
  };
}

/** The query of a paged list, like {@link answerOf}. */
export function pagesOf<Id extends PagedId>(api: Api, id: Id, call: CallOf<Id>) {
  return {
    queryKey: [...keyOf(id, call), "pages"] as const,
    queryFn: ({ pageParam: cursor, signal }: { readonly pageParam: string | null; readonly signal: AbortSignal }) =>
      jsonOf<Id>(api, id, { ...call, cursor, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
  };
}

/** The client types each operation. For an operation in a parameter, TypeScript knows only this much. */
async function jsonOf<Id extends OperationId>(api: Api, id: Id, call: object): Promise<JsonOf<Id>> {
  const send = api.client[id] as (call: object) => Promise<{ readonly body: unknown }>;
  return (await send(call)).body as JsonOf<Id>;
}

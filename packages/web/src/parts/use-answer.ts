import type { CallOf, Client, JsonOf, OperationId, PagedId } from "@retrieval/api/client";
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryOptions,
  type UseMutationOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Api } from "../api/client.js";
import { useLanguage } from "../i18n/i18n.js";
import { useApi } from "../session/session-provider.js";

/** The query key of every answer of an operation, or of one call of it. For refetching, and for dropping. */
export function keyOf<Id extends OperationId>(id: Id, ...call: [] | [CallOf<Id>]) {
  return [id, ...call] as const;
}

/** The client types each operation. For an operation in a parameter, TypeScript knows only this much. */
async function jsonOf<Id extends OperationId>({ client }: Api, id: Id, call: object): Promise<JsonOf<Id>> {
  const send = client[id] as (call: object) => Promise<{ readonly body: unknown }>;
  return (await send(call)).body as JsonOf<Id>;
}

type AnswerOptions<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, "queryKey" | "queryFn">;

/**
 * One answer, kept as the service sent it. Its key is made from the call, so two pages with the same call share one
 * answer, and answers of different shapes never share a key. Put conversions into `select`.
 */
export function useAnswer<Id extends OperationId, Data = JsonOf<Id>>(
  id: Id,
  call: CallOf<Id>,
  options: AnswerOptions<JsonOf<Id>, Data> = {},
) {
  const api = useApi();
  return useQuery<JsonOf<Id>, Error, Data>({
    queryKey: [...keyOf(id, call), "answer"],
    queryFn: ({ signal }) => jsonOf(api, id, { ...call, signal }),
    ...options,
  });
}

type Cursor = string | null;
type Pages<Id extends PagedId> = InfiniteData<JsonOf<Id>, Cursor>;
type PagesOptions<Id extends PagedId> = Pick<
  UseInfiniteQueryOptions<JsonOf<Id>, Error, Pages<Id>, readonly unknown[], Cursor>,
  "staleTime" | "refetchInterval"
>;

/** A paged list. While another filter loads, the list before stays. What the service says in it is in the page's language. */
export function usePages<Id extends PagedId>(id: Id, call: CallOf<Id>, options: PagesOptions<Id> = {}) {
  const api = useApi();
  const { language } = useLanguage();
  return useInfiniteQuery<JsonOf<Id>, Error, Pages<Id>, readonly unknown[], Cursor>({
    queryKey: [...keyOf(id, call), "pages", language],
    queryFn: ({ pageParam: cursor, signal }) => jsonOf(api, id, { ...call, cursor, signal }),
    initialPageParam: null,
    getNextPageParam: (page: { readonly next_cursor?: Cursor } | JsonOf<Id>) =>
      (page as { readonly next_cursor: Cursor }).next_cursor,
    placeholderData: keepPreviousData,
    ...options,
  });
}

type ChangeOptions<Change, Answer> = Pick<UseMutationOptions<Answer, Error, Change>, "onSuccess" | "gcTime">;

/** A call that changes something. It lasts until the page shows what is there then, also after a refusal. */
export function useChange<Answer, Change = void>(
  send: (client: Client, change: Change) => Promise<Answer>,
  options: ChangeOptions<Change, Answer> = {},
) {
  const { client } = useApi();
  const queries = useQueryClient();
  return useMutation({
    ...options,
    mutationFn: (change: Change) => send(client, change),
    // Nearly every answer depends on users and rules.
    onSettled: () => queries.invalidateQueries(),
  });
}

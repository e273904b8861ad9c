import type { Api, Call } from "./client.js";

/**
 * The query key of an address and of every address below it: `keyOf("/api/manage/users")` matches the lists of users
 * and every single user. For refetching, and for dropping.
 */
export function keyOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/**
 * The query of one answer, kept as the service sent it. Its key is made from the call, so two pages with the same call
 * share one answer, and answers of different shapes never share a key. Put conversions into `select`.
 */
export function answerOf<T>(api: Api, call: Call) {
  return {
    queryKey: callKey("answer", call),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.json<T>({ ...call, signal }),
  };
}

interface Page {
  readonly next_cursor: string | null;
}

/** The query of a paged list, like {@link answerOf}. The cursor goes where the call has its query or its body. */
export function pagesOf<T extends Page>(api: Api, call: Call) {
  return {
    queryKey: callKey("pages", call),
    queryFn: ({ pageParam: cursor, signal }: { readonly pageParam: string | null; readonly signal: AbortSignal }) =>
      api.json<T>(
        call.json === undefined
          ? { ...call, query: { ...call.query, cursor }, signal }
          : { ...call, json: { ...call.json, cursor }, signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }: T) => next_cursor,
  };
}

function callKey(kind: "answer" | "pages", { method = "GET", path, query = {}, json = null }: Call) {
  return [...keyOf(path), { kind, method, query, json }] as const;
}

import type { Api, Call } from "./client.js";

/**
 * Where the answers from an address are kept, and from every address below it: `keyOf("/api/manage/users")` finds the
 * lists of users and what was read of one user. For reading again, and for dropping.
 */
export function keyOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/**
 * The query of one answer, kept as the service sent it. Its key is made of the call, so that two pages which ask the same
 * share one answer, and no two answers of different shapes are ever kept in one place. What a page makes of an answer
 * belongs into `select`.
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

/** The query of a list page by page, as {@link answerOf}. The cursor is put where the call has its query or its body. */
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

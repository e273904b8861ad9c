import type { CallOf, JsonOf } from "@retrieval/api/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, keyOf } from "../api/query-options.js";
import { useApi } from "../session/session-provider.js";

export type AccessToken = JsonOf<"listOwnTokens">["items"][number];
export type NewToken = CallOf<"createToken">["body"];
export type CreatedToken = JsonOf<"createToken">;
export type TokenAudience = AccessToken["audience"];

/** Whose tokens: the signed-in user's own, or those of a user whom an administrator looks at. */
export type Owner = { readonly user_id: string } | "oneself";

/** The audiences of tokens that can be created; undefined until that is known. */
export function useTokenAudiences(): readonly TokenAudience[] | undefined {
  const api = useApi();
  const { data } = useQuery({ ...answerOf(api, "readConfiguration", {}), staleTime: Number.POSITIVE_INFINITY });
  return data?.access_tokens;
}

export function useTokens(owner: Owner) {
  const api = useApi();
  const own = useQuery({ ...answerOf(api, "listOwnTokens", {}), enabled: owner === "oneself" });
  const user_id = owner === "oneself" ? "" : owner.user_id;
  const others = useQuery({ ...answerOf(api, "listTokensOfUser", { user_id }), enabled: owner !== "oneself" });
  return owner === "oneself" ? own : others;
}

/** Its answer is kept nowhere but in the page: it holds the token. */
export function useCreateToken() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewToken) => (await api.client.createToken({ body })).body,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf("listOwnTokens") }),
    gcTime: 0,
  });
}

export function useRevokeToken(owner: Owner) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ token_id }: AccessToken) =>
      owner === "oneself"
        ? api.client.revokeOwnToken({ token_id })
        : api.client.revokeTokenOfUser({ ...owner, token_id }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: keyOf(owner === "oneself" ? "listOwnTokens" : "listTokensOfUser") }),
  });
}

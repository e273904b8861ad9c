import type { JsonOf } from "@retrieval/api/client";
import { useAnswer } from "../parts/use-answer.js";

export type AccessToken = JsonOf<"listOwnTokens">["items"][number];
export type CreatedToken = JsonOf<"createToken">;
export type TokenAudience = AccessToken["audience"];

/** Whose tokens: the signed-in user's own, or those of a user whom an administrator looks at. */
export type Owner = { readonly user_id: string } | "oneself";

export function useTokens(owner: Owner) {
  const own = useAnswer("listOwnTokens", {}, { enabled: owner === "oneself" });
  const user_id = owner === "oneself" ? "" : owner.user_id;
  const others = useAnswer("listTokensOfUser", { user_id }, { enabled: owner !== "oneself" });
  return owner === "oneself" ? own : others;
}

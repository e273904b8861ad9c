import type { CallOf } from "@retrieval/api/client";
import { useChange } from "./use-answer.js";

export type UserChange = CallOf<"changeUser">["body"];

/** Changes one user; what is not named stays as it is. */
export const useChangeUser = (user_id: string) =>
  useChange(async (client, change: UserChange) => (await client.changeUser({ user_id, body: change })).body);

import { isolate } from "../i18n/isolate.js";
import type { UserSummary } from "./user-queries.js";

/** A user's number and name, for a sentence. */
export const named = ({ user_id, display_name }: Pick<UserSummary, "user_id" | "display_name">) =>
  `${isolate(user_id)} ${isolate(display_name)}`;

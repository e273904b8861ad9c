import { isolate } from "../../i18n/isolate.js";
import type { UserSummary } from "./people-queries.js";

/** A user inside a sentence: number and name. */
export const named = ({ user_id, display_name }: Pick<UserSummary, "user_id" | "display_name">) =>
  `${isolate(user_id)} ${isolate(display_name)}`;

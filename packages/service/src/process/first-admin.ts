import { sentenceOf } from "@retrieval/api/texts";
import { isRefusal } from "@retrieval/core/errors";
import type { UserDirectory } from "@retrieval/core/ports";
import { synchroniseUser } from "@retrieval/core/use-cases";
import type { Settings } from "../settings/settings.js";
import { say, spokenLanguage } from "../texts/say.js";

/** Creates the first admin (ADMIN_USER_ID) if there is no active admin. */
export async function ensureAdmin(
  { firstAdmin }: Pick<Settings, "firstAdmin">,
  { users }: { readonly users: UserDirectory },
): Promise<"there" | "created" | "missing"> {
  const { active_admins } = await users.look([]);
  if (active_admins.length > 0) return "there";
  if (firstAdmin === null) return "missing";
  const { user_id, display_name } = firstAdmin;
  const record = { display_name, role: "admin", is_active: true };
  const answer = await synchroniseUser(user_id, record, null, users);
  if (isRefusal(answer))
    throw new Error(
      say("ADMIN_USER_ID and ADMIN_DISPLAY_NAME do not make a user: {problems}", {
        problems: sentenceOf(answer.problems, spokenLanguage()),
      }),
    );
  // Several instances may start together and all find no admin.
  return answer.result === "unchanged" ? "there" : "created";
}

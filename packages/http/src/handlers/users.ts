import type { BodyOf, userOperations } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import { changeUser, eraseUser, exportUser, previewUserChange, readUser, signOutUser } from "@retrieval/core/use-cases";
import { askedFor, summaryOf } from "@retrieval/core/users";
import type { AppDeps } from "../deps.js";
import type { HandlersOf } from "../routing/handler.js";
import { rowsAfter, wholeList } from "../routing/page-cursors.js";
import { warningsInWords } from "./warnings-in-words.js";

export const userHandlers: HandlersOf<
  typeof userOperations,
  "audit" | "clock" | "documents" | "erasures" | "newId" | "notices" | "timeZone" | "userData" | "users"
> = {
  async readUser({ params }, deps) {
    const user = await readUser(params.user_id, deps);
    if (isRefusal(user)) return user;
    const { registered_at, state_since, last_sign_in_at, ...summary } = user;
    return {
      status: 200,
      body: {
        ...summary,
        registered_at: new Date(registered_at).toISOString(),
        state_since: new Date(state_since).toISOString(),
        last_sign_in_at: last_sign_in_at === null ? null : new Date(last_sign_in_at).toISOString(),
      },
    };
  },
  async changeUser({ params, body, language }, deps, { user }) {
    const changed = await changeUser(params.user_id, body, user.user_id, deps.users);
    if (isRefusal(changed)) return refusedChange(changed, askedBy(user.user_id, params.user_id, body), deps);
    return { status: 200, body: { ...changed, warnings: warningsInWords(changed.warnings, language) } };
  },
  async previewUserChange({ params, body, language }, deps, { user }) {
    const preview = await previewUserChange(params.user_id, body, user.user_id, deps);
    const asked = askedBy(user.user_id, params.user_id, body);
    if (isRefusal(preview)) return refusedChange(preview, asked, deps, { preview: true });
    const { gained, lost, warnings } = preview;
    // The documents that a user would lose by a deactivation are all that the user may read.
    const details = { ...asked.details, documents_gained: gained.count, documents_lost: lost.count };
    await deps.audit.record([{ ...asked, details }]);
    return { status: 200, body: { user: preview.user, gained, lost, warnings: warningsInWords(warnings, language) } };
  },
  async signOutUser({ params }, { users }, { user }) {
    return (await signOutUser(params.user_id, user.user_id, users)) ?? { status: 204 };
  },
  async exportUser({ params }, deps, { user }) {
    const parts = await exportUser(params.user_id, user.user_id, deps);
    if (isRefusal(parts)) return parts;
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="user-data.json"',
    };
    return { status: 200, parts, headers };
  },
  async eraseUser({ params }, deps, { user }) {
    return (await eraseUser(params.user_id, user.user_id, deps)) ?? { status: 204 };
  },
  async listUsers({ query: { limit, query, without_department_code }, after, cursors }, { users }) {
    const rows = await users.list({
      ...rowsAfter(after),
      limit: limit + 1,
      without_department_code,
      ...(query ? { query } : {}),
    });
    const { items, next_cursor } = cursors.pageOf(rows, limit, ({ user_id }) => user_id);
    return { status: 200, body: { items: items.map(summaryOf), next_cursor } };
  },
  async readReach(_request, { documents }) {
    return { status: 200, body: await documents.reach() };
  },
  async listGroups(_request, { documents }) {
    return { status: 200, body: wholeList((await documents.reach()).groups.map(({ group }) => group)) };
  },
};

/** The entry of a change that is previewed or refused. */
const askedBy = (by_user: string, user_id: string, body: BodyOf<"changeUser">) =>
  ({ kind: "access-explained", by_user, user_id, document_id: null, details: askedFor(body) }) as const;

/** A change that conflicts with the user's state tells something about it, so it is recorded. */
async function refusedChange(
  refusal: Refusal,
  asked: ReturnType<typeof askedBy>,
  { audit }: Pick<AppDeps, "audit">,
  how: { readonly preview?: true } = {},
): Promise<Refusal> {
  if (refusal.code !== "CONFLICT") return refusal;
  const details = { ...asked.details, ...how, refused: refusal.problems.map(({ code }) => code) };
  await audit.record([{ ...asked, details }]);
  return refusal;
}

import type { changeOperations } from "@retrieval/api";
import { isRefusal } from "@retrieval/core/errors";
import { readChangedReaders, readChanges } from "@retrieval/core/use-cases";
import type { HandlersOf } from "../routing/handler.js";

const POSITION = /^[1-9][0-9]{0,14}$/;

export const changeHandlers: HandlersOf<typeof changeOperations, "feed" | "audit"> = {
  async listChanges({ query: { after, limit } }, deps) {
    const page = await readChanges(after, limit, deps);
    return isRefusal(page) ? page : { status: 200, body: page };
  },
  async listChangedReaders({ params, query: { limit }, after = "", cursors }, deps, { user }) {
    const found = await readChangedReaders(POSITION.test(params.position) ? Number(params.position) : null, deps);
    if (isRefusal(found)) return found;
    const { row, readers } = found;
    const rest = readers.filter(({ user_id }) => user_id > after).slice(0, limit + 1);
    const page = cursors.pageOf(rest, limit, ({ user_id }) => user_id);
    const { document_id, at } = row.entry;
    const details = { at: new Date(at).toISOString(), readers: page.items.length };
    await deps.audit.record([{ kind: "access-explained", by_user: user.user_id, user_id: null, document_id, details }]);
    return { status: 200, body: page };
  },
};

import { createHash } from "node:crypto";
import type { confirmationOperations, noticeOperations } from "@retrieval/api";
import { BYTE_ORDER_MARK, CONFIRMATION_HEADER, confirmationRows, csvLines } from "@retrieval/api/csv";
import { readerOf } from "@retrieval/core";
import { isRefusal, refuse } from "@retrieval/core/errors";
import type { AskedUser, ConfirmationQuery, Notice, NoticeStore, ToldVersion } from "@retrieval/core/ports";
import { findAskedVersion, listNotices, noteAct, readCertificate, remindReaders } from "@retrieval/core/use-cases";
import type { Request } from "express";
import { csvAnswer, wantsCsv } from "../answers/csv-answer.js";
import { isoText } from "../answers/moments.js";
import type { RouteDeps } from "../deps.js";
import type { HandlersOf } from "../routing/handler.js";
import { rowsAfter, wholeList } from "../routing/page-cursors.js";
import { reportsMismatch } from "./access-mismatch.js";
import { NO_VERSION, numberIn } from "./versions.js";

/** How many users a CSV reads at once. */
const CSV_PAGE = 5_000;

type NoticeParts = Pick<RouteDeps, "notices" | "timeZone" | "metrics">;

export const noticeHandlers: HandlersOf<typeof noticeOperations, keyof NoticeParts> = {
  async listNotices({ req }, deps, { user }) {
    const notices = await listNotices(readerOf(user), noticeDeps(req, deps));
    return { status: 200, body: wholeList(notices.map(noticeView)) };
  },
  async confirmVersion({ params: { document_id }, body: { version: number }, req }, deps, { user }) {
    const at = await noteAct("confirmation", { document_id, number }, readerOf(user), noticeDeps(req, deps));
    return isRefusal(at) ? at : { status: 200, body: { confirmed_at: isoText(at) } };
  },
  async markNoticeRead({ params: { document_id }, body: { version: number }, req }, deps, { user }) {
    const at = await noteAct("read", { document_id, number }, readerOf(user), noticeDeps(req, deps));
    return isRefusal(at) ? at : { status: 200, body: { read_at: isoText(at) } };
  },
};

export const confirmationHandlers: HandlersOf<
  typeof confirmationOperations,
  keyof NoticeParts | "audit" | "clock" | "users"
> = {
  async listConfirmations({ params, query, after, req, cursors }, deps) {
    const { limit, format, state, query: part, version: number = null } = query;
    const found = await findAskedVersion(params.document_id, number, deps);
    if (isRefusal(found)) return found;
    const asked = { state, ...(part === undefined ? {} : { query: part }) };
    if (wantsCsv(req, format)) return csvAnswer("confirmations", confirmationLines(found.version, asked, deps.notices));
    const { users, of, confirmed } = await deps.notices.confirmations(found.version, {
      ...{ ...asked, ...rowsAfter(after), limit: limit + 1 },
    });
    const { items, next_cursor } = cursors.pageOf(users.map(userView), limit, ({ user_id }) => user_id);
    const { version, standing, is_asked } = found;
    const { published_at, reminded_at } = version;
    return {
      status: 200,
      body: {
        items,
        ...{ ...toldView(version), standing, of, confirmed, is_asked },
        published_at: isoText(published_at),
        reminded_at: isoOrNull(reminded_at.at(-1) ?? null),
        next_cursor,
      },
    };
  },
  async remindReaders({ params, body }, deps, { user }) {
    const reminded = await remindReaders(params.document_id, body.version, user.user_id, deps);
    if (isRefusal(reminded)) return reminded;
    return { status: 200, body: { ...reminded, reminded_at: isoText(reminded.reminded_at) } };
  },
  async listNoticesOf({ query: { user_id }, req }, deps) {
    const user = await deps.users.find(user_id);
    if (user === null) return refuse("USER_NOT_FOUND", { code: "user.unknown" });
    const notices = user.is_active ? await listNotices(readerOf(user), noticeDeps(req, deps)) : [];
    return { status: 200, body: wholeList(notices.map(noticeView)) };
  },
  async readCertificate({ params }, deps) {
    const number = numberIn(params);
    const found = number === null ? NO_VERSION : await readCertificate(params.document_id, number, deps);
    if (isRefusal(found)) return found;
    const { version, made_at, text_sha256, standing, readable_until, readers, confirmations } = found;
    const { document_number, owner, published_at, reminded_at, rule_changes } = version;
    return {
      status: 200,
      body: {
        made_at: isoText(made_at),
        ...{ ...toldView(version), standing, document_number, owner, text_sha256, readable_until },
        published_at: isoText(published_at),
        reminded_at: reminded_at.map(isoText),
        readers: { ...readers, at: isoText(readers.at), rule_changes },
        confirmations: confirmations && {
          ...{ of: confirmations.of, confirmed: confirmations.confirmed },
          first_at: isoOrNull(confirmations.first_at),
          last_at: isoOrNull(confirmations.last_at),
          csv_sha256: await hashOf(confirmationLines(version, { state: "all" }, deps.notices)),
        },
      },
    };
  },
};

const noticeDeps = (req: Request, { notices, timeZone, metrics }: NoticeParts) => ({
  notices,
  timeZone,
  onAccessMismatch: reportsMismatch(req, { metrics }),
});

async function* confirmationLines(
  version: ToldVersion,
  asked: Pick<ConfirmationQuery, "state" | "query">,
  notices: Pick<NoticeStore, "confirmations">,
) {
  yield CONFIRMATION_HEADER;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const { users }: { users: readonly AskedUser[] } = await notices.confirmations(version, {
      ...{ ...asked, after, limit: CSV_PAGE },
    });
    yield confirmationRows(version, users.map(userView));
    after = users.length < CSV_PAGE ? undefined : users.at(-1)?.user_id;
  }
}

/** Of the bytes that `csvAnswer` sends. */
async function hashOf(pieces: ReturnType<typeof confirmationLines>): Promise<string> {
  const hash = createHash("sha256").update(BYTE_ORDER_MARK, "utf8");
  for await (const rows of pieces) hash.update(csvLines(rows), "utf8");
  return `sha256:${hash.digest("hex")}`;
}

function noticeView({ read_at, confirmed_at, reminded_at, ...notice }: Notice) {
  return {
    ...notice,
    changed_articles: [...notice.changed_articles],
    read_at: isoOrNull(read_at),
    confirmed_at: isoOrNull(confirmed_at),
    reminded_at: isoOrNull(reminded_at),
  };
}

function toldView({ document_id, title, version, number, notice, note, effective_from, confirm_by }: ToldVersion) {
  return { document_id, title, version, number, notice, note, effective_from, confirm_by };
}

const userView = ({ user_id, display_name, confirmed_at }: AskedUser) => ({
  ...{ user_id, display_name },
  confirmed_at: isoOrNull(confirmed_at),
});
const isoOrNull = (ms: number | null) => (ms === null ? null : isoText(ms));

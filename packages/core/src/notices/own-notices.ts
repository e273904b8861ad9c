import { type Reader, readerFilter } from "../access/audience.js";
import { NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import { type AccessWatch, visibleTo } from "../reference/visible-to.js";
import type { Notice } from "./notice.js";
import type { NoticeAct, NoticeStore } from "./notice-store.js";
import { type StandingNotice, shownNotices, standingNotices } from "./shown-notices.js";

export interface NoticeDeps extends AccessWatch {
  readonly notices: NoticeStore;
  readonly timeZone: string;
}

/** The notices that this reader is shown now, in the order of {@link standingNotices}. */
export async function listNotices(reader: Reader, deps: NoticeDeps): Promise<readonly Notice[]> {
  const shown = shownNotices(await findNotices(reader, deps), reader.role);
  const pairs = shown.flatMap(({ document_id, before, after }) =>
    before === null ? [] : [{ document_id, before, after }],
  );
  const changes = (await deps.notices.changedArticles(pairs)).values();
  return shown.map((notice) => {
    const { life: _, access_rules: __, at_deadline: ___, published_on: ____, confirmed_on: _____, ...rest } = notice;
    const { before, after: ______, ...own } = rest;
    return { ...own, changed_articles: before === null ? [] : (changes.next().value ?? []) };
  });
}

/** The first notice of a document that stands for this reader now, also when it is no news any more; null: none. */
export async function noticeOf(document_id: string, reader: Reader, deps: NoticeDeps): Promise<StandingNotice | null> {
  return standingNotices(await findNotices(reader, deps, document_id), reader.role)[0] ?? null;
}

/**
 * Notes that this reader confirmed a version, or read what it changes. Doing it again changes nothing.
 *
 * @returns the time of the first one, in milliseconds since 1970. The same refusal for an unknown document, a hidden one
 *   and one without notices; another for a version whose notice asks nothing of this reader (any more)
 */
export async function noteAct(
  act: NoticeAct,
  { document_id, number }: { readonly document_id: string; readonly number: number },
  reader: Reader,
  deps: NoticeDeps,
): Promise<number | Refusal> {
  const found = await findNotices(reader, deps, document_id);
  const own = standingNotices(found, reader.role).find((notice) => notice.number === number);
  if (own !== undefined && (act === "read" || own.notice === "confirm")) {
    return deps.notices.note(act, document_id, number, reader.user_id);
  }
  return found.length === 0 ? NO_DOCUMENT : refuse("CONFLICT", { code: "version.not_to_confirm", number });
}

async function findNotices(reader: Reader, deps: NoticeDeps, document_id: string | null = null) {
  const { notices, timeZone } = deps;
  const asked = { filter: readerFilter(reader), user_id: reader.user_id, timeZone, document_id };
  const found = await notices.noticed(asked);
  return found.filter((notice) => visibleTo(notice, notice.document_id, reader, deps) !== null);
}

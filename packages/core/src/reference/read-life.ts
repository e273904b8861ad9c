import { type Reader, readerFilter } from "../access/audience.js";
import { seesEverything } from "../access/role.js";
import { dayBefore } from "../day.js";
import type { ShownFields } from "../documents/document-fields.js";
import type { PublishedHead } from "../documents/document-head.js";
import { ceasesOn, coming, inForce, openEnd, standing, type VersionStanding, wasInForce } from "../documents/life.js";
import { mayDownload } from "../documents/original-file.js";
import type { DecidedAbolition, FoundLife, LifeVersion, ReadableLives } from "../documents/readable-lives.js";
import { isRefusal, NO_DOCUMENT, type Refusal, refuse } from "../errors.js";
import type { NoticedVersion } from "../notices/notice.js";
import { type NoticeDeps, noticeOf } from "../notices/own-notices.js";
import { type AccessWatch, visibleTo } from "./visible-to.js";

export interface LifeDeps extends AccessWatch {
  readonly lives: ReadableLives;
}

/** The next version of a document, from its day on. */
export interface ComingVersion extends Pick<LifeVersion, "effective_from" | "version" | "note"> {
  readonly version_number: number;
}

/** What a list says of a document. */
export interface ListedFacts extends Omit<ShownFields, "history"> {
  readonly effective_from: string;
  /** The version's number. */
  readonly version_number: number;
  readonly coming: ComingVersion | null;
}

export interface DocumentFacts extends PublishedHead, ListedFacts, Pick<ShownFields, "history"> {
  /** Whether this reader may download the uploaded file. */
  readonly original: boolean;
  /** Its end, also if it is to come; null: none is decided. */
  readonly abolished: DocumentEnd | null;
  /** The first notice of the document that stands for this reader; null: none. */
  readonly notice: OwnNotice | null;
}

interface DocumentEnd {
  readonly effective_on: string;
  readonly reason: string;
  /** null: there is none, or none that this reader may see. */
  readonly replaced_by: string | null;
}

type OwnNotice = Pick<NoticedVersion, "number" | "notice" | "confirm_by" | "note" | "read_at" | "confirmed_at">;

const ownNotice = ({ number, notice, confirm_by, note, read_at, confirmed_at }: OwnNotice): OwnNotice => ({
  ...{ number, notice, confirm_by, note, read_at, confirmed_at },
});

/** A version in the history of a document. */
export interface HistoryEntry
  extends Pick<LifeVersion, "number" | "version" | "title" | "effective_from" | "published_at" | "note" | "notice"> {
  readonly standing: VersionStanding;
  /** The last day on which it was, or will be, in force; null: none is known, or it never was. */
  readonly until: string | null;
  /** Of a version that was withdrawn: why; otherwise null. */
  readonly reason: string | null;
}

/** A text of a document other than the one in force; `version` is its number and wins. */
export interface OtherText {
  readonly as_of: string | null;
  readonly version: number | null;
}

/**
 * The facts of a document that this reader may see: of the version in force, or of the next one if none has been in
 * force yet.
 */
export async function readFacts(
  document_id: string,
  reader: Reader,
  deps: LifeDeps & NoticeDeps,
): Promise<DocumentFacts | Refusal> {
  const life = await findLife(document_id, reader, deps);
  if (isRefusal(life)) return life;
  const next = coming(life, life.day);
  const shown = inForce(life, life.day) ?? next ?? lastOf(life);
  if (shown === null) return NO_DOCUMENT;
  const { title, version, published_at, original_for } = shown;
  const { history, ...fields } = life.fields;
  const notice = await noticeOf(document_id, reader, deps);
  const end = endDecided(life);
  return {
    ...{ document_id, title, version, published_at, ...fields, ...datesOf(life, shown), history },
    original: shown !== next && mayDownload(reader, original_for),
    abolished: end && (await endOf(end, reader, deps)),
    notice: notice && ownNotice(notice),
  };
}

/** The dates of a document of which `shown` is the version in force. */
export function datesOf(
  life: Pick<FoundLife, "versions" | "abolitions" | "day">,
  { effective_from, number }: Pick<LifeVersion, "effective_from" | "number">,
) {
  return { effective_from, version_number: number, coming: comingOf(life) };
}

export function comingOf(life: Pick<FoundLife, "versions" | "abolitions" | "day">): ComingVersion | null {
  const next = coming(life, life.day);
  if (next === null) return null;
  const { effective_from, version, number: version_number, note } = next;
  return { effective_from, version, version_number, note };
}

/** The versions that this reader may know of, of the newest day first. */
export async function listHistory(
  document_id: string,
  reader: Reader,
  deps: LifeDeps,
): Promise<readonly HistoryEntry[] | Refusal> {
  const life = await findLife(document_id, reader, deps);
  if (isRefusal(life)) return life;
  return life.versions
    .filter((version) => mayRead(version, life, reader))
    .sort((a, b) =>
      a.effective_from === b.effective_from ? b.number - a.number : a.effective_from < b.effective_from ? 1 : -1,
    )
    .map((version) => {
      const { number, title, effective_from, published_at, note, notice, reason } = version;
      const names = { number, version: version.version, title, effective_from, published_at, note, notice, reason };
      const end = ceasesOn(version, life);
      return { ...names, standing: standing(version, life, life.day), until: end && dayBefore(end) };
    });
}

/** The text in force, which the store knows without a look at the versions. */
export const IN_FORCE: OtherText = { as_of: null, version: null };

/**
 * Reads a text of a document for this reader. If none is in force, who sees everything reads the last text of an
 * abolished document, who may read it by its rule is told of its end, and no other reader learns of it.
 *
 * @param read reads a version, or the one in force for null; null: there is none for this reader
 */
export async function textFor<Text>(
  document_id: string,
  text: OtherText,
  reader: Reader,
  deps: LifeDeps,
  read: (version: LifeVersion | null) => Promise<Text | null>,
): Promise<Text | Refusal> {
  const isInForce = text.as_of === null && text.version === null;
  const now = isInForce ? await read(null) : null;
  if (now !== null) return now;
  const life = await findLife(document_id, reader, deps);
  if (isRefusal(life)) return life;
  const version = isInForce ? (isAbolished(life) ? lastOf(life) : null) : versionIn(life, text, reader);
  if (version === null) return isInForce ? NO_DOCUMENT : NO_VERSION;
  return (await read(version)) ?? NO_DOCUMENT;
}

/** null, without a difference, for a version that there is not and for one that is not for this reader. */
function versionIn(life: FoundLife, { as_of, version }: OtherText, reader: Reader): LifeVersion | null {
  const found =
    version === null ? wasInForce(life, as_of ?? life.day) : life.versions.find(({ number }) => number === version);
  return found && mayRead(found, life, reader) ? found : null;
}

/** The life of a document that this reader may read; a reader learns of its end if it was abolished. */
export async function findLife(document_id: string, reader: Reader, deps: LifeDeps): Promise<FoundLife | Refusal> {
  const life = visibleTo(await deps.lives.find(document_id, readerFilter(reader)), document_id, reader, deps);
  if (life === null) return NO_DOCUMENT;
  const end = openEnd(life, life.day);
  if (end === null || end.effective_on > life.day || seesEverything(reader.role)) return life;
  const { number, owner, contact } = life.fields;
  const about = { title: lastOf(life)?.title ?? document_id, number, owner, contact };
  return refuse("DOCUMENT_ABOLISHED", {
    ...{ code: "document.abolished", ...about },
    ...(await endOf(end, reader, deps)),
  });
}

/** A reader learns of no successor that is not for this reader. */
async function endOf(end: DecidedAbolition, reader: Reader, deps: LifeDeps): Promise<DocumentEnd> {
  const { effective_on, reason, replaced_by } = end;
  const successor = replaced_by === null ? null : await deps.lives.find(replaced_by, readerFilter(reader));
  const isVisible = visibleTo(successor, replaced_by ?? "", reader, deps) !== null;
  return { effective_on, reason, replaced_by: isVisible ? replaced_by : null };
}

/** The end of a document, without one on whose day a version takes its place. */
function endDecided(life: FoundLife): DecidedAbolition | null {
  const end = openEnd(life, life.day);
  return end && (end.effective_on <= life.day || inForce(life, end.effective_on) === null) ? end : null;
}

const isAbolished = (life: FoundLife) => (openEnd(life, life.day)?.effective_on ?? NEVER) <= life.day;
/** Behind every day. */
const NEVER = "~";

/** The version that would be in force without the abolition. */
const lastOf = ({ versions, day }: FoundLife) => inForce({ versions, abolitions: [] }, day);

/** Whether a version is for this reader: by its standing today, and the document's history. */
export function mayRead(version: LifeVersion, life: FoundLife, { role }: Reader): boolean {
  if (seesEverything(role)) return true;
  const is = standing(version, life, life.day);
  return is === "in_force" || is === "coming" || (is === "past" && life.fields.history === "readers");
}

const NO_VERSION = refuse("DOCUMENT_NOT_FOUND", { code: "version.unknown" });

import { standing, type VersionStanding } from "../documents/life.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import type { NoticeStore, ToldVersion } from "./notice-store.js";
import { noticeStanding } from "./shown-notices.js";

export interface ConfirmationDeps {
  readonly notices: NoticeStore;
  readonly timeZone: string;
}

/** A version, and what it is today. */
export interface StandingVersion {
  readonly version: ToldVersion;
  readonly standing: VersionStanding;
  /** Whether those who have not confirmed it are asked to. */
  readonly is_asked: boolean;
}

/** Finds a published version. @param number null: the newest that users are asked to confirm */
export async function findVersion(
  document_id: string,
  number: number | null,
  { notices, timeZone }: ConfirmationDeps,
): Promise<StandingVersion | Refusal> {
  const version = await notices.find(document_id, number, timeZone);
  const found = version && standingOf(version);
  return found ?? refuse("DOCUMENT_NOT_FOUND", { code: "version.unknown" });
}

/** What a version is today; null: its document has it no more. */
export function standingOf(version: ToldVersion): StandingVersion | null {
  const own = version.life.versions.find((one) => one.number === version.number);
  if (own === undefined) return null;
  const told = noticeStanding(own, version.life);
  const is_asked = version.notice === "confirm" && (told === "in_force" || told === "coming");
  return { version, standing: standing(own, version.life, version.life.day), is_asked };
}

/** Finds a version that users are, or were, asked to confirm. */
export async function findAskedVersion(
  document_id: string,
  number: number | null,
  deps: ConfirmationDeps,
): Promise<StandingVersion | Refusal> {
  const found = await findVersion(document_id, number, deps);
  return isRefusal(found) || found.version.notice === "confirm" ? found : notToConfirm(found);
}

/** Notes that the users who have not confirmed a version were reminded: it moves to the top of their notices. */
export async function remindReaders(
  document_id: string,
  number: number,
  by_user: string,
  deps: ConfirmationDeps,
): Promise<{ readonly reminded_at: number; readonly readers: number } | Refusal> {
  const found = await findAskedVersion(document_id, number, deps);
  if (isRefusal(found)) return found;
  const { version, is_asked } = found;
  if (!is_asked) return notToConfirm(found);
  const { of, confirmed } = await deps.notices.confirmations(version, { state: "all", limit: 0 });
  const readers = of - confirmed;
  return { reminded_at: await deps.notices.remind(version, readers, by_user), readers };
}

const notToConfirm = ({ version: { number } }: StandingVersion) =>
  refuse("CONFLICT", { code: "version.not_to_confirm", number });

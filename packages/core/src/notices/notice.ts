import type { AccessRules } from "../access/rules.js";
import type { UserAt } from "../audit/audit-log.js";
import type { DatedVersion, DocumentLife, VersionStanding } from "../documents/life.js";

/** What readers are told of a version when it is published: nothing, that it changed, or that they must confirm it. */
export const NOTICES = ["none", "tell", "confirm"] as const;
export type NoticeKind = (typeof NOTICES)[number];

/** A published version that readers are told of, and what one reader did with it. Times are milliseconds since 1970. */
export interface NoticedVersion {
  readonly document_id: string;
  readonly title: string;
  readonly number: number;
  readonly version: string;
  readonly notice: NoticeKind;
  /** Why it was changed, in the words of its publisher. */
  readonly note: string | null;
  readonly effective_from: string;
  /** The last day to confirm. */
  readonly confirm_by: string | null;
  readonly read_at: number | null;
  readonly confirmed_at: number | null;
  /** When readers were last reminded. */
  readonly reminded_at: number | null;
}

/** A document's rule and a user at a moment; null: there was no such user. */
export interface AccessThen {
  readonly rules: AccessRules;
  readonly user: UserAt | null;
}

export interface TellingVersion extends DatedVersion {
  readonly notice: NoticeKind;
}
export interface TellingLife extends DocumentLife<TellingVersion> {
  /** Today, by the calendar. */
  readonly day: string;
}

/** A noticed version as the store finds it for a reader. */
export interface FoundNotice extends NoticedVersion {
  /** The day of its publication. */
  readonly published_on: string;
  /** The day on which the reader confirmed it. */
  readonly confirmed_on: string | null;
  /** The document's rule now. */
  readonly access_rules: AccessRules;
  readonly life: TellingLife;
  /** The rule and the user at the end of the last day to confirm; null: it has not ended, or there is none. */
  readonly at_deadline: AccessThen | null;
}

/** A notice as its reader sees it. */
export interface Notice extends NoticedVersion {
  readonly standing: VersionStanding;
  /** The labels of the articles whose text differs from the version before, in reading order; none for a first version. */
  readonly changed_articles: readonly string[];
}

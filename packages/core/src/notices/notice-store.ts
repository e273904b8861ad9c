import type { ReaderFilter } from "../access/audience.js";
import type { AccessRules } from "../access/rules.js";
import type { ShownFields } from "../documents/document-fields.js";
import type { Abolition, RecordedVersion } from "../documents/life.js";
import type { SenderNotAdminError } from "../errors.js";
import type { FoundNotice, NoticedVersion, TellingLife, TellingVersion } from "./notice.js";
import type { shownNotices } from "./shown-notices.js";

/** Which reader's notices are wanted. */
export interface NoticesAsked {
  readonly filter: ReaderFilter;
  readonly user_id: string;
  /** Decides when a day begins; an IANA name. */
  readonly timeZone: string;
  /** Only of this document; null: of all. */
  readonly document_id: string | null;
}

/** What a reader does with a notice. */
export type NoticeAct = "confirmation" | "read";

/** Two versions of a document, by number. */
export interface ComparedVersions {
  readonly document_id: string;
  readonly before: number;
  readonly after: number;
}

/** When what decides was stated; `stated_on` of a version is the day of its publication, or of the correction of its day. */
interface ToldLife extends TellingLife {
  readonly versions: readonly (TellingVersion & RecordedVersion & { readonly stated_on: string })[];
  readonly abolitions: readonly (Abolition & { readonly stated_on: string })[];
}

/** A version with what its confirmations depend on. Times are milliseconds since 1970. */
export interface ToldVersion extends Omit<NoticedVersion, "read_at" | "confirmed_at" | "reminded_at"> {
  readonly published_at: number;
  readonly withdrawn_at: number | null;
  /** The hash of its text, if that was destroyed. */
  readonly destroyed_sha256: string | null;
  readonly life: ToldLife;
  /** The number and the owner of the document, and whether its readers read past versions. */
  readonly document_number: string | null;
  readonly history: ShownFields["history"];
  readonly owner: string | null;
  readonly access_rules: AccessRules;
  /** The end of the last day to confirm, and the rule then; null: it has not ended, or there is none. */
  readonly deadline: { readonly at: number; readonly rules: AccessRules } | null;
  /** How often the rule was changed since the version was published. */
  readonly rule_changes: number;
  readonly reminded_at: readonly number[];
  /** How many users of those whom its certificate counts as readers are erased. */
  readonly erased_readers: number;
}

/** Which of the users who are asked to confirm a version are wanted. */
export interface ConfirmationQuery {
  readonly state: ConfirmationState;
  /** A part of the user_id or the name, in any case and width. */
  readonly query?: string;
  /** The user_id of the last one seen. */
  readonly after?: string;
  readonly limit: number;
}

export const CONFIRMATION_STATES = ["all", "open", "confirmed"] as const;
export type ConfirmationState = (typeof CONFIRMATION_STATES)[number];

/** A user who is asked to confirm a version, or an erased one who confirmed it: the pseudonym is id and name. */
export interface AskedUser {
  readonly user_id: string;
  readonly display_name: string;
  readonly confirmed_at: number | null;
}

export interface Confirmations {
  /** Of all who are asked, whatever the query. */
  readonly of: number;
  readonly confirmed: number;
  /** The first and the last confirmation of these. */
  readonly first_at: number | null;
  readonly last_at: number | null;
  /** In code-point order of user_id. */
  readonly users: readonly AskedUser[];
}

/**
 * What readers are told of versions, and what they did with them. Confirmations, marks of reading and reminders are only
 * added: nothing changes or removes one while its version is kept. Nothing MUST be answered from a cache that a rule, a
 * user or a version can outdate.
 */
export interface NoticeStore {
  /**
   * The versions with a notice, not withdrawn, of the documents that the reader may read now. A right that ends MUST
   * count from the next call on. Of all documents: without those that the reader need not confirm and that are no news
   * any more ({@link shownNotices}), and without those that a later one with a notice has replaced.
   */
  noticed(asked: NoticesAsked): Promise<readonly FoundNotice[]>;
  /**
   * The labels that `changedArticles` finds between each two versions, in the order of the pairs; none if one of the
   * versions is gone. The text of a version never changes, so they MAY be kept.
   */
  changedArticles(pairs: readonly ComparedVersions[]): Promise<readonly (readonly string[])[]>;
  /**
   * Notes that the user confirmed, or read, the version. The first time stays. Durable once it resolves.
   * @returns the time, in milliseconds since 1970
   */
  note(act: NoticeAct, document_id: string, number: number, user_id: string): Promise<number>;
  /** @param number null: the newest version that users are asked to confirm. @returns null: there is none */
  find(document_id: string, number: number | null, timeZone: string): Promise<ToldVersion | null>;
  /** All published versions, also withdrawn ones. They MUST NOT be in memory at once. */
  published(timeZone: string): AsyncIterable<ToldVersion>;
  /**
   * The users who confirmed the version, and those who are asked to: active, with role `user`, who may read the document
   * now and could read it at its deadline (`couldRead`). The figures and the users MUST be of one state of the database.
   */
  confirmations(version: ToldVersion, query: ConfirmationQuery): Promise<Confirmations>;
  /** The text hashes of a version's chunks in reading order. */
  textHashes(document_id: string, number: number): Promise<readonly string[]>;
  /**
   * Notes that the readers were reminded, with its audit entry. The sender MUST be checked as the ChunkStore does, with
   * {@link SenderNotAdminError}.
   * @param readers how many have not confirmed
   * @returns the time, in milliseconds since 1970
   */
  remind(version: ToldVersion, readers: number, by_user: string): Promise<number>;
}

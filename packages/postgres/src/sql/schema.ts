import type { AccessRules } from "@retrieval/core";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type { DocumentFields, OriginalFile, StatedAbolition } from "@retrieval/core/documents";
import type { Job, RuleCause, TokenAudience, TokenRole } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import type { User } from "@retrieval/core/users";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/**
 * The tables that Kysely builds statements for; the migrations have all. Columns have the field names of SPEC 2; no
 * layer renames them.
 */
export interface Schema {
  departments: DepartmentsTable;
  users: UsersTable;
  access_tokens: AccessTokensTable;
  documents: DocumentsTable;
  revisions: RevisionsTable;
  originals: OriginalsTable;
  original_parts: OriginalPartsTable;
  chunks: ChunksTable;
  term_vectors: TermVectorsTable;
  front_page: FrontPageTable;
  vocabulary: VocabularyTable;
  jobs: JobsTable;
  rule_versions: RuleVersionsTable;
  document_states: DocumentStatesTable;
  calendar: CalendarTable;
  confirmations: ActsTable;
  notice_reads: ActsTable;
}

interface DepartmentsTable {
  code: string;
  name: string;
}

interface UsersTable extends Omit<User, "sessions"> {
  sessions: Generated<number>;
  /** The text that a search scans: see `searchKey`. */
  search_key: string;
  updated_at: Generated<Date>;
}

interface AccessTokensTable {
  token_id: string;
  /** SHA-256 of the token. */
  hash: Buffer;
  user_id: string;
  name: string;
  audience: TokenAudience;
  /** The user's `sessions` when it was created. */
  sessions: number;
  role: TokenRole;
  created_at: Generated<Date>;
  expires_at: Date;
  last_used_at: Date | null;
  /** The application that the user connected; null: none. */
  client_id: string | null;
  /** Until when the application gets another token. */
  renewable_until: Date | null;
}

/** A document, its rule and the audience compiled from it: one row, so that they change together. */
interface DocumentsTable {
  document_id: string;
  title: string;
  version: string;
  /** document_id and title, a line each, without case and width. */
  search_key: string;
  /** The revision that readers see; null for a document that is deleted or waits as a first draft. */
  revision_id: string | null;
  draft_id: string | null;
  /** The acceptance number of the published revision, or of the deletion. */
  accepted: ColumnType<string, number | string, number | string>;
  allow_all: boolean;
  allowed_department_codes: string[];
  allowed_groups: string[];
  allowed_users: string[];
  audience: string[];
  rules_version: Generated<number>;
  /** The acceptance number of the change that stated the rule: an upload, or a change of the rule alone. */
  rules_accepted: ColumnType<string, number | string | undefined, number | string>;
  /** How many versions were published. */
  versions: Generated<number>;
  updated_at: Generated<Date>;
  /** The next day on which `revision_id` changes; null: none is known. Days are texts, `2027-04-01`. */
  next_on: Generated<string | null>;
  /** In the order in which they were stated. */
  abolitions: JSONColumnType<readonly StatedAbolition[], string | undefined, string>;
  /** 規程番号. */
  number: Generated<string | null>;
  /** A path: 人事/就業. */
  category: Generated<string | null>;
  /** A department or a name, and whom to ask there. */
  owner: Generated<string | null>;
  contact: Generated<string | null>;
  review_by: Generated<string | null>;
  /** The administrators who may change the document; empty: all. */
  editors: Generated<string[]>;
  source: Generated<string | null>;
  /** Who may read its past versions. */
  history: Generated<"admins" | "readers">;
}

interface RevisionsTable {
  revision_id: Generated<string>;
  document_id: string;
  title: string;
  version: string;
  accepted: ColumnType<string, number | string, number | string>;
  /** The rule that a draft brings with it when it is published. */
  access_rules: JSONColumnType<AccessRules> | null;
  /** The acceptance number of the draft that brought that rule; null: this one did. */
  rules_accepted: ColumnType<string | null, number | null | undefined, number | null>;
  created_at: Generated<Date>;
  /** The version's number; null: it was never published. */
  number: Generated<number | null>;
  published_at: Generated<Date | null>;
  version_is_default: Generated<boolean>;
  /** The day on which it was published, corrected or withdrawn: it is kept from then on at least. */
  kept_from: Generated<string | null>;
  /** Who published it; of a draft, who uploaded it. */
  by_user: Generated<string | null>;
  chunk_count: number;
  /** The uploaded file; like the two below, null if none is kept. */
  original: Generated<Buffer | null>;
  original_media_type: Generated<string | null>;
  original_for: Generated<OriginalFile["original_for"] | null>;
  /** Of its chunks; null until all of them are embedded. */
  embed_version: Generated<string | null>;
  /** The day from which it is in force; null: a draft that will be in force from its publication on. */
  effective_from: Generated<string | null>;
  /** Why, in the words of the publisher. */
  note: Generated<string | null>;
  notice: Generated<"none" | "tell" | "confirm">;
  confirm_by: Generated<string | null>;
  withdrawn: JSONColumnType<{ at: string; by_user: string | null; reason: string }, string | null | undefined> | null;
  /** Of a draft that was not approved. */
  /** What a draft changes of its document. */
  fields: JSONColumnType<Partial<DocumentFields>, string | null | undefined> | null;
  returned: JSONColumnType<{ at: string; by_user: string; comment: string }, string | null | undefined> | null;
}

/** The content of uploaded files, once each. */
interface OriginalsTable {
  sha256: Buffer;
  bytes: number;
}

interface OriginalPartsTable {
  sha256: Buffer;
  /** From 0. */
  part: number;
  content: Buffer;
}

interface ChunksTable {
  revision_id: string;
  /** From 0, in reading order. */
  place: number;
  chunk_id: string;
  text_hash: string;
  scope: string;
  related_scopes: string[];
  /** The chunk as it is answered. `json` keeps it as written, key by key. */
  chunk: JSONColumnType<StructuredChunk>;
}

/** What the index holds of a published revision. */
interface TermVectorsTable {
  revision_id: string;
  /** The version of the rules that made them: instances of two versions have a row each. */
  terms_version: number;
  vectors: Buffer;
}

/** One row. */
interface FrontPageTable {
  questions: string[];
  version: number;
}

interface VocabularyTable {
  said: string;
  meant: string[];
  both_ways: boolean;
  weight: number;
  on: boolean;
  starter: boolean;
}

/** Every rule that was ever in force, from `at` on. */
interface RuleVersionsTable {
  document_id: string;
  rules_version: number;
  at: Generated<Date>;
  by_user: string | null;
  cause: RuleCause;
  access_rules: JSONColumnType<AccessRules>;
  /** How many active users could read the document by this rule and not by the one before, and the reverse. */
  gained: number;
  lost: number;
}

/** A document as it was from `at` on. */
interface DocumentStatesTable {
  state_id: Generated<string>;
  document_id: string;
  at: Generated<Date>;
  /** Both null: it was deleted then. */
  title: string | null;
  version: string | null;
}

/** Which day the pointers of all documents stand for: one row. */
interface CalendarTable {
  /** null: no instance has stated it. */
  time_zone: string | null;
  day: string;
}

/** What readers did with a version: at most once each. */
interface ActsTable {
  document_id: string;
  number: number;
  user_id: string;
  at: Generated<Date>;
}

interface JobsTable {
  accepted: Generated<string>;
  job_id: Generated<string>;
  document_id: string;
  state: Job["state"];
  progress: Generated<number>;
  options: JSONColumnType<object>;
  report: JSONColumnType<object> | null;
  problems: JSONColumnType<readonly Problem[]> | null;
  payload: Buffer | null;
  attempt: Generated<number>;
  hold: Generated<number>;
  /** When a worker may take it: the end of its pause while it is queued, of its lease while it is running. */
  free_from: Generated<Date>;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

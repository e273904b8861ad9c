import type { PublicationPreview } from "../answers.js";
import type { Standing } from "./standing.js";
import type { UploadChoices } from "./upload-call.js";
import { isStructured, problemsOf, type RowIn, type RowProblem, type UploadRow } from "./upload-row.js";

/** The choices that all files share. */
export type UploadSettings = Omit<UploadChoices, "document_id" | "title">;

/** A draft first: what readers have changes only after a look at it. */
export const FIRST_SETTINGS: UploadSettings = { version: "", publish: false, isRestricted: false, original: "admins" };

/** Documents with the same future readers. */
export interface Audience {
  readonly preview: PublicationPreview;
  readonly when: "atOnce" | "later" | "byFile";
  readonly documents: readonly string[];
}

/** What an upload of the open rows would send and do. */
export interface UploadPlan {
  readonly problems: ReadonlyMap<number, RowProblem>;
  /** The rows without a problem. */
  readonly choices: ReadonlyMap<number, UploadChoices>;
  /** Whether there are files that the settings apply to. */
  readonly hasFiles: boolean;
  /** Whether there are new documents among them: only these have a choice of rule; others keep theirs. */
  readonly hasNew: boolean;
  /** Whether the default opens all of these to everyone. */
  readonly opensToAll: boolean;
  /** false: some documents are not looked up yet. */
  readonly isKnown: boolean;
  readonly audiences: readonly Audience[];
}

export function planOf(
  open: readonly RowIn<"open">[],
  settings: UploadSettings,
  standings: ReadonlyMap<string, Standing>,
): UploadPlan {
  const problems = problemsOf(open);
  const ready = open.filter(({ key }) => !problems.has(key));
  const files = ready.filter((row) => !isStructured(row));
  const standingOf = ({ document_id }: UploadRow) => standings.get(document_id);
  const isNew = (row: UploadRow) => standingOf(row)?.published === null;
  const choicesOf = (row: UploadRow): UploadChoices => {
    const { document_id, title } = row;
    return { ...settings, document_id, title, isRestricted: settings.isRestricted && isNew(row) };
  };
  return {
    problems,
    choices: new Map(ready.map((row) => [row.key, choicesOf(row)])),
    hasFiles: open.some((row) => row.media_type !== null && !isStructured(row)),
    hasNew: files.some(isNew),
    opensToAll: files.filter(isNew).every((row) => standingOf(row)?.publication.access_rules.allow_all),
    isKnown: ready.every(standingOf),
    audiences: audiencesOf(
      ready.flatMap((row) => {
        const standing = standingOf(row);
        return standing ? [audienceOf(row, standing, choicesOf(row))] : [];
      }),
    ),
  };
}

function audienceOf(row: UploadRow, standing: Standing, { publish, isRestricted }: UploadChoices): Audience {
  const documents = [row.document_id];
  if (isStructured(row)) return { preview: standing.publication, when: "byFile", documents };
  // A draft without a rule keeps the rule of the draft that it replaces.
  const preview = publish ? standing.publication : (standing.draft ?? standing.publication);
  return { preview: isRestricted ? restricted(preview) : preview, when: publish ? "atOnce" : "later", documents };
}

/** The preview for an upload that only administrators and developers may read. */
function restricted({ readers: { now } }: PublicationPreview): PublicationPreview {
  const access_rules = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
  return { access_rules, readers: { now, after: 0 } };
}

/** Joins those that say the same. */
function audiencesOf(each: readonly Audience[]): Audience[] {
  const joined = new Map<string, Audience>();
  for (const { documents, ...audience } of each) {
    const key = JSON.stringify(audience);
    joined.set(key, { ...audience, documents: [...(joined.get(key)?.documents ?? []), ...documents] });
  }
  return [...joined.values()];
}

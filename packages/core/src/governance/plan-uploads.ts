import { type AccessRules, CLOSED } from "../access/rules.js";
import { isDocumentId } from "../chunks/chunk-id.js";
import { problemWithDocumentId } from "../documents/accept-document.js";
import type { DocumentCatalog, DocumentStanding } from "../documents/document-catalog.js";
import { documentIdOf, FILE_EXTENSIONS, mediaTypeOf } from "../documents/media-types.js";
import { otherFormatOf } from "../documents/other-formats.js";
import type { Problem } from "../problems.js";
import type { UserDirectory } from "../users/user-directory.js";

/** A file that may be uploaded without an access rule of its own. */
export interface IntendedUpload {
  /** Absent: made from the file's name. */
  readonly document_id?: string;
  readonly file_name?: string;
  /** false: kept as a draft. */
  readonly publish?: boolean;
}

/** The readers of a document now, and once an upload or its draft is published. */
export interface PublicationPreview {
  /** The rule that will be in force. */
  readonly access_rules: AccessRules;
  /** How many active users with role `user` can read the document now, and after publication. */
  readonly readers: { readonly now: number; readonly after: number };
}

/** What an upload would be. */
export interface PlannedUpload extends Pick<DocumentStanding, "document_id"> {
  /** The version that it would replace. */
  readonly published: { readonly title: string; readonly version: string } | null;
  /** The draft that waits; another draft would replace it. */
  readonly draft: { readonly title: string; readonly version: string } | null;
  /** null: it would be refused. */
  readonly publication: PublicationPreview | null;
  /** Why it would be refused. */
  readonly problems: readonly Problem[];
}

interface PlanDeps {
  readonly documents: Pick<DocumentCatalog, "standings">;
  readonly users: Pick<UserDirectory, "ruleEffects">;
  /** The rule of a new document that has none of its own (NEW_DOCUMENTS). */
  readonly newDocumentRules: AccessRules;
}

/** Says of each upload what it would be, in their order. Writes nothing. */
export async function planUploads(
  intended: readonly IntendedUpload[],
  { documents, users, newDocumentRules }: PlanDeps,
): Promise<readonly PlannedUpload[]> {
  const uploads = intended.map((upload) => ({
    ...upload,
    document_id: upload.document_id ?? documentIdOf(upload.file_name ?? ""),
  }));
  const ids = new Set(uploads.map(({ document_id }) => document_id).filter(isDocumentId));
  const known = new Map((await documents.standings([...ids])).map((each) => [each.document_id, each]));
  const changes = uploads.map(({ document_id, publish = true }) => {
    const { published = null, draft = null, next_rules = null } = known.get(document_id) ?? {};
    // A draft without a rule keeps the rule of the draft that it replaces, but not a default of then.
    const after = next_rules === null ? newDocumentRules : ((publish ? null : draft?.access_rules) ?? next_rules);
    return { before: published?.access_rules ?? CLOSED, after };
  });
  const effects = await users.ruleEffects(changes, { over_all: 0, each: 0 });
  const times = new Map<string, number>();
  for (const { document_id } of uploads) times.set(document_id, (times.get(document_id) ?? 0) + 1);
  return uploads.map(({ document_id, file_name }, i) => {
    const standing = known.get(document_id);
    const problem =
      problemWithFileName(file_name) ??
      problemWithDocumentId(standing, document_id) ??
      (times.get(document_id) === 1 ? null : ({ code: "document_id.repeated" } as const));
    const { now = 0, gained, lost } = effects.changes[i] ?? {};
    const readers = { now, after: now + (gained?.count ?? 0) - (lost?.count ?? 0) };
    return {
      document_id,
      published: headOf(standing?.published),
      draft: headOf(standing?.draft),
      publication: problem === null ? { access_rules: changes[i]?.after ?? CLOSED, readers } : null,
      problems: problem === null ? [] : [problem],
    };
  });
}

function problemWithFileName(file_name: string | undefined): Problem | null {
  if (file_name === undefined || mediaTypeOf(file_name) !== null) return null;
  const format = otherFormatOf(file_name);
  return format
    ? { code: "file.other_format", format }
    : { code: "file.no_reader", media_type: file_name, known: FILE_EXTENSIONS };
}

function headOf(version: DocumentStanding["published"] | undefined): PlannedUpload["published"] {
  return version ? { title: version.title, version: version.version } : null;
}

import { type AccessRules, CLOSED } from "../access/rules.js";
import { isDocumentId } from "../chunks/chunk-id.js";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import { type Refusal, refuse } from "../errors.js";
import type { UserDirectory } from "../users/user-directory.js";

/** The readers of a document before and after its next version is published. */
export interface PublicationPreview {
  /** The rule that will be in force. */
  readonly access_rules: AccessRules;
  /** How many active users with role `user` can read the document now, and after publication. */
  readonly readers: { readonly now: number; readonly after: number };
}

interface PublicationPreviewDeps {
  readonly documents: Pick<DocumentCatalog, "nextRules">;
  readonly users: Pick<UserDirectory, "ruleEffects">;
  /** The rule of a new document that has none of its own (NEW_DOCUMENTS). */
  readonly newDocumentRules: AccessRules;
}

/** Previews an upload without a rule, also of a document that does not exist yet, or the waiting draft. */
export async function previewPublication(
  document_id: string,
  of: "upload" | "draft",
  { documents, users, newDocumentRules }: PublicationPreviewDeps,
): Promise<PublicationPreview | Refusal> {
  if (!isDocumentId(document_id)) return refuse("DOCUMENT_NOT_FOUND", { code: "document_id.impossible" });
  const rules = await documents.nextRules(document_id, of);
  if (rules === null) return refuse("DOCUMENT_NOT_FOUND", { code: "draft.unknown" });
  const access_rules = rules.next ?? newDocumentRules;
  const change = { before: rules.now ?? CLOSED, after: access_rules };
  const { gained, lost, changes } = await users.ruleEffects([change], { over_all: 0, each: 0 });
  const now = changes[0]?.now ?? 0;
  return { access_rules, readers: { now, after: now + gained.count - lost.count } };
}

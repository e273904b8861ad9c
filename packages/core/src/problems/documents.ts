/** Problems with documents, with an upload as a whole, and the results of changes. */
export const DOCUMENT_PROBLEMS = {
  "document.unknown": {},
  "document_id.ill_formed": {},
  "document_id.impossible": {},
  "draft.unknown": {},
  "draft.not_kept": {},
  "version.not_published": {},
  "version.superseded": {},
  "version.rule_outdated": {},
  "upload.empty": {},
  "upload.not_json": {},
  "upload.envelope_too_large": { megabytes: "number" },
  "upload.rule_not_json": {},
  "upload.rule_null": {},
  "upload.misplaced_fields": { fields: "texts" },
  "change.none": {},
  "sender.not_admin": { user_id: "text" },
} as const;

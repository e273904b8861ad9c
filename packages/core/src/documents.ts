export { DOCUMENT_FIELD_NAMES, type DocumentFields, readDocumentFields } from "./documents/document-fields.js";
export type { DocumentHead, PublishedHead } from "./documents/document-head.js";
export { type GivenOptions, type IngestOptions, readOptions } from "./documents/ingest-options.js";
export { KEPT_VERSIONS, type KeptVersions } from "./documents/kept-versions.js";
export { type OriginalFile, restoredFor, type UploadedOriginal } from "./documents/original-file.js";
export { planPublication, standingOf } from "./documents/publication.js";
export {
  type DocumentEvent,
  type HeldState,
  type PlannedEntry,
  type PublicationPlan,
  type PublicationRefusal,
  type SenderRefusal,
  type StatedRule,
  UNKNOWN_DOCUMENT,
} from "./documents/publication-plan.js";

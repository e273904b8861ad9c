export { DOCUMENT_FIELD_NAMES, type DocumentFields, readDocumentFields } from "./documents/document-fields.js";
export type { DocumentHead, PublishedHead } from "./documents/document-head.js";
export {
  type DraftPublication,
  type Enactment,
  enactmentOf,
  problemWithReason,
  type Restoration,
  readEnactment,
} from "./documents/enactment.js";
export { type GivenOptions, type IngestOptions, readOptions } from "./documents/ingest-options.js";
export { inForce, openEnd, standing } from "./documents/life.js";
export { type OriginalFile, restoredFor, type UploadedOriginal } from "./documents/original-file.js";
export { firstEnd, planSwitch } from "./documents/plan-life.js";
export { isDeletable, planPublication, standingOf } from "./documents/publication.js";
export {
  type DocumentEvent,
  type HeldDraft,
  type HeldState,
  type HeldVersion,
  type PlannedEntry,
  type PublicationPlan,
  type PublicationRefusal,
  type PublishedRevision,
  type SenderRefusal,
  type StatedAbolition,
  UNKNOWN_DOCUMENT,
} from "./documents/publication-plan.js";

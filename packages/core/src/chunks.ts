export { unitsOf } from "./answers/units.js";
export { isChunkId, isDocumentId } from "./chunks/chunk-id.js";
export { type ChunkChanges, compareChunks } from "./chunks/compare.js";
export { buildDisplay, sectionName } from "./chunks/display.js";
export type { DocumentTree, Passage, Section, SourcePlace } from "./chunks/document-tree.js";
export { type ReadTable, readEachChunk } from "./chunks/read-chunks.js";
export { type ChunkRelations, relateChunks } from "./chunks/relations.js";
export {
  findReferences,
  labelNumber,
  readSectionHeading,
  referenceTo,
  type SectionHeading,
} from "./chunks/section-label.js";
export { isHeading, sectionsOf } from "./chunks/sections.js";
export { buildChunk, structureDocument } from "./chunks/structure-document.js";
export type {
  BoundingBox,
  SectionPathElement,
  SectionType,
  StructuredChunk,
  TextType,
} from "./chunks/structured-chunk.js";
export { type TableText, tableText } from "./chunks/table-text.js";
export { textHash, versionHash } from "./chunks/text-hash.js";
export { compareDocuments } from "./comparison/compare.js";

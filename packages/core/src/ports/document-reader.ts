import type { DocumentTree } from "../chunks/document-tree.js";
import type { Problem } from "../problems.js";

/** What reading a file gave. */
export interface ReadDocument {
  readonly tree: DocumentTree;
  /** The document's own title, where it has one. */
  readonly title: string | null;
  /** What could not be kept as it was. */
  readonly warnings: readonly Problem[];
}

/** A file that cannot be read: the problems say why, for its sender. */
export class UnreadableDocumentError extends Error {
  override readonly name = "UnreadableDocumentError";
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ code }) => code).join());
    this.problems = problems;
  }
}

/** Reads files of some formats into a document tree. */
export interface DocumentReader {
  /** The media types that it reads, without parameters: `text/markdown`. */
  readonly media_types: readonly string[];
  /**
   * No visible text may be lost or doubled.
   * @throws UnreadableDocumentError for anything that is not a readable file of that type
   */
  read(media_type: string, bytes: Uint8Array): Promise<ReadDocument>;
}

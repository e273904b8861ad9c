import type { DocumentTree } from "../chunks/document-tree.js";
import type { Problem } from "../problems.js";

/** The content of a file. */
export interface ReadDocument {
  readonly tree: DocumentTree;
  /** The document's own title; null if it has none. */
  readonly title: string | null;
  /** Parts of the file that could not be kept unchanged. */
  readonly warnings: readonly Problem[];
}

/** A file cannot be read; the problems tell its sender why. */
export class UnreadableDocumentError extends Error {
  override readonly name = "UnreadableDocumentError";
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(({ code }) => code).join());
    this.problems = problems;
  }
}

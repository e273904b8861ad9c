import { createHash } from "node:crypto";
import { CHUNK_ID, CHUNK_ID_MAX, DOCUMENT_ID } from "../limits.js";
import { labelNumber } from "./section-label.js";
import type { SectionPathElement, SectionType, TextType } from "./structured-chunk.js";

const SEPARATOR = "::";

const PREFIXES: Readonly<Record<SectionType, string>> = {
  part: "part",
  chapter: "ch",
  section: "sec",
  article: "art",
  annex: "annex",
  supplement: "sup",
};

export function isDocumentId(value: unknown): value is string {
  return typeof value === "string" && DOCUMENT_ID.test(value);
}

export function isChunkId(value: unknown): value is string {
  return typeof value === "string" && value.length <= CHUNK_ID_MAX && CHUNK_ID.test(value);
}

/**
 * Gives out the chunk ids of one section (SPEC 2.5: document, section path, text_type and a sequence). The sequence
 * counts each text_type inside its section, so text inserted elsewhere changes no other id.
 */
export class SectionId {
  readonly #children = new Map<string, number>();
  readonly #chunks = new Map<TextType, number>();

  private constructor(readonly prefix: string) {}

  static ofDocument(document_id: string): SectionId {
    return new SectionId(document_id);
  }

  /** A section below this one; the second with the same segment gets `~2`. */
  child(element: Pick<SectionPathElement, "type" | "label" | "title">): SectionId {
    const segment = segmentOf(element);
    const nth = (this.#children.get(segment) ?? 0) + 1;
    this.#children.set(segment, nth);
    return new SectionId(`${this.prefix}${SEPARATOR}${segment}${nth === 1 ? "" : `~${nth}`}`);
  }

  nextChunkId(text_type: TextType): string {
    const nth = (this.#chunks.get(text_type) ?? 0) + 1;
    this.#chunks.set(text_type, nth);
    return `${this.prefix}${SEPARATOR}${text_type}-${nth}`;
  }
}

function segmentOf({ type, label, title }: Pick<SectionPathElement, "type" | "label" | "title">): string {
  const number = labelNumber(label);
  if (number !== null) return PREFIXES[type] + number;
  return createHash("sha256").update([type, label, title].join("\n"), "utf8").digest("hex").slice(0, 8);
}

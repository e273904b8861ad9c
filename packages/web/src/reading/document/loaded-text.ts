import type { DocumentPart, ReadChunk } from "../answers.js";

/** Chunks of one section that follow each other. */
export interface Run {
  readonly key: string;
  readonly section: string;
  readonly chunks: readonly ReadChunk[];
}

/** The loaded part of a document. */
export interface LoadedText {
  readonly document: DocumentPart["document"];
  readonly total: number;
  /** The place of the first loaded chunk. */
  readonly first: number;
  /** Whether every chunk of the document is there. */
  readonly isWhole: boolean;
  readonly runs: readonly Run[];
  /** The section of each chunk, by chunk_id. */
  readonly sections: ReadonlyMap<string, string>;
  /** The annexes and articles that each section names or that name it. */
  readonly related: ReadonlyMap<string, readonly string[]>;
}

/** Joins parts of one version that follow each other; there is at least one. */
export function joined(parts: readonly DocumentPart[]): LoadedText {
  const { document, total, first } = parts[0] as DocumentPart;
  const runs: { key: string; section: string; chunks: ReadChunk[] }[] = [];
  const sections = new Map<string, string>();
  const related = new Map<string, readonly string[]>();
  const keys = new Set<string>();
  for (const part of parts) {
    for (const { section, related: others } of part.related_sections) related.set(section, others);
    for (const [i, chunk] of part.items.entries()) {
      const section = part.sections[i] as string;
      sections.set(chunk.chunk_id, section);
      const last = runs.at(-1);
      if (last?.section === section) last.chunks.push(chunk);
      else {
        // A section whose path returns later in the document has several runs; only the first is at its address.
        const key = keys.has(section) ? chunk.chunk_id : section;
        keys.add(key);
        runs.push({ key, section, chunks: [chunk] });
      }
    }
  }
  return { document, total, first, isWhole: sections.size === total, runs, sections, related };
}

/** Whether a passage or section is loaded; null: the beginning. */
export function hasPassage({ first, sections, runs }: LoadedText, passage: string | null): boolean {
  if (passage === null) return first === 0;
  return sections.has(passage) || runs.some(({ section }) => section === passage);
}

import type { OutlineEntry } from "../answers.js";
import type { LoadedText } from "./loaded-text.js";

/** A heading of the document, and the section that it opens. */
export interface Heading extends OutlineEntry {
  readonly section: string;
  /** Label and title. */
  readonly name: string;
}

/** The headings in reading order, with their sections. */
export function headingsOf(outline: readonly OutlineEntry[], { sections }: Pick<LoadedText, "sections">): Heading[] {
  return outline.map((entry) => ({
    ...entry,
    name: [entry.label, entry.title].filter(Boolean).join(" "),
    // Of a chunk that is not loaded only the id is known; ours begin with their section.
    section: sections.get(entry.chunk_id) ?? entry.chunk_id.split("::").slice(0, -1).join("::"),
  }));
}

/** The index of the heading under which a section is; -1: it is before the first one. */
export function headingOf(
  section: string | null,
  headings: readonly Heading[],
  { runs }: Pick<LoadedText, "runs">,
): number {
  const own = headings.findLastIndex((heading) => heading.section === section);
  if (own >= 0 || section === null) return own;
  // A section without a heading of its own belongs to the heading before it.
  const bySection = new Map(headings.map((heading, i) => [heading.section, i]));
  const at = runs.findIndex((run) => run.section === section);
  for (const { section: earlier } of runs.slice(0, Math.max(0, at)).reverse()) {
    const found = bySection.get(earlier);
    if (found !== undefined) return found;
  }
  return -1;
}

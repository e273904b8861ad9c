import type { OutlineEntry } from "../answers.js";
import type { LoadedText } from "./loaded-text.js";

/** A heading of the document, and the section to which it belongs. */
export interface Heading extends OutlineEntry {
  readonly section: string;
  /** Whether it is the first one of its section: the others are inside an article or annex. */
  readonly isFirst: boolean;
  /** The section's address or the chunk_id to which links to it lead. */
  readonly passage: string;
  /** Label and title. */
  readonly name: string;
}

/** The headings of a text, as far as it is loaded, without their sections. */
export function outlineIn({ runs }: Pick<LoadedText, "runs">): OutlineEntry[] {
  return runs
    .flatMap(({ chunks }) => chunks)
    .flatMap(({ chunk_id, text_type, metadata: { section_path } }) => {
      const section = section_path.at(-1);
      return section && (text_type === "heading" || text_type === "annex_title") ? [{ chunk_id, ...section }] : [];
    });
}

/** What is inside one of these belongs to it. */
const ARTICLES: ReadonlySet<string> = new Set(["article", "annex", "supplement"]);

/** The headings in reading order, with their sections. */
export function headingsOf(outline: readonly OutlineEntry[], { sections }: Pick<LoadedText, "sections">): Heading[] {
  const seen = new Set<string>();
  let around: Heading[] = [];
  return outline.map((entry) => {
    around = around.filter(({ level }) => level < entry.level);
    const isArticle = ARTICLES.has(entry.type);
    const loaded = sections.get(entry.chunk_id);
    const section =
      loaded ??
      (isArticle ? undefined : around.at(-1)?.section) ??
      // Of a chunk that is not loaded only the id is known; ours begin with their section.
      entry.chunk_id.split("::").slice(0, -1).join("::");
    const isFirst = !seen.has(section);
    seen.add(section);
    const heading = {
      ...entry,
      section,
      isFirst,
      passage: isFirst && loaded !== undefined ? section : entry.chunk_id,
      name: [entry.label, entry.title].filter(Boolean).join(" "),
    };
    if (isArticle) around.push(heading);
    return heading;
  });
}

/** The index of the first heading of a section; -1: the section is before the first heading. */
export function headingOf(
  section: string | null,
  headings: readonly Heading[],
  { runs }: Pick<LoadedText, "runs">,
): number {
  const own = headings.findIndex((heading) => heading.section === section);
  if (own >= 0 || section === null) return own;
  // A section without a heading of its own belongs to the heading before it.
  const bySection = new Map(headings.flatMap((heading, i) => (heading.isFirst ? [[heading.section, i]] : [])));
  const at = runs.findIndex((run) => run.section === section);
  for (const { section: earlier } of runs.slice(0, Math.max(0, at)).reverse()) {
    const found = bySection.get(earlier);
    if (found !== undefined) return found;
  }
  return -1;
}

/**
 * The headings before and after a place, to turn to: of sections that one reads. A chapter or part with articles is only
 * named above them.
 * @param at the index of a heading; -1: before the first one
 */
export function neighbours(at: number, headings: readonly Heading[]): [Heading | undefined, Heading | undefined] {
  const isRead = ({ isFirst }: Heading, i: number) => isFirst && !hasArticles(i, headings);
  return [
    headings.findLast((heading, i) => i < at && isRead(heading, i)),
    headings.find((heading, i) => i > at && isRead(heading, i)),
  ];
}

function hasArticles(at: number, headings: readonly Heading[]): boolean {
  const [own, ...below] = headings.slice(at) as [Heading, ...Heading[]];
  if (ARTICLES.has(own.type)) return false;
  const end = below.findIndex(({ level }) => level <= own.level);
  return below.slice(0, end < 0 ? undefined : end).some(({ type }) => ARTICLES.has(type));
}

/** The headings of the sections that a heading's section names, or that name it. */
export function relatedTo(heading: Heading | undefined, headings: readonly Heading[], text: LoadedText): Heading[] {
  const related = new Set(heading ? text.related.get(heading.section) : []);
  return headings.filter(({ section, isFirst }) => isFirst && related.has(section));
}

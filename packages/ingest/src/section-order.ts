import { labelNumber, type SectionHeading } from "@retrieval/core/chunks";

/** The properties of a heading that decide the nesting of sections. */
export interface RankedHeading extends SectionHeading {
  /** Its level in the source, 1 to 6. */
  readonly depth: number;
  /** The unit of its label: 章, 条, chapter, article … `number` for 1.2, `ordinal` for 第１ and Ⅰ; "" without a label. */
  readonly unit: string;
}

const JAPANESE_UNITS = "編部章節款目条";
/** From the outermost to the innermost; units in one line compare by their levels in the source. */
const RANKS: readonly (readonly string[])[] = [
  ["編", "部", "part", "title"],
  ["章", "chapter"],
  ["節", "section"],
  ["款"],
  ["目", "ordinal"],
  ["条", "article"],
];
const ARTICLE_RANK = RANKS.length - 1;

export function rankHeading(heading: SectionHeading, depth: number): RankedHeading {
  return { ...heading, depth, unit: unitOf(heading) };
}

function unitOf({ type, label }: SectionHeading): string {
  if (label === "") return "";
  if (type === "annex" || type === "supplement") return type;
  const japanese = label.startsWith("第") && [...JAPANESE_UNITS].find((unit) => label.includes(unit));
  if (japanese) return japanese;
  if (/^[第Ⅰ-Ⅻ]/.test(label)) return "ordinal";
  if (/^[0-9０-９]/.test(label)) return "number";
  return /^t[ií]t/i.test(label) ? "title" : type;
}

/** Whether an open section contains the section of a heading. */
export type Contains = (outer: RankedHeading, inner: RankedHeading) => boolean;

/**
 * Decides how sections nest: labelled ones by rank, regardless of their levels in the source; others by level.
 * Annexes and supplements close the chapters and articles before them.
 */
export function nestingOf(headings: readonly RankedHeading[]): Contains {
  const sectionRank = isSectionInsideArticle(headings) ? ARTICLE_RANK + 1 : null;
  const rankOf = ({ unit }: RankedHeading) =>
    unit === "section" && sectionRank !== null ? sectionRank : RANKS.findIndex((units) => units.includes(unit));

  return (outer, inner) => {
    const isDeeper = inner.depth > outer.depth;
    if (isAppended(inner)) return takesInAppended(outer) && isDeeper;
    if (isAppended(outer)) return isDeeper || (inner.depth === outer.depth && belongsTo(outer, inner));
    const [outerRank, innerRank] = [rankOf(outer), rankOf(inner)];
    if (outerRank >= 0 && innerRank >= 0) {
      return outerRank < innerRank || (outerRank === innerRank && outer.unit !== inner.unit && isDeeper);
    }
    if (inner.unit === "number") {
      if (outer.unit === "number") return isPrefix(outer.label, inner.label) || isDeeper;
      return isDeeper || (outerRank >= 0 && inner.depth === outer.depth);
    }
    return isDeeper;
  };
}

const isAppended = ({ unit }: RankedHeading) => unit === "annex" || unit === "supplement";

function takesInAppended(outer: RankedHeading): boolean {
  if (outer.unit === "supplement") return false;
  return outer.unit === "annex" || outer.unit === "" || outer.unit === "number" || outer.type === "part";
}

/** Sections that an annex or supplement contains although they have its level: its own articles and numbers. */
function belongsTo(outer: RankedHeading, inner: RankedHeading): boolean {
  return inner.unit === "number" || (outer.unit === "supplement" && inner.type === "article");
}

/** Chapter, Section, Article in some laws; Article, Section in others: the document's own levels and order decide. */
function isSectionInsideArticle(headings: readonly RankedHeading[]): boolean {
  const section = headings.findIndex(({ unit }) => unit === "section");
  const article = headings.findIndex(({ unit }) => unit === "article");
  if (section < 0 || article < 0) return false;
  const [sectionDepth, articleDepth] = [headings[section]?.depth ?? 0, headings[article]?.depth ?? 0];
  return sectionDepth === articleDepth ? article < section : articleDepth < sectionDepth;
}

/** 1.2 before 1.2.3. */
function isPrefix(outer: string, inner: string): boolean {
  const [outerNumber, innerNumber] = [labelNumber(outer), labelNumber(inner)];
  return outerNumber !== null && (innerNumber?.startsWith(`${outerNumber}-`) ?? false);
}

import type { Root, RootContent } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { readRepositoryFile, type Source } from "./guides.js";
import { slugs } from "./slug.js";

export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** Its anchor. */
  readonly slug: string;
}

export interface ParsedGuide {
  readonly root: Root;
  readonly headings: readonly Heading[];
}

const parser = unified().use(remarkParse).use(remarkGfm);

/** The Markdown of a page; the first heading of a page made of sections is its title. */
export function parseGuide({ file, sections }: Source): ParsedGuide {
  const whole = parser.parse(readRepositoryFile(file).toString("utf8")) as Root;
  const root = sections === undefined ? whole : { ...whole, children: sectionsOf(whole, sections, file) };
  return { root, headings: headingsOf(root) };
}

function sectionsOf({ children }: Root, names: readonly string[], file: string): RootContent[] {
  return names.flatMap((name, i) => {
    const from = children.findIndex((node) => node.type === "heading" && node.depth === 2 && textOf(node) === name);
    if (from === -1) throw new Error(`${file} has no section ${name}`);
    const next = children.findIndex((node, at) => at > from && node.type === "heading" && node.depth <= 2);
    const section = children.slice(from, next === -1 ? undefined : next);
    return i === 0 ? section.map((node, at) => (at === 0 ? ({ ...node, depth: 1 } as RootContent) : node)) : section;
  });
}

function headingsOf({ children }: Root): Heading[] {
  const slug = slugs();
  return children.flatMap((node) => {
    if (node.type !== "heading") return [];
    const text = textOf(node);
    return [{ depth: node.depth, text, slug: slug(text) }];
  });
}

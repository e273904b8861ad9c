import type { Nodes } from "mdast";
import { toString as textIn } from "mdast-util-to-string";
import { visit } from "unist-util-visit";

/** The text that a reader sees, without markup; a hard line break is a line feed. */
export function plainText(node: Nodes): string {
  const parts: string[] = [];
  visit(node, (child) => {
    if (child.type === "break") parts.push("\n");
    else if (!("children" in child)) parts.push(textIn(child));
  });
  return parts.join("");
}

/** The same as one line, without control characters and those that `problemWithTitle` refuses: for headings and labels. */
export function plainLine(node: Nodes): string {
  return plainText(node)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069]+/gu, "")
    .trim();
}

/** Removes blanks and line feeds at the edges. Other white space stays: a full-width space indents a paragraph. */
export function withoutEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isEdge(text[from])) from += 1;
  while (to > from && isEdge(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

const isEdge = (sign: string | undefined) => sign === " " || sign === "\t" || sign === "\n";

import { UnreadableDocumentError } from "@retrieval/core/ports";

/** The maximum of quotes and lists opened in one line, and of nesting in a document; far beyond any real one. */
const CONTAINERS_MAX = 100;
const DEPTH_MAX = 200;

/** A list item this far to the right would be in more lists than that; each takes at least two columns. */
const DEEP_ITEM = new RegExp(`^[ \\t]{${DEPTH_MAX * 2},}(?:[-+*]|\\d{1,9}[.)])(?:[ \\t]|$)`);

/**
 * Refuses lines like `> > > …` or `- - - …`, and items far to the right, with more levels than any reader could follow,
 * before they are parsed: the parser's time grows with the square of their number.
 */
export function refuseDeepLines(text: string): void {
  for (const line of text.split("\n")) {
    if (DEEP_ITEM.test(line)) throw new UnreadableDocumentError({ code: "file.nested_too_deep" });
    if (countContainers(line) > CONTAINERS_MAX && !isThematicBreak(line))
      throw new UnreadableDocumentError({ code: "file.nested_too_deep" });
  }
}

/** A node of mdast, hast or xast. */
interface TreeNode {
  readonly type: string;
  readonly children?: readonly TreeNode[];
}

export function refuseDeepTree(root: TreeNode): void {
  let level: readonly TreeNode[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) throw new UnreadableDocumentError({ code: "file.nested_too_deep" });
    level = level.flatMap(({ children }) => children ?? []);
  }
}

/** The block quote and list markers (CommonMark 5.1, 5.2) at the beginning of a line. */
function countContainers(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; ) {
    const sign = line[at] as string;
    if (isBlank(sign)) {
      at += 1;
    } else if (sign === ">") {
      count += 1;
      at += 1;
    } else {
      const length = listMarkerLength(line, at);
      if (length === 0) return count;
      count += 1;
      at += length;
    }
  }
  return count;
}

function listMarkerLength(line: string, from: number): number {
  let at = from;
  while (at - from < 9 && isDigit(line[at])) at += 1;
  const marks = at === from ? "-+*" : ".)";
  const mark = line[at];
  if (mark === undefined || !marks.includes(mark) || !isBlank(line[at + 1] ?? " ")) return 0;
  return at + 1 - from;
}

function isThematicBreak(line: string): boolean {
  const signs = new Set([...line].filter((sign) => !isBlank(sign)));
  return signs.size === 1 && (signs.has("-") || signs.has("*"));
}

const isBlank = (sign: string) => sign === " " || sign === "\t";
const isDigit = (sign: string | undefined) => sign !== undefined && sign >= "0" && sign <= "9";

import type { Element, Nodes } from "hast";

/** What a browser never shows as text of the page; forms of a page that needs scripts among them. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(["head", "script", "style", "template", "noscript", "datalist"]);

/** Takes out what the page itself hides: a reader of its text would read what the author withdrew. */
export function dropHidden(node: Nodes): void {
  if (!("children" in node)) return;
  node.children = node.children.filter((child) => child.type !== "element" || !isHidden(child)) as typeof node.children;
  for (const child of node.children) dropHidden(child);
}

function isHidden({ tagName, properties: { hidden, style } }: Element): boolean {
  if (NEVER_SHOWN.has(tagName)) return true;
  // Hidden "until-found" is what a search is meant to find (WHATWG HTML 6.1).
  if (hidden !== undefined && hidden !== false && String(hidden).toLowerCase() !== "until-found") return true;
  return typeof style === "string" && /(?:^|;)\s*display\s*:\s*none\b/i.test(style);
}

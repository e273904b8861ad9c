import type { Element, Nodes } from "hast";

/** Elements whose text a browser never shows; `<noscript>` because browsers run scripts. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(["head", "script", "style", "template", "noscript", "datalist"]);

/** Removes hidden content, because readers must not see what the author hid. */
export function dropHidden(node: Nodes): void {
  if (!("children" in node)) return;
  node.children = node.children.filter((child) => child.type !== "element" || !isHidden(child)) as typeof node.children;
  for (const child of node.children) dropHidden(child);
}

function isHidden({ tagName, properties: { hidden, style } }: Element): boolean {
  if (NEVER_SHOWN.has(tagName)) return true;
  // Content hidden "until-found" is meant to be found by a search (WHATWG HTML 6.1).
  if (hidden !== undefined && hidden !== false && String(hidden).toLowerCase() !== "until-found") return true;
  return typeof style === "string" && /(?:^|;)\s*display\s*:\s*none\b/i.test(style);
}

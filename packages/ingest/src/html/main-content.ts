import type { Nodes, Parents, Root } from "hast";
import { beginnings } from "../beginnings.js";
import type { Warnings } from "../warnings.js";
import { holdsBlocks, isElement, lineOf } from "./elements.js";

/** A header or footer below these is not that of the page (WHATWG HTML 4.3.8, 4.3.9). */
const SECTIONING = ["article", "aside", "main", "nav", "section"];

/**
 * Leaves out what a saved page has around its content: navigation, the header and footer of the page, and everything
 * beside `<main>`. Beside a single `<article>`, only what consists of links is left out, because pages also use it for a
 * part of the content. The only h1 of the page is the document's title and stays, wherever it is. A page without any
 * text in its content stays whole.
 */
export function keepMainContent(root: Root, warnings: Warnings): void {
  const mains = pathsTo(root, (node) => isElement(node, "main") || hasRole(node, "main")).filter(hasText);
  const titles = pathsTo(root, (node) => isElement(node, "h1"));
  const articles = mains.length > 0 ? [] : pathsTo(root, (node) => isElement(node, "article"));
  const title = titles.length === 1 ? titles : [];
  const around = new Set([...mains, ...title, ...articles].flat());
  const contents = new Set([...mains, ...title].map((path) => path.at(-1)));
  const left: string[] = [];

  const isLeftOut = (node: Nodes, parent: Parents): boolean =>
    mains.length > 0 || isEdge(node) || (articles.length === 1 && around.has(parent) && consistsOfLinks(node));
  const begins = (node: Nodes): boolean =>
    contents.has(node) || (mains.length === 0 && (isElement(node, ...SECTIONING) || isEdge(node)));
  const kept = <Parent extends Parents>(parent: Parent, isContent: boolean): Parent => {
    const children = (parent.children as Nodes[]).flatMap((node): Nodes[] => {
      if (!around.has(node) && (isNavigation(node) || (!isContent && isLeftOut(node, parent)))) {
        left.push(wordsOf(node));
        return [];
      }
      return "children" in node ? [kept(node, isContent || begins(node))] : [node];
    });
    return { ...parent, children };
  };

  const content = kept(root, false);
  const texts = left.filter((text) => text !== "");
  if (texts.length === 0 || lineOf(content) === "") return;
  root.children = content.children;
  warnings.add({ code: "html.outside_content", count: texts.length, places: beginnings(texts) });
}

/** The outermost elements of a kind, each as the last of the nodes around it. */
function pathsTo(root: Nodes, isWanted: (node: Nodes) => boolean): Nodes[][] {
  const paths: Nodes[][] = [];
  const path: Nodes[] = [];
  const look = (node: Nodes) => {
    path.push(node);
    if (isWanted(node)) paths.push([...path]);
    else if ("children" in node) node.children.forEach(look);
    path.pop();
  };
  look(root);
  return paths;
}

/** Its texts with spaces between them: cells of a menu are blocks or have gaps by their styles. */
const wordsOf = (node: Nodes) =>
  pathsTo(node, ({ type }) => type === "text")
    .map((path) => lineOf(path.at(-1) as Nodes))
    .filter((text) => text !== "")
    .join(" ");

const hasText = (path: readonly Nodes[]) => lineOf(path.at(-1) as Nodes) !== "";

const isNavigation = (node: Nodes) => isElement(node, "nav") || hasRole(node, "navigation");

const isEdge = (node: Nodes) =>
  isElement(node, "header", "footer") || hasRole(node, "banner") || hasRole(node, "contentinfo");

function hasRole(node: Nodes, role: string): boolean {
  return node.type === "element" && String(node.properties.role).toLowerCase() === role;
}

/** Whether it is a block and more than half of its text are links. */
function consistsOfLinks(node: Nodes): boolean {
  if (node.type !== "element" || !holdsBlocks([node])) return false;
  const linked = pathsTo(node, (each) => isElement(each, "a")).map((path) => lineOf(path.at(-1) as Nodes));
  return linked.join("").length * 2 > lineOf(node).length;
}

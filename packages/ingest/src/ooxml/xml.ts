import type { Element, Nodes } from "xast";

export function isElement(node: Nodes, ...names: readonly string[]): node is Element {
  return node.type === "element" && (names.length === 0 || names.includes(node.name));
}

export function elements(parent: Element | undefined, ...names: readonly string[]): Element[] {
  return (parent?.children ?? []).filter((child): child is Element => isElement(child, ...names));
}

/** The first child of that name, then its first child of the next name, and so on. */
export function element(parent: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((at, name) => elements(at, name)[0], parent);
}

/** The value of a property: `<w:numId w:val="3"/>` inside its parent, at the end of a path. */
export function valueIn(parent: Element | undefined, ...path: readonly string[]): string | undefined {
  return element(parent, ...path)?.attributes["w:val"] ?? undefined;
}

export function numberIn(parent: Element | undefined, ...path: readonly string[]): number | undefined {
  const value = valueIn(parent, ...path);
  return value !== undefined && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/** A property that is on if it is present without a value (ECMA-376 Part 1, 17.17.4). */
export function isOn(parent: Element | undefined, ...path: readonly string[]): boolean {
  const property = element(parent, ...path);
  return property !== undefined && !["0", "false", "off"].includes(property.attributes["w:val"] ?? "true");
}

/** The outermost descendants of that name. */
export function descendants(parent: Element, name: string): Element[] {
  return elements(parent).flatMap((child) => (child.name === name ? [child] : descendants(child, name)));
}

export function textOf(node: Nodes): string {
  if (node.type === "text" || node.type === "cdata") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

export function showsText(parent: Element, name = "w:t"): boolean {
  return descendants(parent, name).some((text) => textOf(text).trim() !== "");
}

/** Two alternative forms of the same content (ECMA-376 Part 3, 9.3): the older one if it has the text. */
export function chooseAlternative(node: Element, text: string): Element | undefined {
  const [newer, older] = [element(node, "mc:Choice"), element(node, "mc:Fallback")];
  return older && (showsText(older, text) || !(newer && showsText(newer, text))) ? older : newer;
}

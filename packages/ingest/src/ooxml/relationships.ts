import type { Package } from "./open-package.js";
import { parseXml } from "./parse-xml.js";
import { elements } from "./xml.js";

export interface Relationship {
  readonly id: string;
  /** The last word of its type: styles, hyperlink … Transitional and strict documents differ in the rest. */
  readonly kind: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relationships of a part (ECMA-376 Part 2, 6.5.3), or of the whole package for "". */
export async function relationshipsOf(pack: Package, name: string): Promise<Relationship[]> {
  const slash = name.lastIndexOf("/") + 1;
  const folder = name.slice(0, slash);
  const path = `${folder}_rels/${name.slice(slash)}.rels`;
  if (!pack.has(path)) return [];
  return elements(parseXml(await pack.read(path)), "rel:Relationship").map(({ attributes }) => {
    const isExternal = attributes.TargetMode === "External";
    const target = attributes.Target ?? "";
    return {
      id: attributes.Id ?? "",
      kind: (attributes.Type ?? "").split("/").at(-1) ?? "",
      target: isExternal ? target : resolve(folder, target),
      isExternal,
    };
  });
}

function resolve(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

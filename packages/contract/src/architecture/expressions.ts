import { parseSync } from "@swc/core";

type Node = { readonly type?: string; readonly [key: string]: unknown };

/** The regular expressions in a TypeScript file. */
export interface Expressions {
  readonly literals: readonly RegExp[];
  /** How many are constructed when the module loads, and how many later, each time a function runs. */
  readonly constructed: { readonly atLoad: number; readonly later: number };
}

/** Reads them from the syntax tree: comments and strings do not count. */
export function expressionsIn(path: string, text: string): Expressions {
  const literals: RegExp[] = [];
  const constructed = { atLoad: 0, later: 0 };
  visit(parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx"), target: "es2022" }), false);
  return { literals, constructed };

  function visit(value: unknown, inFunction: boolean): void {
    if (Array.isArray(value)) for (const item of value) visit(item, inFunction);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (node.type === "RegExpLiteral") literals.push(new RegExp(String(node.pattern), String(node.flags)));
    if ((node.type === "NewExpression" || node.type === "CallExpression") && isRegExp(node.callee)) {
      constructed[inFunction ? "later" : "atLoad"] += 1;
    }
    const within = inFunction || /Function|Method|Constructor/.test(node.type ?? "");
    for (const child of Object.values(node)) visit(child, within);
  }
}

function isRegExp(callee: unknown): boolean {
  const { type, value } = (callee ?? {}) as Node;
  return type === "Identifier" && value === "RegExp";
}

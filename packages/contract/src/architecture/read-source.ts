import { parseSync } from "@swc/core";
import type { SourceFile } from "./import-rules.js";

type Node = { readonly type?: string; readonly [key: string]: unknown };

/**
 * Reads the facts that the rules need about a TypeScript file from its syntax tree: comments and strings do not count.
 */
export function readSource(path: string, text: string): SourceFile {
  const [, packageName = "", area] = path.split("/");
  const imports: { from: string; typesOnly: boolean }[] = [];
  const ambient: string[] = [];
  const add = (source: unknown, typesOnly: boolean) => {
    if (isNode(source) && typeof source.value === "string") imports.push({ from: source.value, typesOnly });
  };

  visit(parsed());
  return { path, package: packageName, area: area === "test" ? "test" : "src", imports, ambient };

  function parsed() {
    try {
      return parseSync(text, { syntax: "typescript", tsx: path.endsWith(".tsx"), decorators: true, target: "es2022" });
    } catch {
      throw new Error(`${path} is not TypeScript that can be read: npm run build says where`);
    }
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    switch (value.type) {
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        add(value.source, value.typeOnly === true);
        break;
      case "TsImportType":
        add(value.argument, true);
        break;
      case "CallExpression":
        if (isNode(value.callee) && value.callee.type === "Import") {
          const [first] = value.arguments as { expression: unknown }[];
          add(first?.expression, false);
        }
        if (["Date.now", "Math.random", "Date"].includes(name(value.callee))) ambient.push(`${name(value.callee)}()`);
        break;
      case "NewExpression":
        if (name(value.callee) === "Date" && !(value.arguments as unknown[] | null)?.length) ambient.push("new Date()");
        break;
      case "MemberExpression":
        if (name(value) === "process.env") ambient.push("process.env");
        break;
    }
    for (const child of Object.values(value)) visit(child);
  }
}

/** `Date.now` for that member expression, `Date` for that identifier, otherwise nothing. */
function name(value: unknown): string {
  if (!isNode(value)) return "";
  if (value.type === "Identifier") return String(value.value);
  if (value.type === "MemberExpression") return `${name(value.object)}.${name(value.property)}`;
  return "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

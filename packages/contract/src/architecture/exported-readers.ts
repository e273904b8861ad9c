import { parseSync } from "@swc/core";

type Node = { readonly type?: string; readonly [key: string]: unknown };

/** An exported function whose first parameter is a text: a parser, or something that looks like one. */
export interface ExportedReader {
  readonly name: string;
  readonly first: "string" | "unknown" | "Uint8Array";
  /** The types of the other required parameters. */
  readonly others: readonly string[];
}

/** Reads them from the syntax tree of a TypeScript file. */
export function exportedReaders(text: string): ExportedReader[] {
  const { body } = parseSync(text, { syntax: "typescript", target: "es2022" });
  return (body as unknown as Node[]).flatMap((item) => {
    const declaration = item.declaration as Node | undefined;
    if (item.type !== "ExportDeclaration" || declaration?.type !== "FunctionDeclaration") return [];
    const [first, ...others] = (declaration.params as Node[]).map(({ pat }) => parameter(pat as Node));
    if (first?.type !== "string" && first?.type !== "unknown" && first?.type !== "Uint8Array") return [];
    const name = String((declaration.identifier as Node).value);
    return [{ name, first: first.type, others: others.filter(({ isGiven }) => isGiven).map(({ type }) => type) }];
  });
}

function parameter(pattern: Node): { type: string; isGiven: boolean } {
  if (pattern.type === "AssignmentPattern") return { ...parameter(pattern.left as Node), isGiven: false };
  const annotation = (pattern.typeAnnotation as Node | null)?.typeAnnotation as Node | undefined;
  const name = (annotation?.typeName as Node | undefined)?.value;
  return { type: String(annotation?.kind ?? name ?? annotation?.type ?? ""), isGiven: pattern.optional !== true };
}

import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

type Node = { readonly type?: string; readonly [key: string]: unknown };

/** What stands for a value that is put into a sentence. */
export const HOLE = "\u0000";

const PACKAGES = new URL("../../../", import.meta.url);
const TWO_WORDS = /[A-Za-z]+[^\w\s]* [A-Za-z]+/;
const THREE_WORDS = /[A-Za-z]+[^\w\s]* [a-z]+[^\w\s]* [A-Za-z]+/;

/**
 * Every text of three words or more in these sources, and of two where it is a warning or a refusal, each with
 * {@link HOLE} for a value that is put into it. Left out is what no person reads on a page: what goes to the log, and
 * errors that nobody expects.
 *
 * @param places files, or folders with all that is in them, from the folder of the packages
 */
export function writtenSentences(places: readonly string[], except: readonly string[] = []): string[] {
  const programs = places
    .flatMap(filesIn)
    .filter((file) => !except.includes(file))
    .map((file) => parseSync(readFileSync(new URL(file, PACKAGES), "utf8"), { syntax: "typescript" }));
  const constants = new Map(programs.flatMap((program) => [...constantsIn(program)]));
  const found = new Set<string>();
  const parts = new Set<string>();
  for (const program of programs) {
    const add = (node: unknown, form: RegExp) => {
      const text = textOf(node, constants);
      if (text !== null && form.test(text)) found.add(text);
    };
    visit(program, (node) => {
      add(node, THREE_WORDS);
      for (const said of saidBy(node)) add(said, TWO_WORDS);
      for (const name of namesIn(node)) parts.add(constants.get(name) ?? "");
    });
  }
  // A constant that is put into other sentences is none by itself.
  return [...found].filter((text) => !parts.has(text));
}

/** What is said to a person in any case. */
function saidBy(node: Node): unknown[] {
  const isSaid = /(?:^|\.)warnings\.(?:add|push)$|^(?:UnreadableDocumentError|ChunkFault)$/.test(name(node.callee));
  return isSaid ? (node.arguments as { expression: unknown }[]).map(({ expression }) => expression) : [];
}

function filesIn(place: string): string[] {
  if (place.endsWith(".ts")) return [place];
  return readdirSync(new URL(place, PACKAGES), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${place}/${name}`);
}

function namesIn(node: Node): string[] {
  if (node.type !== "TemplateLiteral") return [];
  return (node.expressions as Node[]).filter(({ type }) => type === "Identifier").map(({ value }) => String(value));
}

function constantsIn(program: unknown): Map<string, string> {
  const constants = new Map<string, string>();
  visit(program, (node) => {
    if (node.type !== "VariableDeclarator" || !isNode(node.id)) return;
    const text = textOf(node.init, constants);
    if (text !== null) constants.set(String(node.id.value), text);
  });
  return constants;
}

function textOf(node: unknown, constants: ReadonlyMap<string, string>): string | null {
  if (!isNode(node)) return null;
  if (node.type === "StringLiteral") return String(node.value);
  if (node.type !== "TemplateLiteral") return null;
  const [first = "", ...rest] = (node.quasis as { cooked: string }[]).map(({ cooked }) => cooked);
  const values = node.expressions as Node[];
  return first + rest.map((text, i) => `${shown(values[i], constants)}${text}`).join("");
}

function shown(node: unknown, constants: ReadonlyMap<string, string>): string {
  return (isNode(node) && node.type === "Identifier" && constants.get(String(node.value))) || HOLE;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  if (!isNode(value) || isUnseen(value)) return;
  see(value);
  for (const child of Object.values(value)) visit(child, see);
}

/** Types, names of modules, lines of the log, and errors that nobody expects. */
function isUnseen(node: Node): boolean {
  if (node.type === "NewExpression") return name(node.callee) === "Error";
  if (node.type === "CallExpression") return /(?:^|\.)log(?:ger)?\.\w+$|^super$/.test(name(node.callee));
  return /^(?:Import|Ts)/.test(node.type ?? "") && node.type !== "TsConstAssertion";
}

function name(value: unknown): string {
  if (!isNode(value)) return "";
  if (value.type === "Super") return "super";
  if (value.type === "Identifier") return String(value.value);
  if (value.type === "ThisExpression") return "this";
  if (value.type === "MemberExpression") return `${name(value.object)}.${name(value.property)}`;
  return "";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

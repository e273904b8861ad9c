import { needsTag, OPERATION_LIST, type Operation, TAGS } from "@retrieval/api/operations";
import { say, translate } from "../../texts/say.js";
import { table } from "./columns.js";
import { isFinal, operationNamed, parametersOf, type Schema } from "./operation-table.js";
import type { Output } from "./output.js";

/** Every operation with its summary, by the groups of the API's document. */
export function listOperations(output: Output): void {
  for (const tag of Object.keys(TAGS)) {
    const operations = OPERATION_LIST.filter((operation) => operation.tag === tag);
    output.line(translate(tag));
    output.lines(table(operations.map(({ operationId, summary }) => [`  ${operationId}`, translate(summary)])));
  }
  output.document({ operations: OPERATION_LIST.map(headOf) });
}

function headOf({ operationId, method, path, access, summary }: Operation) {
  return { operation: operationId, summary: translate(summary), method: method.toUpperCase(), path, access };
}

/** What an operation takes, with an example. */
export function showOperation(output: Output, operationId: string): void {
  const operation = operationNamed(operationId);
  const { operation: name, summary, method, path } = headOf(operation);
  const example = exampleOf(operation);
  const body = bodySchema(operation);
  output.lines([`${name}  ${summary}`, `${method} ${path}`]);
  const parameters = [...parametersOf(operation)];
  if (parameters.length > 0) output.line(say("Parameters:"));
  const rows = parameters.map(([name, { schema, required, description }]) => [
    `  --${name}`,
    typeText(schema),
    noteText(required, { ...schema, description }),
  ]);
  output.lines(table(rows));
  if (needsTag(operation)) output.line(say("Needs --if-match."));
  if (operation.body !== undefined) output.line(say("Body: {types}", { types: bodyTypes(operation).join(", ") }));
  if (body !== undefined) output.lines(table(fieldRows(body, "  ")));
  output.lines([say("Example:"), `  $ ${example}`]);
  const shown = parameters.map(([name, { schema, required, description }]) => ({
    name,
    required,
    description: translate(description),
    schema,
  }));
  output.document({ ...headOf(operation), parameters: shown, body: body ?? null, example });
}

const bodySchema = ({ body }: Operation) => body?.schema as Schema | undefined;

function bodyTypes({ body }: Operation): readonly string[] {
  if (body?.kind !== "raw") return ["JSON"];
  return body.types === "documents" ? [say("a document's file, or JSON")] : body.types;
}

/** The fields of an object with those of the objects in it, each below its own. */
function fieldRows(schema: Schema, indent: string): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => [
    [`${indent}${name}`, typeText(field), noteText(required.includes(name), field)],
    ...fieldRows(innermost(field), `${indent}  `),
  ]);
}

const innermost = ({ items, ...schema }: Schema): Schema =>
  items === undefined ? withoutNull(schema) : innermost(items);

/** The schema of what is not null. An object's `anyOf` is a condition beside its fields. */
const withoutNull = (schema: Schema): Schema =>
  schema.properties ? schema : (schema.anyOf?.find(({ type }) => type !== "null") ?? schema);

function typeText(given: Schema): string {
  const { type, items, enum: values } = withoutNull(given);
  if (values !== undefined) return values.join("|");
  if (items !== undefined) return say("list of {type}", { type: typeText(items) });
  if (type === "string") return say("text");
  if (type === "integer" || type === "number") return say("number");
  if (type === "boolean") return "true|false";
  return say("object");
}

function noteText(required: boolean, { description = "", default: value }: Schema): string {
  const notes = [
    ...(required ? [say("required.")] : []),
    ...(value === undefined ? [] : [say("Default: {value}.", { value: String(value) })]),
    translate(description),
  ];
  return notes.filter((note) => note !== "").join(" ");
}

/** A command that calls the operation with its example. */
function exampleOf(operation: Operation): string {
  const words = ["retrieval", "call", operation.operationId];
  for (const [name, { example }] of parametersOf(operation))
    if (example !== undefined) words.push(`--${name}`, quoted(String(example)));
  const tag = operation.example?.headers?.["If-Match"];
  if (tag !== undefined) words.push("--if-match", quoted(tag));
  const [type, body] = exampleBody(operation);
  if (type === "application/json") words.push("--body", quoted(JSON.stringify(body)));
  else if (type !== undefined) words.push("--body", "@file", "--type", type);
  if (isFinal(operation)) words.push("--yes");
  return words.join(" ");
}

function exampleBody({ example }: Operation) {
  const all = Object.entries(example?.bodies ?? {});
  return all.find(([type]) => type === "application/json") ?? all[0] ?? [];
}

/** A word for the shell. */
const quoted = (word: string) => (/^[\w.,:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

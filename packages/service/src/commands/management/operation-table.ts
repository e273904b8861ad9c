import { OPERATION_LIST, OPERATIONS, type Operation, PATH_PARAMETERS } from "@retrieval/api/operations";
import { say } from "../../texts/say.js";
import { UsageError } from "./usage-error.js";

/** What this command line reads of a JSON schema. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

export interface Parameter {
  readonly schema: Schema;
  readonly description: string;
  readonly required: boolean;
  /** The value in the operation's example, if it has one there. */
  readonly example: unknown;
}

/** @throws UsageError with the operations that have a similar name */
export function operationNamed(name: string): Operation {
  if (Object.hasOwn(OPERATIONS, name)) return OPERATIONS[name as keyof typeof OPERATIONS];
  const words = name.match(/[A-Z]?[a-z]+/g)?.map((word) => word.toLowerCase().replace(/s$/, "")) ?? [];
  const near = OPERATION_LIST.filter(({ operationId }) =>
    words.some((word) => word.length > 3 && operationId.toLowerCase().includes(word)),
  );
  throw new UsageError(
    say("There is no operation {name}; `retrieval operations` lists them.", { name }),
    near.map(({ operationId }) => `  ${operationId}`),
  );
}

/** Whether the command asks before it: what it removes does not come back. */
export const isFinal = ({ method, operationId }: Operation): boolean =>
  method === "delete" || operationId === "destroyDocument" || operationId === "withdrawVersion";

/** The parameters of the path, then those of the query. */
export function parametersOf({ path, query, example }: Operation): ReadonlyMap<string, Parameter> {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]): [string, Parameter] => {
    const known = PATH_PARAMETERS[name as keyof typeof PATH_PARAMETERS];
    return [name, { ...known, schema: known.schema as Schema, required: true }];
  });
  if (query === undefined || query === "ignored") return new Map(inPath);
  const { properties = {}, required = [] } = query as Schema;
  const inQuery = Object.entries(properties).map(([name, schema]): [string, Parameter] => [
    name,
    {
      schema,
      description: schema.description ?? "",
      required: required.includes(name) && schema.default === undefined,
      example: example?.query?.[name],
    },
  ]);
  return new Map([...inPath, ...inQuery]);
}

/** The list that an answer consists of, with the fields of a row; null for other answers. */
export function listOf(operation: Operation): { readonly name: string; readonly fields: readonly string[] } | null {
  const { properties = {} } = (operation.answers[200]?.json ?? {}) as Schema;
  const [name = "", ...others] = "items" in properties ? ["items"] : Object.keys(properties);
  const row = properties[name]?.items;
  const fields = (row?.anyOf ?? [row]).flatMap((schema) => Object.keys(schema?.properties ?? {}));
  return others.length > 0 || row === undefined ? null : { name, fields };
}

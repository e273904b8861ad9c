import { LANGUAGES, needsTag, type Operation, PATH_PARAMETERS, type PathParameter } from "@retrieval/api";
import Type, { type TSchema } from "typebox";
import type { Components, Json } from "./components.js";

/** Request headers that operations read. */
const IN_HEADER = {
  "If-Match": "The ETag that was read, or `*` to overwrite any version (RFC 9110 §13.1.1).",
  "Idempotency-Key":
    "A key of your own for this request: sent again with the same key within 24 hours it is not done again, and is answered the same. Another request under the key, or one that has not ended, is 409.",
  "If-None-Match": "An ETag that was read: 304 while it is the current one (RFC 9110 §13.1.2).",
} as const;
/** In place of the above where the operation writes. */
const IF_NEW = "Only `*`: adds what is not there, and changes nothing (RFC 9110 §13.1.2).";

/** Every operation reads it, at least for its refusals. */
const ACCEPT_LANGUAGE = {
  name: "Accept-Language",
  in: "header",
  required: false,
  description: `The language of the sentences in the answer, ${Object.keys(LANGUAGES).join(" or ")} (RFC 9110 §12.5.4).`,
  example: "ja, en;q=0.5",
  schema: { type: "string", default: "en" },
};

const PATH_PARAMETER = /:(\w+)/g;

/** `/api/documents/:document_id` as OpenAPI writes it. */
export function templateOf(path: string): string {
  return path.replace(PATH_PARAMETER, "{$1}");
}

export function parametersOf(operation: Operation, components: Components): Json[] {
  const own = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)].map(
    ({ schema, ...parameter }) => ({ ...parameter, schema: components.schema(schema) }),
  );
  return [...own, components.share("parameters", ACCEPT_LANGUAGE.name, () => ACCEPT_LANGUAGE)];
}

function pathParameters({ path }: Operation) {
  return [...path.matchAll(PATH_PARAMETER)].map(([, name]) => {
    return { name, in: "path", required: true, ...PATH_PARAMETERS[name as PathParameter] };
  });
}

function queryParameters({ query, example }: Operation) {
  if (query === undefined || query === "ignored") return [];
  const { properties, required = [] } = query as { properties: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, documented]) => {
    const { description, ...schema } = documented as { description?: string; default?: unknown };
    const sent = example?.query?.[name];
    return {
      name,
      in: "query",
      required: required.includes(name) && schema.default === undefined,
      ...(description === undefined ? {} : { description }),
      ...(sent === undefined ? {} : { example: sent }),
      schema,
    };
  });
}

function headerParameters(operation: Operation) {
  const { headers = [], keyed, example, method } = operation;
  return [...headers, ...(keyed ? ["Idempotency-Key" as const] : [])].map((name) => ({
    name,
    in: "header",
    required: name === "If-Match" && needsTag(operation),
    description: name === "If-None-Match" && method !== "get" ? IF_NEW : IN_HEADER[name],
    ...(example?.headers?.[name] === undefined ? {} : { example: example.headers[name] }),
    schema: Type.String(),
  }));
}

import type { TSchema } from "typebox";
import Type from "typebox";
import type { Route } from "../pipeline/route.js";
import type { Components, Json } from "./components.js";
import { DOCUMENT, JOB_ID, PERSON } from "./operations/examples.js";
import { DocumentId, UserId } from "./schemas/texts.js";

/** What stands in paths. */
const IN_PATH: Readonly<Record<string, { schema: TSchema; description: string; example: string }>> = {
  document_id: { schema: DocumentId, description: "The document's identifier.", example: DOCUMENT.document_id },
  user_id: { schema: UserId, description: "The person's employee number.", example: PERSON.user_id },
  import_id: { schema: Type.String(), description: "As `checkImport` answered it.", example: JOB_ID },
  job_id: { schema: Type.String(), description: "As `uploadDocument` and `listJobs` answer it.", example: JOB_ID },
};

/** Request headers that operations read. */
const IN_HEADER = {
  "If-Match": "The ETag that was read, or `*` to overwrite whatever stands (RFC 9110 §13.1.1).",
  "If-None-Match": "An ETag that was read: 304 while it is the current one (RFC 9110 §13.1.2).",
} as const;

const PATH_PARAMETER = /:(\w+)/g;

/** `/api/documents/:document_id` as OpenAPI writes it. */
export function templateOf(path: string): string {
  return path.replace(PATH_PARAMETER, "{$1}");
}

export function parametersOf(route: Route, components: Components): Json[] {
  return [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)].map(
    ({ schema, ...parameter }) => ({ ...parameter, schema: components.schema(schema) }),
  );
}

function pathParameters({ path }: Route) {
  return [...path.matchAll(PATH_PARAMETER)].map(([, name = ""]) => {
    const known = IN_PATH[name];
    if (known === undefined) throw new Error(`the path parameter ${name} is not documented`);
    return { name, in: "path", required: true, ...known };
  });
}

function queryParameters({ query, operation }: Route) {
  if (query === "ignored") return [];
  const { properties, required = [] } = query as { properties: Record<string, TSchema>; required?: string[] };
  return Object.entries(properties).map(([name, validated]) => {
    const { description, ...schema } = (operation.query?.[name] ?? validated) as {
      description?: string;
      default?: unknown;
    };
    const example = operation.example?.query?.[name];
    return {
      name,
      in: "query",
      required: required.includes(name) && schema.default === undefined,
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
      schema,
    };
  });
}

function headerParameters({ operation }: Route) {
  const { headers = [], refusals = [], example } = operation;
  return headers.map((name) => ({
    name,
    in: "header",
    required: name === "If-Match" && refusals.includes("PRECONDITION_REQUIRED"),
    description: IN_HEADER[name],
    ...(example?.headers?.[name] === undefined ? {} : { example: example.headers[name] }),
    schema: Type.String(),
  }));
}

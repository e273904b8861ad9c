import { describe, expect, it } from "@jest/globals";
import { OPERATION_LIST, STATUS } from "@retrieval/api";
import { PROBLEMS } from "@retrieval/core/problems";
import { openApiDocument } from "@retrieval/http";
import { Ajv2020 } from "ajv/dist/2020.js";

const SERVICE = { version: "1.2.3", documentTypes: ["text/markdown", "application/pdf"], httpsOnly: false };

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required: boolean;
    readonly schema: { readonly default?: unknown };
  }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}
type Bodies = Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;

const operationsOf = (service = SERVICE) =>
  Object.values(openApiDocument(service).paths).flatMap((methods) => Object.values(methods)) as unknown as Operation[];

const operation = (id: string, service = SERVICE) =>
  operationsOf(service).find(({ operationId }) => operationId === id) as Operation;

describe("the OpenAPI document", () => {
  it("is the same whenever it is made, and says the version of the service", () => {
    const [one, other] = [openApiDocument(SERVICE), openApiDocument(SERVICE)];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one).toMatchObject({ openapi: "3.1.1", info: { version: "1.2.3" } });
  });

  it("refers to nothing that it does not have", () => {
    const document = openApiDocument(SERVICE);
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const found = name
        .split("/")
        .reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], document);
      expect({ name, found: typeof found }).toEqual({ name, found: "object" });
    }
  });

  it("has schemas that are JSON Schema 2020-12, strictly", () => {
    const ajv = new Ajv2020({ strict: true });
    for (const format of ["date-time", "binary"]) ajv.addFormat(format, true);
    const { components } = openApiDocument(SERVICE) as unknown as { components: { schemas: object } };
    const root = JSON.parse(
      JSON.stringify({ $defs: components.schemas }).replaceAll("#/components/schemas/", "#/$defs/"),
    );
    ajv.addSchema(root, "components");
    for (const name of Object.keys(components.schemas))
      expect({ name, compiled: typeof ajv.compile({ $ref: `components#/$defs/${name}` }) }).toEqual({
        name,
        compiled: "function",
      });
  });

  it("has examples of good answers that are as documented", () => {
    const document = openApiDocument(SERVICE) as unknown as { components: { schemas: object }; paths: object };
    const { components, paths } = JSON.parse(JSON.stringify(document).replaceAll("#/components/schemas/", "c#/$defs/"));
    const ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: false });
    for (const format of ["date-time", "binary"]) ajv.addFormat(format, true);
    ajv.addSchema({ $id: "c", $defs: components.schemas });
    const wrong = Object.values<Record<string, Operation>>(paths)
      .flatMap(Object.values)
      .flatMap((one) =>
        Object.values((one as Operation).responses as Bodies).flatMap(({ content = {} }) => {
          const { schema, example } = (content["application/json"] ?? {}) as { schema?: object; example?: unknown };
          if (schema === undefined || example === undefined || ajv.validate(schema, example)) return [];
          return `${(one as Operation).operationId}: ${ajv.errorsText()}`;
        }),
      );
    expect(wrong).toEqual([]);
  });

  it("documents each code of a problem with its parameters", () => {
    const { components } = openApiDocument(SERVICE) as unknown as {
      components: {
        schemas: { Problem: { description: string; properties: { code: { enum: readonly string[] } } } };
      };
    };
    const { description, properties } = components.schemas.Problem;
    expect(properties.code.enum).toEqual(Object.keys(PROBLEMS));
    const documented = [...description.matchAll(/^- `(.+?)`(?:: (.+))?$/gm)].map(([, code, parameters = ""]) => [
      code,
      [...parameters.matchAll(/(\w+) \(/g)].map(([, name]) => name),
    ]);
    expect(documented).toEqual(Object.entries(PROBLEMS).map(([code, kinds]) => [code, Object.keys(kinds)]));
  });

  it("derives the refusals of an operation from the way of its requests", () => {
    const statuses = (id: string) => Object.keys(operation(id).responses);
    expect(statuses("readHealth")).toEqual(["200", "400"]);
    expect(statuses("readReadiness")).toContain("503");
    expect(statuses("issueSessionToken")).toEqual(expect.arrayContaining(["200", "400", "401", "404", "429", "503"]));
    expect(statuses("issueSessionToken")).not.toContain("403");
    expect(statuses("searchChunks")).toEqual(expect.arrayContaining(["401", "429", "503"]));
    expect(statuses("searchChunks")).not.toContain("403");
    expect(statuses("listUsers")).toEqual(expect.arrayContaining(["400", "401", "403", "503"]));
    expect(statuses("changeAccessRules")).toEqual(expect.arrayContaining(["404", "412", "428"]));
  });

  it("names HTTPS_REQUIRED where the service insists on HTTPS, and nowhere else", () => {
    expect(JSON.stringify(openApiDocument(SERVICE).paths)).not.toContain("HTTPS_REQUIRED");
    const secure = { ...SERVICE, httpsOnly: true };
    for (const { operationId, responses } of operationsOf(secure)) {
      const exempt = ["readHealth", "readReadiness", "readMetrics"].includes(operationId);
      expect({ operationId, named: Boolean(responses[403]?.$ref?.includes("HTTPS_REQUIRED")) }).toEqual({
        operationId,
        named: !exempt,
      });
    }
  });

  it("has every status of the table of errors once: at its operations, or for all of them in the description", () => {
    const atOperations = new Set(
      operationsOf({ ...SERVICE, httpsOnly: true }).flatMap(({ responses }) => Object.keys(responses)),
    );
    const { description } = openApiDocument(SERVICE).info as { description: string };
    const ofAll = new Set([...description.matchAll(/^- (\d{3}): /gm)].map(([, status]) => status));
    for (const [code, status] of [...Object.entries(STATUS), ["too slow", 408], ["too long", 431]])
      expect([code, Number(atOperations.has(String(status))) + Number(ofAll.has(String(status)))]).toEqual([code, 1]);
  });

  it("names every body, and describes every parameter and property", () => {
    const document = openApiDocument(SERVICE);
    const missing: string[] = [];
    const { schemas } = document.components as { schemas: Record<string, Schema> };
    const isDescribed = ({ description, $ref, anyOf = [] }: Schema): boolean =>
      Boolean(description ?? ($ref && schemas[$ref.split("/").at(-1) ?? ""]?.description)) || anyOf.some(isDescribed);
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== "object" || value === null) return;
      // A condition beside a schema, which repeats the names of its properties.
      const { properties = {}, additionalProperties } = value as Schema;
      for (const [name, property] of Object.entries(additionalProperties === true ? {} : properties))
        if (!isDescribed(property)) missing.push(`${place}.${name}`);
      for (const [name, part] of Object.entries(value)) if (name !== "example") walk(part, `${place}.${name}`);
    };
    walk(schemas, "schemas");
    for (const { operationId, parameters = [], requestBody, responses } of operationsOf()) {
      for (const { name, description } of parameters) if (name && !description) missing.push(`${operationId} ${name}`);
      for (const [part, { content = {} }] of Object.entries({ body: requestBody ?? {}, ...responses } as Bodies)) {
        const schema = content["application/json"]?.schema;
        if (schema && !schema.$ref) missing.push(`${operationId} ${part} has no name`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("takes parameters and media types from what validates them", () => {
    const limit = operation("listUsers").parameters?.find(({ name }) => name === "limit");
    expect(limit).toMatchObject({
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
    });
    const at = operation("whoCouldRead").parameters?.find(({ name }) => name === "at");
    expect(at).toMatchObject({ required: true, schema: { maxLength: 64 } });
    const conditions = (["readVocabulary", "putVocabularyEntry"] as const).map(
      (id) => operation(id).parameters?.find(({ name }) => name === "If-None-Match")?.description,
    );
    expect(conditions).toEqual([expect.stringContaining("304"), expect.stringMatching(/^Only `\*`/)]);
    expect(Object.keys(operation("uploadDocument").requestBody?.content ?? {})).toEqual([
      "text/markdown",
      "application/pdf",
      "application/json",
    ]);
  });

  it("describes no parameter that its operation does not take", () => {
    for (const { path, query, judgedByCore = [], example } of OPERATION_LIST) {
      const taken = query === undefined || query === "ignored" ? [] : Object.keys(query.properties);
      const said = [...judgedByCore, ...Object.keys(example?.query ?? {})];
      expect({ path, unknown: said.filter((name) => !taken.includes(name)) }).toEqual({ path, unknown: [] });
    }
  });
});

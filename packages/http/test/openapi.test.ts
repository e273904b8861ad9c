import { describe, expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import {
  isChunkId,
  isDocumentId,
  KEY_MAX,
  NAME_MAX,
  problemWithKey,
  problemWithLine,
  readMoment,
} from "@retrieval/core";
import { openApiDocument, ROUTES, STATUS } from "@retrieval/http";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { ChunkId, DocumentId, key, line, Moment } from "../src/openapi/schemas/texts.js";

const SERVICE = { version: "1.2.3", documentTypes: ["text/markdown", "application/pdf"], httpsOnly: false };

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly schema: { readonly default?: unknown };
  }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

const operationsOf = (service = SERVICE) =>
  Object.values(openApiDocument(ROUTES, service).paths).flatMap((methods) =>
    Object.values(methods),
  ) as unknown as Operation[];

const operation = (id: string, service = SERVICE) =>
  operationsOf(service).find(({ operationId }) => operationId === id) as Operation;

describe("the OpenAPI document", () => {
  it("is the same whenever it is made, and says the version of the service", () => {
    const [one, other] = [openApiDocument(ROUTES, SERVICE), openApiDocument([...ROUTES], SERVICE)];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(one).toMatchObject({ openapi: "3.1.1", info: { version: "1.2.3" } });
  });

  it("refers to nothing that it does not have", () => {
    const document = openApiDocument(ROUTES, SERVICE);
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
    const { components } = openApiDocument(ROUTES, SERVICE) as unknown as { components: { schemas: object } };
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

  it("derives the refusals of an operation from the way of its requests", () => {
    const statuses = (id: string) => Object.keys(operation(id).responses);
    expect(statuses("readHealth")).toEqual(["200", "400", "408", "417", "431", "500"]);
    expect(statuses("readReadiness")).toContain("503");
    expect(statuses("issueSessionToken")).toEqual(
      expect.arrayContaining(["200", "400", "401", "404", "413", "415", "429", "500", "503"]),
    );
    expect(statuses("issueSessionToken")).not.toContain("403");
    expect(statuses("searchChunks")).toEqual(expect.arrayContaining(["401", "413", "415", "429", "503"]));
    expect(statuses("searchChunks")).not.toContain("403");
    expect(statuses("listUsers")).toEqual(expect.arrayContaining(["400", "401", "403", "503"]));
    expect(statuses("listUsers")).not.toContain("413");
    expect(statuses("changeAccessRules")).toEqual(expect.arrayContaining(["404", "412", "428"]));
  });

  it("names HTTPS_REQUIRED where the service insists on HTTPS, and nowhere else", () => {
    expect(JSON.stringify(openApiDocument(ROUTES, SERVICE).paths)).not.toContain("HTTPS_REQUIRED");
    const secure = { ...SERVICE, httpsOnly: true };
    for (const { operationId, responses } of operationsOf(secure)) {
      const exempt = ["readHealth", "readReadiness", "readMetrics"].includes(operationId);
      expect({ operationId, named: Boolean(responses[403]?.$ref?.includes("HTTPS_REQUIRED")) }).toEqual({
        operationId,
        named: !exempt,
      });
    }
  });

  it("has every status of the table of errors but those that no operation answers", () => {
    const documented = new Set(
      operationsOf({ ...SERVICE, httpsOnly: true }).flatMap(({ responses }) => Object.keys(responses)),
    );
    for (const [code, status] of Object.entries(STATUS)) {
      expect({ code, documented: documented.has(String(status)) }).toEqual({
        code,
        documented: code !== "METHOD_NOT_ALLOWED",
      });
    }
  });

  it("takes parameters and media types from what validates them", () => {
    const limit = operation("listUsers").parameters?.find(({ name }) => name === "limit");
    expect(limit).toMatchObject({
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 200, default: 50 },
    });
    const at = operation("whoCouldRead").parameters?.find(({ name }) => name === "at");
    expect(at).toMatchObject({ required: true, schema: { maxLength: 64 } });
    expect(Object.keys(operation("uploadDocument").requestBody?.content ?? {})).toEqual([
      "text/markdown",
      "application/pdf",
      "application/json",
    ]);
  });

  it("describes no parameter that its route does not take", () => {
    for (const { path, query, operation } of ROUTES) {
      const taken = query === "ignored" ? [] : Object.keys(query.properties);
      const said = [...Object.keys(operation.query ?? {}), ...Object.keys(operation.example?.query ?? {})];
      expect({ path, unknown: said.filter((name) => !taken.includes(name)) }).toEqual({ path, unknown: [] });
    }
  });
});

describe("the documented form of", () => {
  const ajv = new Ajv2020({ strict: true });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(
        "a",
        "規",
        "1",
        " ",
        "　",
        "\n",
        "\u0085",
        "\u2028",
        ":",
        "::",
        "~",
        "-",
        ".",
        "_",
        "paragraph-1",
        "𠮷",
        "",
      ),
      maxLength: 12,
    }),
    fc.string({ unit: "grapheme", minLength: 120, maxLength: 135 }),
  );
  const agrees = (schema: object, isGood: (value: string) => boolean) => {
    const validate = ajv.compile(schema);
    fc.assert(
      fc.property(text, (value) => validate(value) === isGood(value)),
      { numRuns: propertyRuns(2_000) },
    );
  };

  it("a key is core's", () => agrees(key(KEY_MAX), (value) => problemWithKey("key", value, KEY_MAX) === null));
  it("a line is core's", () => agrees(line(NAME_MAX), (value) => problemWithLine("line", value, NAME_MAX) === null));
  it("a document_id is core's", () => agrees(DocumentId, isDocumentId));
  it("a chunk_id is core's", () => agrees(ChunkId, isChunkId));
  it("a moment lets in every one that core can read", () => {
    const validate = ajv.compile(Moment);
    for (const moment of ["2026-01-31", "2026-01-31T09:00Z", "2026-01-31T09:00:00.123+09:00"])
      expect([moment, validate(moment), readMoment(moment, "ends") !== null]).toEqual([moment, true, true]);
    for (const moment of ["", "yesterday", "2026-1-31", "2026-01-31T09:00:00", "2026-01-31 09:00Z"])
      expect([moment, validate(moment), readMoment(moment, "ends") !== null]).toEqual([moment, false, false]);
  });
});

import type { OpenApiDocument } from "@retrieval/http";
import type { AnySchema, ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "csv-parse/sync";

/** An answer as a client received it. */
export interface GivenAnswer {
  readonly method: string;
  /** With its query or without. */
  readonly path: string;
  readonly status: number;
  /** "" if there was no body, or it is unknown. */
  readonly text: string;
  /** By names in lower case; absent: not checked. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema: AnySchema;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
  readonly schema: AnySchema;
  readonly example?: unknown;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, Response>>;
}

const REFUSAL: Response = { content: { "application/json": { schema: { $ref: "components#/$defs/ErrorBody" } } } };

interface ReadDocument {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<string, Record<string, object>>>;
}

/** Checks answers against the OpenAPI document. */
export class DocumentedAnswers {
  readonly #document: ReadDocument;
  // The document's linter validates the schemas.
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: false });
  // A header is text, also if its schema is a number.
  readonly #headersAjv = new Ajv2020({ strict: true, coerceTypes: true, validateSchema: false });
  /** A fixed path takes precedence over one with parameters. */
  readonly #templates: readonly (readonly [RegExp, Readonly<Record<string, DocumentedOperation>>])[];
  readonly #compiled = new Map<AnySchema, ValidateFunction>();
  /** The statuses that the document's description has for every operation. */
  readonly #ofAll: ReadonlySet<number>;

  constructor(document: OpenApiDocument) {
    this.#document = JSON.parse(
      JSON.stringify(document).replaceAll('"#/components/schemas/', '"components#/$defs/'),
    ) as ReadDocument;
    this.#ofAll = new Set([...this.#document.info.description.matchAll(/^- (\d{3}): /gm)].map(([, s]) => Number(s)));
    this.#ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    this.#ajv.addFormat("binary", true);
    this.#templates = Object.entries(this.#document.paths)
      .sort(([a], [b]) => a.split("{").length - b.split("{").length)
      .map(([template, methods]) => [
        new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
        methods,
      ]);
    this.#ajv.addSchema({ $id: "components", $defs: this.#document.components.schemas });
  }

  /** The documented operation of a request; null if there is none. */
  operationAt(method: string, path: string): DocumentedOperation | null {
    return this.#at(path)?.[this.#documented(method)] ?? null;
  }

  /** Why an answer is not as documented, or null. Undocumented addresses promise nothing. */
  problemWith({ method, path, status, text, headers }: GivenAnswer): string | null {
    const methods = this.#at(path);
    if (methods === null || method === "OPTIONS") return null;
    const operation = methods[this.#documented(method)];
    // 404: the address is closed to this caller, as /metrics is without a token.
    if (operation === undefined)
      return status === 405 || status === 404 ? null : `${method} is not documented and was answered ${status}`;
    const response = this.#resolved(operation.responses[status] ?? (this.#ofAll.has(status) ? REFUSAL : undefined));
    if (response === undefined) return `${operation.operationId} does not document ${status}`;
    const problem = headers && response !== REFUSAL && this.#problemWithHeaders(response, headers, text !== "");
    if (problem) return `${operation.operationId} ${status}: ${problem}`;
    if (method === "HEAD" || text === "") return null;
    if (response.content === undefined) return `${operation.operationId} ${status} should have no body`;
    const type = headers ? mediaType(headers) : "application/json";
    const content = response.content[type];
    const wrong = content ? this.#problemWithBody(type, content, text) : null;
    return wrong === null ? null : `${operation.operationId} ${status}: ${wrong}`;
  }

  #problemWithBody(type: string, content: Content, text: string): string | null {
    switch (type) {
      case "application/json":
        return this.#problemWithText(content.schema, text);
      case "text/csv":
        return problemWithCsv(content, text);
      default:
        return null;
    }
  }

  #problemWithText(schema: AnySchema, text: string): string | null {
    try {
      return this.#problemWithJson(schema, JSON.parse(text));
    } catch (error) {
      if (error instanceof SyntaxError) return `no JSON: ${error.message}`;
      throw error;
    }
  }

  #problemWithHeaders(
    { headers: documented = {}, content }: Response,
    given: Readonly<Record<string, string>>,
    hasBody: boolean,
  ): string | null {
    for (const [name, header] of Object.entries(documented)) {
      const { required, schema } = this.#resolvedHeader(header);
      const value = given[name.toLowerCase()];
      if (value === undefined && required) return `${name} is missing`;
      const problem = value === undefined ? null : this.#problemWithJson(schema, value, this.#headersAjv);
      if (problem !== null) return `${name} ${JSON.stringify(value)} ${problem}`;
    }
    const undocumented = Object.keys(this.#document.components.headers ?? {}).find(
      // CORS varies every answer, by Origin.
      (name) => name !== "Vary" && name.toLowerCase() in given && !(name in documented),
    );
    if (undocumented !== undefined) return `the header ${undocumented} is not documented`;
    const type = mediaType(given);
    if (!hasBody || content === undefined || type in content) return null;
    return `the Content-Type ${type} is not documented`;
  }

  #resolvedHeader(header: Header): Header {
    const name = header.$ref?.split("/").at(-1);
    return name === undefined ? header : (this.#document.components.headers?.[name] as Header);
  }

  #problemWithJson(schema: AnySchema, value: unknown, ajv = this.#ajv): string | null {
    const validate = this.#compiled.get(schema) ?? ajv.compile(schema);
    this.#compiled.set(schema, validate);
    if (validate(value)) return null;
    const named = ({ instancePath, message, params }: ErrorObject) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`;
    return (validate.errors ?? []).map(named).join("; ");
  }

  #documented(method: string): string {
    return method === "HEAD" ? "get" : method.toLowerCase();
  }

  #at(address: string): Readonly<Record<string, DocumentedOperation>> | null {
    const path = address.split("?", 1)[0] as string;
    const fitting = this.#templates.filter(([pattern]) => pattern.test(path)).map(([, methods]) => methods);
    return fitting.length === 0 ? null : Object.assign({}, ...fitting.reverse());
  }

  #resolved(response: Response | undefined): Response | undefined {
    const name = response?.$ref?.split("/").at(-1);
    return name === undefined ? response : (this.#document.components.responses?.[name] as Response);
  }
}

function mediaType(headers: Readonly<Record<string, string>>): string {
  return headers["content-type"]?.split(";", 1)[0] ?? "none";
}

/** The document names the columns of a CSV by its example alone. */
function problemWithCsv({ example }: Content, text: string): string | null {
  const header = String(example).split("\r\n", 1)[0] as string;
  if (!text.startsWith(`${header}\r\n`)) return `the first line is not ${JSON.stringify(header)}`;
  if (!text.endsWith("\r\n")) return "the last line has no end";
  try {
    // Refuses a line of more or fewer fields than the header has.
    parse(text, { bom: true, record_delimiter: "\r\n" });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

import type { OpenApiDocument } from "@retrieval/http";
import type { AnySchema, ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

/** An answer as somebody got it. */
export interface GivenAnswer {
  readonly method: string;
  /** With its query or without. */
  readonly path: string;
  readonly status: number;
  /** "" where there was no body, and where it is not known. */
  readonly text: string;
  /** By names in lower case; left out: they are not looked at. */
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
  readonly content?: Readonly<Record<string, { readonly schema: AnySchema; readonly "x-line-schema"?: AnySchema }>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface ReadDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: Readonly<Record<string, Record<string, object>>>;
}

/** Holds answers against the document of the API. */
export class DocumentedAnswers {
  readonly #document: ReadDocument;
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true });
  // A header is text, and says a number all the same.
  readonly #headersAjv = new Ajv2020({ strict: true, coerceTypes: true });
  /** A fixed path goes before one with parameters. */
  readonly #templates: readonly (readonly [RegExp, Readonly<Record<string, DocumentedOperation>>])[];
  readonly #compiled = new Map<AnySchema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = JSON.parse(
      JSON.stringify(document).replaceAll('"#/components/schemas/', '"components#/$defs/'),
    ) as ReadDocument;
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

  /** The documented operation that a request meets; null where it is none of them. */
  operationAt(method: string, path: string): DocumentedOperation | null {
    return this.#at(path)?.[this.#documented(method)] ?? null;
  }

  /** Why an answer is not as documented, or null. Addresses that the document does not have are nobody's promise. */
  problemWith({ method, path, status, text, headers }: GivenAnswer): string | null {
    const methods = this.#at(path);
    if (methods === null || method === "OPTIONS") return null;
    const operation = methods[this.#documented(method)];
    if (operation === undefined)
      return status === 405 ? null : `${method} is not documented and was answered ${status}`;
    const response = this.#resolved(operation.responses[status]);
    if (response === undefined) return `${operation.operationId} does not document ${status}`;
    const problem = headers && this.#problemWithHeaders(response, headers, text !== "");
    if (problem) return `${operation.operationId} ${status}: ${problem}`;
    if (method === "HEAD" || text === "") return null;
    if (headers && !headers["content-type"]?.startsWith("application/json")) return null;
    const json = response.content?.["application/json"];
    if (json === undefined) return response.content ? null : `${operation.operationId} ${status} should have no body`;
    const wrong = this.#problemWithJson(json.schema, JSON.parse(text));
    return wrong === null ? null : `${operation.operationId} ${status}: ${wrong}`;
  }

  /** Why a line of a streamed answer is not as documented, or null. */
  problemWithLine(path: string, type: string, line: string): string | null {
    const schema = this.operationAt("GET", path)?.responses[200]?.content?.[type]?.["x-line-schema"];
    return schema === undefined ? "no lines are documented" : this.#problemWithJson(schema, JSON.parse(line));
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
    const type = given["content-type"]?.split(";", 1)[0] ?? "none";
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

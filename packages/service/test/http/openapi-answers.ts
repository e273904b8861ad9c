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
}

interface Response {
  readonly $ref?: string;
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
  readonly #compiled = new Map<AnySchema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = JSON.parse(
      JSON.stringify(document).replaceAll('"#/components/schemas/', '"components#/$defs/'),
    ) as ReadDocument;
    this.#ajv.addFormat("date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    this.#ajv.addFormat("binary", true);
    this.#ajv.addSchema({ $id: "components", $defs: this.#document.components.schemas });
  }

  /** The documented operation that a request meets; null where it is none of them. */
  operationAt(method: string, path: string): DocumentedOperation | null {
    return this.#at(path)?.[this.#documented(method)] ?? null;
  }

  /** Why an answer is not as documented, or null. Addresses that the document does not have are nobody's promise. */
  problemWith({ method, path, status, text }: GivenAnswer): string | null {
    const methods = this.#at(path);
    if (methods === null || method === "OPTIONS") return null;
    const operation = methods[this.#documented(method)];
    if (operation === undefined)
      return status === 405 ? null : `${method} is not documented and was answered ${status}`;
    const response = this.#resolved(operation.responses[status]);
    if (response === undefined) return `${operation.operationId} does not document ${status}`;
    if (method === "HEAD" || text === "") return null;
    const json = response.content?.["application/json"];
    if (json === undefined) return response.content ? null : `${operation.operationId} ${status} should have no body`;
    const problem = this.#problemWithJson(json.schema, JSON.parse(text));
    return problem === null ? null : `${operation.operationId} ${status}: ${problem}`;
  }

  /** Why a line of a streamed answer is not as documented, or null. */
  problemWithLine(path: string, type: string, line: string): string | null {
    const schema = this.operationAt("GET", path)?.responses[200]?.content?.[type]?.["x-line-schema"];
    return schema === undefined ? "no lines are documented" : this.#problemWithJson(schema, JSON.parse(line));
  }

  #problemWithJson(schema: AnySchema, value: unknown): string | null {
    const validate = this.#compiled.get(schema) ?? this.#ajv.compile(schema);
    this.#compiled.set(schema, validate);
    if (validate(value)) return null;
    const named = ({ instancePath, message, params }: ErrorObject) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`;
    return (validate.errors ?? []).map(named).join("; ");
  }

  #documented(method: string): string {
    return method === "HEAD" ? "get" : method.toLowerCase();
  }

  /** A fixed path goes before one with parameters. */
  #at(address: string): Readonly<Record<string, DocumentedOperation>> | null {
    const path = address.split("?", 1)[0] as string;
    const fitting = Object.entries(this.#document.paths)
      .filter(([template]) =>
        new RegExp(`^${template.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
      )
      .sort(([a], [b]) => a.split("{").length - b.split("{").length);
    if (fitting.length === 0) return null;
    return Object.assign({}, ...fitting.reverse().map(([, methods]) => methods));
  }

  #resolved(response: Response | undefined): Response | undefined {
    const name = response?.$ref?.split("/").at(-1);
    return name === undefined ? response : (this.#document.components.responses?.[name] as Response);
  }
}

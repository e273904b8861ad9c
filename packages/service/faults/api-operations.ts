/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of the OpenAPI document. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly template: string;
  readonly access: "public" | "reader" | "admin";
  readonly parameters: readonly Parameter[];
  /** By media type; empty: it takes no body. */
  readonly bodies: Readonly<Record<string, Schema>>;
  readonly isBodyOptional: boolean;
  /** In bytes. */
  readonly bodyLimit: number;
  /** Whether its query is ignored, like that of probes. */
  readonly ignoresQuery: boolean;
}

interface WrittenOperation {
  readonly operationId: string;
  readonly description?: string;
  readonly security: readonly { readonly session: readonly string[] }[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly "x-limit-bytes": number;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** All operations of the document, in its order. */
export function operationsOf({ paths, components }: ApiDocument): readonly ApiOperation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, written]) => ({
      id: written.operationId,
      method: method.toUpperCase(),
      template,
      access: accessOf(written),
      parameters: (written.parameters ?? []).map((given) =>
        "$ref" in given ? (components.parameters[given.$ref.split("/").at(-1) as string] as Parameter) : given,
      ),
      bodies: Object.fromEntries(
        Object.entries(written.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
      ),
      isBodyOptional: written.requestBody?.required === false,
      bodyLimit: written.requestBody?.["x-limit-bytes"] ?? 0,
      ignoresQuery: /Query parameters are ignored/.test(written.description ?? ""),
    })),
  );
}

function accessOf({ security: [needed] }: WrittenOperation): ApiOperation["access"] {
  if (needed === undefined) return "public";
  return needed.session.includes("admin") ? "admin" : "reader";
}

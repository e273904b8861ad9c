import { LANGUAGES } from "@retrieval/api";
import type { Components, Json } from "./components.js";

/** Headers of an answer with sentences. */
export const LANGUAGE_HEADERS = ["Content-Language", "Vary"] as const;

/** Headers of answers. */
const HEADERS: Readonly<Record<string, { description: string; required?: true; schema: Json; example: unknown }>> = {
  "X-Request-Id": {
    description: "The request's id in the service's log; a well-formed one that the request brought is kept.",
    required: true,
    schema: { type: "string", pattern: "^[\\w.:;,#=+/|@~-]{1,128}$" },
    example: "0b3f4f1e-5b0e-4b7e-9d0c-6a5d1a3f2c1b",
  },
  "WWW-Authenticate": {
    description: "What the address asks for (RFC 6750).",
    required: true,
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  "Retry-After": {
    description: "How long to wait, in seconds.",
    required: true,
    schema: { type: "integer", minimum: 1, maximum: 60 },
    example: 5,
  },
  ETag: {
    description: "For If-Match and If-None-Match.",
    required: true,
    schema: { type: "string" },
    example: '"1"',
  },
  "Content-Language": {
    description: "The language of the sentences in the answer.",
    schema: { type: "string", enum: Object.keys(LANGUAGES) },
    example: "en",
  },
  Vary: {
    description: "Has Accept-Language where the language of the answer depends on it.",
    schema: { type: "string" },
    example: "Accept-Language",
  },
  "Content-Disposition": {
    description: "The name of the file, where the answer is one.",
    schema: { type: "string" },
    example: 'attachment; filename="audit.csv"',
  },
};

/** Headers of an answer, by their names. */
export function headersOf(names: readonly string[], components: Components): Json {
  const entries = names.map((name) => [name, components.share("headers", name, () => HEADERS[name] as Json)]);
  return Object.fromEntries(entries);
}

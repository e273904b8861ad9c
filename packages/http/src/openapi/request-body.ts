import type { Operation } from "@retrieval/api";
import { STRUCTURED_CHUNKS } from "@retrieval/core/limits";
import type { AppDeps } from "../deps.js";
import { bodyTypes } from "../routing/read-body.js";
import type { Components, Json } from "./components.js";

export function requestBodyOf(
  { body, example }: Operation,
  deps: Pick<AppDeps, "documentTypes">,
  components: Components,
): Json | undefined {
  if (body === undefined) return undefined;
  const { schema = {} } = body;
  const content = bodyTypes(body, deps).map((type) => {
    const sent = example?.bodies?.[type];
    return [
      type,
      {
        schema: type === STRUCTURED_CHUNKS ? components.schema(schema) : fileOf(type),
        ...(sent === undefined ? {} : { example: sent }),
      },
    ];
  });
  return {
    required: !("optional" in body),
    description: `At most ${body.limit} bytes, after any Content-Encoding (gzip, deflate, br) is taken off.`,
    "x-limit-bytes": body.limit,
    content: Object.fromEntries(content),
  };
}

function fileOf(type: string): Json {
  return type.startsWith("text/") ? { type: "string", minLength: 1 } : { type: "string", format: "binary" };
}

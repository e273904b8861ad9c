import type { GoodAnswer } from "@retrieval/api";
import type { Components, Json } from "./components.js";
import { exampleOf } from "./example-of.js";
import { headersOf, LANGUAGE_HEADERS } from "./headers.js";

/** What an operation answers where nothing is wrong, by status. */
export function goodAnswers(answers: Readonly<Record<number, GoodAnswer>>, components: Components) {
  const entries = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, components)]);
  return Object.fromEntries(entries) as Record<string, Json>;
}

function answerOf({ description, json, texts = {}, headers = [], inWords }: GoodAnswer, components: Components): Json {
  const content: [type: string, Json][] = Object.entries(texts).map(([type, { description, example, binary }]) => [
    type,
    { schema: { type: "string", description, ...(binary && { format: "binary" }) }, example },
  ]);
  if (json) content.unshift(["application/json", { schema: components.schema(json), example: exampleOf(json) }]);
  return {
    description,
    headers: headersOf(["X-Request-Id", ...headers, ...(inWords ? LANGUAGE_HEADERS : [])], components),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
}

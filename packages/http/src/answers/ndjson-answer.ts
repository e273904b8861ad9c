/** How much is collected before it is sent, in UTF-16 units; at least one line. */
const PART = 64 * 1024;

/**
 * Values as lines of JSON (application/x-ndjson), made as fast as the client takes them. The first value is fetched before
 * the answer begins, so that a failure at the start is an error body and not a broken answer.
 */
export async function ndjsonAnswer<Line extends object>(values: AsyncGenerator<Line>) {
  const first = await values.next();
  return {
    status: 200 as const,
    headers: { "Content-Type": "application/x-ndjson" },
    parts: lines(first.done ? [] : [first.value], values),
  };
}

async function* lines(first: readonly object[], rest: AsyncGenerator<object>): AsyncGenerator<string> {
  let part = first.map(lineOf).join("");
  for await (const value of rest) {
    part += lineOf(value);
    if (part.length < PART) continue;
    yield part;
    part = "";
  }
  if (part !== "") yield part;
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

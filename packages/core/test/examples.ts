import { expect } from "@jest/globals";

const AsyncFunction = (async () => {}).constructor as new (
  ...parameters: string[]
) => (...values: unknown[]) => Promise<void>;

/** Runs an example of the documents in plain JavaScript: each line `expression; // → value` is an expectation. */
export async function runExample(code: string, names: Readonly<Record<string, unknown>>): Promise<void> {
  const body = code.replace(/^(.+?);? \/\/ → (.+)$/gm, "expect($1).toEqual($2);");
  if (!body.includes("expect(")) throw new Error(`The example says nothing that can be checked:\n${code}`);
  await new AsyncFunction("expect", ...Object.keys(names), body)(expect, ...Object.values(names));
}

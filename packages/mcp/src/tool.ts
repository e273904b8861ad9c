import type { AssistantCalls } from "@retrieval/api";
import type { Refusal } from "@retrieval/core/errors";

/** A tool of an assistant. Each argument is required. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of each argument. */
  readonly input: Readonly<Record<string, object>>;
  /** JSON Schema of each field of the result. */
  readonly output: Readonly<Record<string, object>>;
  /**
   * @param calls as the user whose assistant asks
   * @returns the result; a refusal or a text: why there is none
   */
  call(given: Readonly<Record<string, unknown>>, calls: AssistantCalls): Promise<object | Refusal | string>;
}

/** A query or question, with the limit of the API. */
export const QUESTION = { type: "string", minLength: 1, maxLength: 1_000 } as const;

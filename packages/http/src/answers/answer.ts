import type { Refusal } from "@retrieval/core";

/** An answer as it is sent: a status, a body that becomes JSON or is JSON, comes in parts or is bytes, and headers of its own. */
export interface Answer {
  readonly status: number;
  readonly body?: object;
  /** In place of `body`: its JSON text. */
  readonly json?: string;
  /** In place of `body`: a text that is sent as it comes, with a Content-Type among the headers. */
  readonly parts?: AsyncIterable<string>;
  /** In place of `body`: a file's content, as it is. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of `body`: the refusal that becomes the error body, in the client's language. */
  readonly refused?: Refusal;
}

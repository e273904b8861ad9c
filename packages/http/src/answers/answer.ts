import type { Refusal } from "@retrieval/core/errors";

/** A part of an answer that is sent as it comes. */
export type Part = string | Uint8Array;

/** An answer before it is sent: its status, its own headers, and at most one form of a body. */
export interface Answer {
  readonly status: number;
  /** Becomes JSON. */
  readonly body?: object;
  /** In place of `body`: its JSON text. */
  readonly json?: string;
  /** `json` for clients that accept it so, if it is sent often. */
  readonly compressed?: Readonly<Record<"br" | "gzip", Buffer>>;
  /** In place of `body`: a text or a file that is sent as it comes, with a Content-Type among the headers. */
  readonly parts?: AsyncIterable<Part>;
  /** The parts wait for something else than this service: no turn is held for them. */
  readonly isSlow?: boolean;
  /** In place of `body`: a file's content, as it is. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of `body`: the refusal that becomes the error body, in the client's language. */
  readonly refused?: Refusal;
}

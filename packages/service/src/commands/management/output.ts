import { say } from "../../texts/say.js";
import type { TerminalOutput } from "./terminal.js";

// An escape sequence in a name must not reach the terminal, and a bidirectional control must not reverse a line.
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** A command's output: text or one JSON document on stdout; warnings and progress on stderr. */
export class Output {
  constructor(
    private readonly stdout: TerminalOutput,
    private readonly stderr: TerminalOutput,
    /** true: stdout gets only the JSON document. */
    readonly json: boolean,
  ) {}

  /** A line of text. */
  line(text = ""): void {
    if (!this.json) this.stdout.write(`${printable(text)}\n`);
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** A line about the work: a warning, an error, a pause. */
  note(text: string): void {
    this.stderr.write(`${printable(text)}\n`);
  }

  warning(text: string): void {
    this.note(say("warning: {text}", { text }));
  }

  error(text: string): void {
    this.note(say("error: {text}", { text }));
  }

  /** The one document of `--json`. */
  document(value: unknown): void {
    if (this.json) this.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

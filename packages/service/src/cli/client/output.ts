import type { TerminalOutput } from "./terminal.js";

// A name or file name with an escape sequence in it must not reach the terminal as one; a bidirectional override must
// not turn a line around.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** What a command says: people's text or one JSON document on stdout, and everything on the way on stderr. */
export class Output {
  constructor(
    private readonly stdout: TerminalOutput,
    private readonly stderr: TerminalOutput,
    /** true: stdout gets the JSON document and nothing else. */
    readonly json: boolean,
  ) {}

  /** A line for people. */
  line(text = ""): void {
    if (!this.json) this.stdout.write(`${printable(text)}\n`);
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** A line about the work: a warning, a fault, a pause. */
  note(text: string): void {
    this.stderr.write(`${printable(text)}\n`);
  }

  /** The one document of `--json`. */
  document(value: unknown): void {
    if (this.json) this.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, "\ufffd");
}

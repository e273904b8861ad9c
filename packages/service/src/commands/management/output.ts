import type { Marked } from "./excerpt.js";
import type { TerminalOutput } from "./terminal.js";

// A name or file name with an escape sequence in it must not reach the terminal as one; a bidirectional control must not
// turn a line around.
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** ECMA-48 §8.3.117, SGR. */
const BOLD = ["\u001b[1m", "\u001b[22m"] as const;

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

  /** A text for people, in which some ranges stand out where somebody watches. @param indent before each line */
  marked({ text, ranges }: Marked, indent: string): void {
    if (this.json) return;
    const [on, off] = this.stdout.isTTY ? BOLD : ["", ""];
    const plain = (from: number, to: number) => text.slice(from, to).split("\n").map(printable).join(`\n${indent}`);
    let shown = indent;
    let at = 0;
    for (const [start, end] of ranges) {
      shown += plain(at, start) + on + plain(start, end) + off;
      at = end;
    }
    this.stdout.write(`${shown}${plain(at, text.length)}\n`);
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

import type { Environment } from "../../settings/reader.js";

export interface TerminalOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A command's environment: its input, its output, and whether they are terminals. */
export interface Terminal {
  readonly env: Environment;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: TerminalOutput & NodeJS.WritableStream;
  readonly stderr: TerminalOutput & NodeJS.WritableStream;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly end: (exitCode: ExitCode) => void;
}

/** 0: success. 1: something was refused or failed. 2: wrong usage, or no access to the service. */
export type ExitCode = 0 | 1 | 2;

export const EXIT_CODES = `
Exit codes: 0 success; 1 something was refused or failed; 2 wrong usage, or the
service cannot be reached or refuses access.`;

export const processTerminal: Terminal = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => Date.now(),
  end: (exitCode) => {
    process.exitCode = exitCode;
  },
};

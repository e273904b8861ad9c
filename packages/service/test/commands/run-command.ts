import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll } from "@jest/globals";
import { CommanderError } from "commander";
import iconv from "iconv-lite";
import { registerManagementCommands } from "../../src/commands/management/index.js";
import type { Terminal } from "../../src/commands/management/terminal.js";
import { runProgram } from "../../src/commands/program.js";
import { SECRET, type TestService } from "../harness.js";

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout, parsed as the one JSON document. */
  readonly json: () => unknown;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  readonly stdin?: string | Uint8Array;
  /** true: stdin and stderr are terminals. */
  readonly watched?: boolean;
  /** The width of the terminal that stdout is. */
  readonly columns?: number;
}

/** Runs a management command as the `retrieval` program would, in this process. */
export async function runCommand(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
  const { env = {}, now = () => Date.now(), stdin = "", watched = false, columns } = options;
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const written = { stdout: "", stderr: "" };
  stdout.on("data", (chunk) => {
    written.stdout += chunk;
  });
  stderr.on("data", (chunk) => {
    written.stderr += chunk;
  });
  let exitCode: number | null = null;
  const terminal: Terminal = {
    env,
    now,
    stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: watched }),
    stdout: Object.assign(stdout, {
      isTTY: watched || columns !== undefined,
      ...(columns !== undefined && { columns }),
    }),
    stderr: Object.assign(stderr, { isTTY: watched, columns: 100 }),
    end: (code) => {
      exitCode = code;
    },
  };
  try {
    await runProgram(args, env, (program) => {
      program
        .exitOverride()
        .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
      registerManagementCommands(program, terminal);
    });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? 0 : 2;
  }
  await new Promise((resolve) => setImmediate(resolve));
  return { exitCode, ...written, json: () => JSON.parse(written.stdout) };
}

/** Runs commands against a test service, as this administrator. */
export function commandsOf(service: () => TestService, admin: string) {
  return (args: readonly string[], options: RunOptions = {}) => {
    const env = { RETRIEVAL_URL: service().url, SSO_SHARED_SECRET: SECRET, DATA_DIR: NO_DEMO, ...options.env };
    return runCommand([...args, "--as", admin], { now: () => service().clock.now(), ...options, env });
  };
}

/** A DATA_DIR without a running demo. */
export const NO_DEMO = join(tmpdir(), "retrieval-no-demo");

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A folder for the files of one test file, removed after its tests. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "retrieval-cli-"));
  folders.push(folder);
  return {
    folder,
    async file(name: string, content: string | Uint8Array): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
  };
}

export const cp932 = (text: string) => iconv.encode(text, "cp932");

import { createTestDatabase, type TestDatabase } from "@retrieval/contract";
import { ServiceProcess } from "../test/process/service-process.js";

export const ADMIN = "000001";

const SETTINGS = {
  ADMIN_USER_ID: ADMIN,
  ADMIN_DISPLAY_NAME: "管理者",
  RATE_LIMIT_READS: "1000000",
  RATE_LIMIT_SIGN_IN_FAILURES: "1000000",
  // On a busy machine a search takes longer than usual.
  SEARCH_TIMEOUT_MS: "30000",
};

export interface Instances {
  readonly database: TestDatabase;
  readonly all: readonly ServiceProcess[];
  /** The instance for the call of this number; calls go round-robin. */
  nth(n: number): ServiceProcess;
  stop(): Promise<void>;
}

/** Several instances of the built command, started at the same time on one empty database. */
export async function startInstances(count: number, env: Record<string, string> = {}): Promise<Instances> {
  const database = await createTestDatabase();
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => ServiceProcess.serve(database.url, { ...SETTINGS, ...env })),
  );
  const all = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const stop = async () => {
    await Promise.all(all.map((instance) => instance.end("SIGTERM")));
    await database.drop();
  };
  const failed = started.find((one) => one.status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { database, all, nth: (n) => all[n % count] as ServiceProcess, stop };
}

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** One call of the API at one instance, with a user's token. */
export async function ask<Body = Record<string, unknown>>(
  instance: ServiceProcess,
  token: string,
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<Answered<Body>> {
  const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await instance.fetch(path, { method, token, headers, ...(sent === undefined ? {} : { body: sent }) });
  const text = await answer.text();
  const json = answer.headers.get("content-type")?.includes("json") ?? false;
  return { status: answer.status, body: (json ? JSON.parse(text) : text) as Body, headers: answer.headers };
}

/** The count of each status: `200 × 3, 412 × 7`. */
export function statusCounts(answers: readonly { readonly status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort()
    .map(([status, count]) => `${status} × ${count}`)
    .join(", ");
}

/** Prints a test's counts without Jest, which would add a stack. */
export function report(line: string): void {
  process.stdout.write(`    ${line}\n`);
}

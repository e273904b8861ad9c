import { type Refusal, refuse } from "../errors.js";
import type { Job, JobQueue, LeasedJob } from "../ports/job-queue.js";
import type { PeopleColumns, PeopleFile, PeopleFileReader, RefusedLine } from "../ports/people-file-reader.js";
import type { UserDirectory } from "../ports/user-directory.js";
import { USERS_PER_IMPORT } from "./import-users.js";
import { applyChanges, type HashedChange, type Planned, type PlanOptions, planChanges } from "./plan.js";
import { readUserFields } from "./user-change.js";

/**
 * `import` adds people, and with `update` changes those who exist. `sync` makes the file the truth for role `user`:
 * it creates, updates and reactivates who is in it, deactivates who is not, and never touches admin and developer.
 */
export type FileImportMode = "import" | "sync";

export interface FileImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly reactivated: number;
  readonly deactivated: number;
  /** Exist already, and the import does not update (or they are admin or developer in a synchronisation). */
  readonly skipped: number;
  readonly refused: number;
}

/** What an import would do, and after it was applied, what it did. */
export interface FileImportReport {
  readonly encoding: PeopleFile["encoding"];
  readonly mode: FileImportMode;
  readonly counts: FileImportCounts;
  readonly refused: readonly RefusedLine[];
  readonly warnings: readonly { readonly line: number; readonly warning: string }[];
}

export interface FileImportOptions {
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly caller_id: string;
  readonly encoding: PeopleFile["encoding"];
  /** Lines refused in the dry run; they stay refused. */
  readonly refused: readonly RefusedLine[];
  /** What the dry run found odd about the file itself; applying it makes nothing of that better. */
  readonly warnings: FileImportReport["warnings"];
  /** How many active users of role `user` there were at the dry run. */
  readonly ordinary_users: number;
}

export type FileImportJob = Job<FileImportOptions, FileImportReport>;

/** One change and the line that asks for it; a synchronisation's leavers stand in no line. */
interface Task {
  readonly line: number | null;
  readonly change: HashedChange;
}

/** A synchronisation that deactivates more than this share of the users needs to be told the number. */
export const DEACTIVATE_SHARE = 0.2;

export interface FileImportDeps {
  readonly users: UserDirectory;
  readonly jobs: JobQueue;
  readonly reader: PeopleFileReader;
}

export interface FileImportRequest {
  readonly bytes: Uint8Array;
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly columns?: PeopleColumns;
  readonly caller_id: string;
}

/** The dry run: reads the file, says what would happen, writes nothing but the job that can be applied. */
export async function checkFileImport(
  request: FileImportRequest,
  deps: FileImportDeps,
): Promise<FileImportJob | Refusal> {
  const { mode, update, caller_id } = request;
  const file = deps.reader.read(request.bytes, request.columns);
  if (typeof file === "string") return refuse("INVALID_REQUEST", file);
  const { tasks, refused } = readPeople(file, mode);
  const illegible = file.refused.find(({ user_id }) => user_id === null);
  if (mode === "sync" && illegible) {
    return refuse(
      "INVALID_REQUEST",
      `Line ${illegible.line} has no legible employee number (${illegible.reason}), so a synchronisation could deactivate somebody who is in the file. Mend the line first.`,
    );
  }
  const ordinary = await deps.users.activeOrdinaryUsers();
  if (mode === "sync") tasks.push(...leavers(ordinary, file));
  const options: FileImportOptions = {
    mode,
    update,
    caller_id,
    encoding: file.encoding,
    refused,
    warnings: await leadingZeroWarnings(tasks, deps.users),
    ordinary_users: ordinary.length,
  };

  const tally = new Tally(options);
  for (const batch of batchesOf(tasks)) {
    const changes = batch.map(({ change }) => change);
    const state = await deps.users.look(changes.map(({ user_id }) => user_id));
    tally.add(batch, planChanges(changes, state, planOptions(options)));
  }

  const payload = new TextEncoder().encode(JSON.stringify(tasks));
  return (await deps.jobs.add({
    kind: "import",
    document_id: null,
    state: "checked",
    options,
    report: tally.report(),
    payload,
  })) as FileImportJob;
}

/**
 * Gives the word to a checked import.
 *
 * @param yes_deactivate the number of users that the operator agrees to deactivate
 */
export async function releaseFileImport(
  import_id: string,
  yes_deactivate: number | null,
  jobs: JobQueue,
): Promise<Job | Refusal> {
  const job = (await jobs.find("import", import_id)) as FileImportJob | null;
  if (job === null) return refuse("IMPORT_NOT_FOUND", "No such import.");
  if (job.state !== "checked")
    return refuse("CONFLICT", `This import is ${job.state} already; check the file again to apply it again.`);
  const leaving = job.report?.counts.deactivated ?? 0;
  const { ordinary_users } = job.options;
  if (leaving > ordinary_users * DEACTIVATE_SHARE && yes_deactivate !== leaving) {
    return refuse(
      "CONFLICT",
      `This synchronisation would deactivate ${leaving} of ${ordinary_users} users, more than ${DEACTIVATE_SHARE * 100} %. If the file is right, agree with yes_deactivate=${leaving}.`,
    );
  }
  return (await jobs.release(import_id)) ?? refuse("CONFLICT", "This import is being applied already.");
}

/**
 * Applies a released import, 100 users a transaction. Each transaction is whole; a worker that takes over from a dead
 * one goes on where it was, and at most repeats one batch, which changes nothing.
 */
export async function applyFileImport(
  job: LeasedJob,
  users: UserDirectory,
  onProgress: (progress: number, report: FileImportReport) => Promise<void>,
): Promise<FileImportReport> {
  const options = job.options as FileImportOptions;
  const batches = batchesOf(JSON.parse(new TextDecoder().decode(job.payload)) as Task[]);
  const done = Math.round(job.progress * batches.length);
  const tally = new Tally(options, done > 0 ? (job.report as FileImportReport) : null);
  for (const [i, batch] of batches.entries()) {
    if (i < done) continue;
    const { planned, refused } = await applyChanges(
      batch.map(({ change }) => change),
      planOptions(options),
      users,
    );
    tally.add(batch, planned, refused);
    await onProgress((i + 1) / batches.length, tally.report());
  }
  return tally.report();
}

function planOptions({ mode, update, caller_id }: FileImportOptions): PlanOptions {
  const sync = mode === "sync";
  return { update_existing: sync || update, department_sets_code: true, ordinary_users_only: sync, caller_id };
}

function batchesOf(tasks: readonly Task[]): Task[][] {
  return Array.from({ length: Math.ceil(tasks.length / USERS_PER_IMPORT) }, (_, i) =>
    tasks.slice(i * USERS_PER_IMPORT, (i + 1) * USERS_PER_IMPORT),
  );
}

const FILE_FIELDS = ["user_id", "display_name", "department", "email"];

/** The lines of the file as changes: what no entry of a bulk import could be is refused with its line. */
function readPeople(file: PeopleFile, mode: FileImportMode): { tasks: Task[]; refused: RefusedLine[] } {
  const tasks: Task[] = [];
  const refused: RefusedLine[] = file.refused.map(({ line, reason }) => ({ line, reason }));
  const firstLine = new Map<string, number>();
  for (const { line, entry } of file.people) {
    const first = firstLine.get(entry.user_id);
    const fields = readUserFields(entry, FILE_FIELDS);
    if (first !== undefined) refused.push({ line, reason: `the employee number stands already in line ${first}` });
    else if (typeof fields === "string") refused.push({ line, reason: fields });
    else tasks.push({ line, change: { ...entry, ...(mode === "sync" ? { is_active: true } : {}) } });
    if (first === undefined) firstLine.set(entry.user_id, line);
  }
  return { tasks, refused: refused.sort((a, b) => a.line - b.line) };
}

/** Who is in no line of the file. A person whose line is refused is in the file all the same. */
function leavers(ordinary: readonly string[], file: PeopleFile): Task[] {
  const inFile = new Set([
    ...file.people.map(({ entry }) => entry.user_id),
    ...file.refused.map(({ user_id }) => user_id),
  ]);
  return ordinary
    .filter((user_id) => !inFile.has(user_id))
    .map((user_id) => ({ line: null, change: { user_id, is_active: false } }));
}

async function leadingZeroWarnings(
  tasks: readonly Task[],
  users: UserDirectory,
): Promise<FileImportReport["warnings"]> {
  const others = await users.sameButLeadingZeros(
    tasks.flatMap(({ line, change }) => (line === null ? [] : [change.user_id])),
  );
  return tasks.flatMap(({ line, change: { user_id } }) => {
    const other = others.get(user_id);
    if (line === null || other === undefined) return [];
    const warning = `${user_id} differs from the known ${other} only by leading zeros, which spreadsheets strip`;
    return [{ line, warning }];
  });
}

const COUNTED_AS = {
  created: "new",
  updated: "changed",
  unchanged: "unchanged",
  reactivated: "reactivated",
  deactivated: "deactivated",
  skipped: "skipped",
} as const;

/** The running sums of an import. */
class Tally {
  readonly #counts: Record<keyof FileImportCounts, number>;
  readonly #refused: RefusedLine[];
  readonly #warnings: { line: number; warning: string }[];

  constructor(
    private readonly options: FileImportOptions,
    before: FileImportReport | null = null,
  ) {
    this.#counts = before
      ? { ...before.counts }
      : {
          new: 0,
          changed: 0,
          unchanged: 0,
          reactivated: 0,
          deactivated: 0,
          skipped: 0,
          refused: options.refused.length,
        };
    this.#refused = [...(before ?? options).refused];
    this.#warnings = [...(before ?? options).warnings];
  }

  add(
    batch: readonly Task[],
    planned: readonly Planned[],
    refusedByStore: ReadonlyMap<string, string> = new Map(),
  ): void {
    for (const [i, plan] of planned.entries()) {
      const { line, change } = batch[i] as Task;
      const reason = plan.result === "error" ? plan.error : refusedByStore.get(change.user_id);
      if (plan.result === "error" || reason !== undefined) {
        this.#counts.refused += 1;
        this.#refused.push({
          line: line ?? 0,
          reason: line === null ? `${change.user_id}: ${reason}` : (reason as string),
        });
        continue;
      }
      this.#counts[COUNTED_AS[plan.result]] += 1;
      for (const warning of plan.warnings) if (line !== null) this.warn(line, warning);
    }
  }

  warn(line: number, warning: string): void {
    this.#warnings.push({ line, warning });
  }

  report(): FileImportReport {
    const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
    const { mode, encoding } = this.options;
    return {
      encoding,
      mode,
      counts: { ...this.#counts },
      refused: this.#refused.toSorted(byLine),
      warnings: this.#warnings.toSorted(byLine),
    };
  }
}

import type { DocumentCatalog } from "../documents/document-catalog.js";
import { type Refusal, refuse, SenderNotAdminError } from "../errors.js";
import type { Job, JobQueue, LeasedJob } from "../jobs/job-queue.js";
import { USERS_PER_IMPORT } from "../limits.js";
import type { Problem } from "../problems.js";
import { applyChanges } from "./apply-changes.js";
import { damagedNumberWarnings } from "./damaged-numbers.js";
import { deactivationLimit, deactivationsAllowed } from "./deactivation-guard.js";
import {
  type FileImportJob,
  type FileImportMode,
  type FileImportOptions,
  type FileImportReport,
  type LineWarning,
  NamedUsers,
  Tally,
} from "./file-import-report.js";
import { leavers, readTasks, type Task } from "./file-import-tasks.js";
import { ImportEffects } from "./import-effects.js";
import { type Planned, type PlanOptions, planChanges } from "./plan-changes.js";
import type { Deactivations, UserDirectory } from "./user-directory.js";
import type { ReadUserFile, RefusedLine, UserColumns } from "./user-file-reader.js";

interface FileImportDeps {
  readonly users: UserDirectory;
  readonly documents: Pick<DocumentCatalog, "list">;
  readonly jobs: JobQueue;
  readonly readUserFile: ReadUserFile;
}

interface FileImportRequest {
  readonly bytes: Uint8Array;
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly columns?: UserColumns;
  readonly caller_id: string;
}

interface CheckedImport {
  readonly job: FileImportJob;
  /** The users of the accepted lines, and in a synchronisation those whom the file does not have. */
  readonly user_ids: readonly string[];
}

/** The dry run: reads the file, reports what would happen, and writes only the job that can be applied. */
export async function checkFileImport(
  request: FileImportRequest,
  deps: FileImportDeps,
): Promise<CheckedImport | Refusal> {
  const { mode, update, caller_id } = request;
  const file = await deps.readUserFile(request.bytes, request.columns);
  if ("code" in file) return refuse("INVALID_REQUEST", file);
  const { tasks: named, refused } = readTasks(file, mode === "sync");
  const illegible = file.refused.find(({ user_id }) => user_id === null);
  if (mode === "sync" && illegible) {
    const { line, problems } = illegible;
    return refuse("INVALID_REQUEST", { code: "import.illegible_line", line }, ...problems);
  }
  const { left, staff } = mode === "sync" ? await leavers(file, deps.users) : { left: [], staff: [] };
  const tasks = [...named, ...left];
  const asked = {
    mode,
    update,
    caller_id,
    encoding: file.encoding,
    refused: await withKnownNames(refused, deps.users),
    warnings: [
      ...staffWarnings(staff, caller_id),
      ...damagedNumberWarnings(named),
      ...(await leadingZeroWarnings(tasks, deps.users)),
    ],
    max_deactivated: deactivationsAllowed(await deactivations(deps.users), 0),
  };

  const tally = new Tally(asked);
  const effects = new ImportEffects();
  const changed = new NamedUsers();
  for (const batch of batchesOf(tasks)) {
    const changes = batch.map(({ change }) => change);
    const state = await deps.users.look(changes.map(({ user_id }) => user_id));
    const planned = planChanges(changes, state, planOptions(asked, "unguarded"));
    tally.add(batch, planned);
    changed.add(batch, planned);
    for (const plan of planned) {
      if (plan.result !== "error") effects.add(state.existing.get(plan.user.user_id) ?? null, plan.user);
    }
  }
  const options: FileImportOptions = {
    ...asked,
    effects: await effects.on(deps.documents),
    users: changed.list(),
  };

  const payload = new TextEncoder().encode(JSON.stringify(tasks));
  const job = (await deps.jobs.add({
    kind: "import",
    document_id: null,
    state: "checked",
    options,
    report: tally.report(),
    payload,
  })) as FileImportJob;
  return { job, user_ids: tasks.map(({ change }) => change.user_id) };
}

/**
 * Releases a checked import. A synchronisation that would deactivate more users than the guard allows is refused as a
 * whole (docs/decisions/0003).
 *
 * @param caller_id who releases it: the audit log names this user for the changes, not the one who checked the file
 * @param yes_deactivate the number of deactivations to which the operator agrees
 */
export async function releaseFileImport(
  import_id: string,
  caller_id: string,
  yes_deactivate: number,
  { jobs, users }: Pick<FileImportDeps, "jobs" | "users">,
): Promise<Job | Refusal> {
  const job = (await jobs.find("import", import_id)) as FileImportJob | null;
  if (job === null) return refuse("IMPORT_NOT_FOUND", { code: "import.unknown" });
  if (job.state !== "checked") return refuse("CONFLICT", { code: "import.not_checked", state: job.state });
  const deactivated = job.report?.counts.deactivated ?? 0;
  const before = await deactivations(users);
  if (deactivated > deactivationsAllowed(before, yes_deactivate)) {
    const { active, unagreed } = before;
    const max = deactivationLimit(before);
    return refuse("CONFLICT", { code: "import.too_many_deactivated", deactivated, active, max, unagreed });
  }
  const options: FileImportOptions = { ...job.options, caller_id, yes_deactivate };
  return (await jobs.release(import_id, options)) ?? refuse("CONFLICT", { code: "import.being_applied" });
}

async function deactivations(users: Pick<UserDirectory, "look">): Promise<Deactivations> {
  return (await users.look([], { deactivations: true })).deactivations as Deactivations;
}

/**
 * Applies a released import in transactions of 100 users, each with the progress of the import. So a worker that takes
 * over continues where the other one ended, and repeats nothing that may have been changed since. If other calls
 * deactivated users since the release, the guard refuses each deactivation that is now over the limit.
 *
 * @param stopping ends it between two transactions
 * @throws JobLostError if another worker has taken over; also the reason of `stopping`
 * @throws SenderNotAdminError if the sender is no longer an administrator; earlier transactions stay committed
 */
export async function applyFileImport(
  job: LeasedJob,
  users: Pick<UserDirectory, "change">,
  stopping: AbortSignal,
): Promise<FileImportReport> {
  const options = job.options as FileImportOptions;
  const tasks = JSON.parse(new TextDecoder().decode(job.payload)) as Task[];
  const batches = batchesOf(tasks);
  const done = Math.round(job.progress * batches.length);
  let report = done > 0 ? (job.report as FileImportReport) : new Tally(options).report();
  for (const [i, batch] of batches.entries()) {
    if (i < done) continue;
    stopping.throwIfAborted();
    const before = report;
    const after = (planned: readonly Planned[], refused: ReadonlyMap<string, Problem>) => {
      const tally = new Tally(options, before);
      tally.add(batch, planned, refused);
      return { progress: (i + 1) / batches.length, report: tally.report() };
    };
    const { reached } = await applyChanges(
      batch.map(({ change }) => change),
      planOptions(options, agreementLeft(options, before)),
      users,
      { job, after },
    ).catch((error) => {
      if (i === 0 || !(error instanceof SenderNotAdminError)) throw error;
      const done = i * USERS_PER_IMPORT;
      throw new SenderNotAdminError(error.user_id, { code: "import.stopped", done, all: tasks.length });
    });
    if (reached !== null) report = reached.report as FileImportReport;
  }
  return report;
}

/** An import that an older version released was checked by that version's rule and has no `yes_deactivate`. */
function agreementLeft({ yes_deactivate }: FileImportOptions, { counts }: FileImportReport): number | "unguarded" {
  return yes_deactivate === undefined ? "unguarded" : Math.max(0, yes_deactivate - counts.deactivated);
}

function planOptions(
  { mode, update, caller_id }: Omit<FileImportOptions, "effects" | "users">,
  yes_deactivate: PlanOptions["yes_deactivate"],
): PlanOptions {
  const sync = mode === "sync";
  return {
    update_existing: sync || update,
    department_sets_code: true,
    ordinary_users_only: sync,
    caller_id,
    via: mode,
    yes_deactivate,
  };
}

function batchesOf(tasks: readonly Task[]): Task[][] {
  return Array.from({ length: Math.ceil(tasks.length / USERS_PER_IMPORT) }, (_, i) =>
    tasks.slice(i * USERS_PER_IMPORT, (i + 1) * USERS_PER_IMPORT),
  );
}

/** Of those who are not in the file, except the caller, who may be an account for imports only. */
function staffWarnings(staff: Awaited<ReturnType<UserDirectory["leavers"]>>, caller_id: string | null): LineWarning[] {
  return staff
    .filter(({ user_id }) => user_id !== caller_id)
    .map(({ role, ...user }) => ({ line: 0, ...user, problem: { code: "role.not_in_file", role } }));
}

async function leadingZeroWarnings(tasks: readonly Task[], users: UserDirectory): Promise<LineWarning[]> {
  const others = await users.sameButLeadingZeros(
    tasks.flatMap(({ line, change }) => (line === null ? [] : [change.user_id])),
  );
  return tasks.flatMap(({ line, display_name, change: { user_id } }) => {
    const known = others.get(user_id);
    if (line === null || known === undefined) return [];
    return [{ line, user_id, display_name, problem: { code: "user_id.leading_zeros", user_id, known } }];
  });
}

/** Adds the service's name of a user whose line has a number and no name. */
async function withKnownNames(
  refused: readonly RefusedLine[],
  users: Pick<UserDirectory, "look">,
): Promise<readonly RefusedLine[]> {
  const unnamed = refused.flatMap(({ user_id, display_name }) =>
    user_id === null || display_name !== null ? [] : [user_id],
  );
  if (unnamed.length === 0) return refused;
  const { existing } = await users.look(unnamed);
  return refused.map((line) => ({
    ...line,
    display_name: line.display_name ?? existing.get(line.user_id ?? "")?.display_name ?? null,
  }));
}

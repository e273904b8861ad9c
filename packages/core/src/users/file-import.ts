import type { DocumentCatalog } from "../documents/document-catalog.js";
import { isRefusal, type Refusal, refuse } from "../errors.js";
import { USERS_PER_IMPORT } from "../limits.js";
import type { SharedSecret } from "../sign-in/signature.js";
import { applyChanges, type Outcome, plannedOutcome } from "./apply-changes.js";
import { damagedNumberWarnings } from "./damaged-numbers.js";
import { deactivationLimit, deactivationsAllowed } from "./deactivation-guard.js";
import { type FileImportMode, type FileImportReport, FileImportTally, type LineWarning } from "./file-import-report.js";
import { leavers, readTasks, type Task } from "./file-import-tasks.js";
import type { PlanOptions } from "./plan-changes.js";
import type { HashedChange } from "./user-change.js";
import type { Deactivations, UserDirectory } from "./user-directory.js";
import type { ReadUserFile, RefusedLine, UserColumns, UserFile } from "./user-file-reader.js";

interface FileImportDeps {
  readonly users: UserDirectory;
  readonly documents: Pick<DocumentCatalog, "list">;
  readonly readUserFile: ReadUserFile;
  /** Of the HMAC of plans: a plan has departments, which no answer tells (SPEC 1). */
  readonly fingerprintKey: SharedSecret;
}

interface FileImportRequest {
  readonly bytes: Uint8Array;
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly columns?: UserColumns;
  /** The audit log names this user for the changes. */
  readonly caller_id: string;
}

export interface FileImport {
  readonly report: FileImportReport;
  /** The same for the same changes from the same state. */
  readonly plan: string;
  /** The users of the accepted lines, and in a synchronisation those whom the file does not have. */
  readonly user_ids: readonly string[];
}

/** The dry run: reports what the file would do, and writes nothing. */
export async function planFileImport(request: FileImportRequest, deps: FileImportDeps): Promise<FileImport | Refusal> {
  const file = await readFile(request, deps);
  if (isRefusal(file)) return file;
  const begun = await beginImport(file, request, deps.users, deps.fingerprintKey);
  await walk(begun, (changes) => plannedOutcome(changes, planOptions(request, "unguarded"), deps.users));
  return ended(begun, deps.documents);
}

/**
 * Applies a file in one transaction, if it would still do what its dry run said. A synchronisation that would deactivate
 * more users than the guard allows is refused as a whole (docs/decisions/0003).
 *
 * @param agreed.plan of the dry run; null: whatever the file does now
 * @param agreed.yes_deactivate the number of deactivations
 * @throws SenderNotAdminError if the caller is no longer an administrator; then nothing is written
 */
export async function applyFileImport(
  request: FileImportRequest,
  { plan, yes_deactivate }: { readonly plan: string | null; readonly yes_deactivate: number },
  deps: FileImportDeps,
): Promise<FileImport | Refusal> {
  const file = await readFile(request, deps);
  if (isRefusal(file)) return file;
  const applied = await deps.users
    .together(async (users) => {
      const begun = await beginImport(file, request, users, deps.fingerprintKey);
      const { tally, before, leaving } = begun;
      if (leaving > deactivationsAllowed(before, yes_deactivate)) {
        const { active, unagreed } = before;
        const max = deactivationLimit(before);
        return refuse("CONFLICT", { code: "import.too_many_deactivated", deactivated: leaving, active, max, unagreed });
      }
      await walk(begun, (changes) => {
        const agreementLeft = Math.max(0, yes_deactivate - tally.deactivated);
        return applyChanges(changes, planOptions(request, agreementLeft), users);
      });
      if (plan !== null && plan !== tally.plan()) throw new PlanChangedError();
      return begun;
    })
    .catch((error) => {
      if (error instanceof PlanChangedError) return refuse("PRECONDITION_FAILED", { code: "import.plan_changed" });
      throw error;
    });
  return isRefusal(applied) ? applied : ended(applied, deps.documents);
}

/** Rolls an import back whose dry run said something else. */
class PlanChangedError extends Error {}

async function readFile(
  { bytes, columns, mode }: FileImportRequest,
  { readUserFile }: Pick<FileImportDeps, "readUserFile">,
) {
  const file = await readUserFile(bytes, columns);
  if ("code" in file) return refuse("INVALID_REQUEST", file);
  const illegible = file.refused.find(({ user_id }) => user_id === null);
  if (mode === "import" || illegible === undefined) return file;
  const { line, problems } = illegible;
  return refuse("INVALID_REQUEST", { code: "import.illegible_line", line }, ...problems);
}

type BegunImport = Awaited<ReturnType<typeof beginImport>>;

/** The changes that a file asks for, and a tally of what is known before the first of them. */
async function beginImport(
  file: UserFile,
  { mode, caller_id }: FileImportRequest,
  users: UserDirectory,
  fingerprintKey: SharedSecret,
) {
  const { tasks: named, refused } = readTasks(file, mode === "sync");
  const { left, staff } = mode === "sync" ? await leavers(file, users) : { left: [], staff: [] };
  const before = (await users.look([], { deactivations: true })).deactivations as Deactivations;
  const tally = new FileImportTally(fingerprintKey, {
    mode,
    encoding: file.encoding,
    max_deactivated: deactivationsAllowed(before, 0),
    refused: await withKnownNames(refused, users),
    warnings: [
      ...staffWarnings(staff, caller_id),
      ...damagedNumberWarnings(named),
      ...(await leadingZeroWarnings(named, users)),
    ],
  });
  return { tasks: [...named, ...left], tally, before, leaving: left.length };
}

/** Adds the outcomes of all changes to the tally. Batches are short: the directory lets others have a turn before each. */
async function walk({ tasks, tally }: BegunImport, outcomeOf: (changes: HashedChange[]) => Promise<Outcome>) {
  for (let from = 0; from < tasks.length; from += USERS_PER_IMPORT) {
    const batch = tasks.slice(from, from + USERS_PER_IMPORT);
    tally.add(batch, await outcomeOf(batch.map(({ change }) => change)));
  }
}

async function ended({ tasks, tally }: BegunImport, documents: FileImportDeps["documents"]): Promise<FileImport> {
  const report = await tally.report(documents);
  return { report, plan: tally.plan(), user_ids: tasks.map(({ change }) => change.user_id) };
}

function planOptions(
  { mode, update, caller_id }: FileImportRequest,
  yes_deactivate: PlanOptions["yes_deactivate"],
): PlanOptions {
  return { update_existing: mode === "sync" || update, caller_id, via: mode, yes_deactivate };
}

/** Of those who are not in the file, except the caller, who may be an account for imports only. */
function staffWarnings(staff: Awaited<ReturnType<UserDirectory["leavers"]>>, caller_id: string): LineWarning[] {
  return staff
    .filter(({ user_id }) => user_id !== caller_id)
    .map(({ role, ...user }) => ({ line: 0, ...user, problem: { code: "role.not_in_file", role } }));
}

async function leadingZeroWarnings(tasks: readonly Task[], users: UserDirectory): Promise<LineWarning[]> {
  const others = await users.sameButLeadingZeros(tasks.map(({ change }) => change.user_id));
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

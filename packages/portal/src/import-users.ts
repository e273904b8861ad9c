import type { BulkImportAnswer } from "@retrieval/api";
import { type Client, ConnectionError, type ReplyOf } from "@retrieval/api/client";
import { type LanguageCode, phraseOf } from "@retrieval/api/texts";
import { isObject, USERS_PER_IMPORT } from "@retrieval/core/limits";
import type { Problem } from "@retrieval/core/problems";
import { type Failure, failureOf } from "./failure.js";
import { importCalls, type UserEntry } from "./import-calls.js";

export interface ImportOptions {
  /** The session token of an admin. */
  readonly token: string;
  /** true: updates existing users. Otherwise they are skipped. */
  readonly updateExisting?: boolean;
  /**
   * How many users the whole list may deactivate; default 0. Without agreement, at most 20 % of the active users, or 10
   * if that is more, are deactivated within 24 hours; each entry over the limit is an error.
   */
  readonly yesDeactivate?: number;
}

/** The answers of all calls as one; every index is a position in the whole list. */
export type ImportedUsers = { readonly ok: true } & BulkImportAnswer;

/** A call failed, and those after it were not made. */
export interface InterruptedImport extends Failure {
  /** The result of the calls before it. */
  readonly done: BulkImportAnswer;
  /**
   * The entries that no answer confirms. The first 100 may have been written anyway (a time-out hides the answer);
   * importing these again does no harm.
   */
  readonly remaining: readonly UserEntry[];
}

export type ImportOutcome = ImportedUsers | InterruptedImport;

export async function importUsers(
  client: Client,
  entries: readonly UserEntry[],
  { updateExisting = false, yesDeactivate = 0 }: Omit<ImportOptions, "token">,
  language: LanguageCode,
): Promise<ImportOutcome> {
  const { first, errors } = withoutRepetitions(entries, language);
  let done: BulkImportAnswer = { created: 0, updated: 0, skipped: 0, errors, total_requested: errors.length };
  const distinct = first.map(({ entry }) => entry);
  for (const [i, body] of importCalls(distinct, updateExisting).entries()) {
    const start = i * USERS_PER_IMPORT;
    // Deactivations of earlier calls already used a part of the agreed number.
    const agreed = Math.max(0, yesDeactivate - (done.deactivated ?? 0));
    const yes_deactivate = agreed > 0 ? agreed : undefined;
    try {
      const report = reportIn(await client.importUsers({ yes_deactivate, body }), body.users.length);
      done = merged(done, report, (index) => first[start + index]?.index ?? index);
    } catch (error) {
      return { ...failureOf(error, language), done: inOrder(done), remaining: distinct.slice(start) };
    }
  }
  return { ok: true, ...inOrder(done) };
}

/**
 * Within one call the service takes the first of two entries for one user and refuses the other. Split over two calls,
 * the second would silently overwrite the first, so the whole list follows the rule of one call.
 */
function withoutRepetitions(entries: readonly UserEntry[], language: LanguageCode) {
  const firstIndex = new Map<string, number>();
  const first: { index: number; entry: UserEntry }[] = [];
  const errors: BulkImportAnswer["errors"][number][] = [];
  for (const [index, entry] of entries.entries()) {
    const { user_id } = entry;
    const earlier = firstIndex.get(user_id);
    if (earlier !== undefined) {
      const problems: Problem[] = [{ code: "user_id.duplicate", first_index: earlier }];
      errors.push({ index, user_id, error: phraseOf(problems, language), problems });
      continue;
    }
    // The service refuses an entry without a number.
    if (user_id) firstIndex.set(user_id, index);
    first.push({ index, entry });
  }
  return { first, errors };
}

/** A proxy in between may answer in place of the service. */
function reportIn({ status, body }: ReplyOf<"importUsers">, entries: number): BulkImportAnswer {
  if (isObject(body) && body.total_requested === entries && Array.isArray(body.errors)) return body;
  throw new ConnectionError(`status ${status}, but not the answer of SPEC 4.2`, status);
}

function merged(a: BulkImportAnswer, b: BulkImportAnswer, indexOf: (index: number) => number): BulkImportAnswer {
  const warnings = [
    ...(a.warnings ?? []),
    ...(b.warnings ?? []).map((warning) => ({ ...warning, index: indexOf(warning.index) })),
  ];
  const deactivated = (a.deactivated ?? 0) + (b.deactivated ?? 0);
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    skipped: a.skipped + b.skipped,
    ...(deactivated > 0 ? { deactivated } : {}),
    errors: [...a.errors, ...b.errors.map((error) => ({ ...error, index: indexOf(error.index) }))],
    total_requested: a.total_requested + b.total_requested,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function inOrder(report: BulkImportAnswer): BulkImportAnswer {
  return { ...report, errors: report.errors.toSorted((a, b) => a.index - b.index) };
}

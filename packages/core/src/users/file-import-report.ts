import type { Job } from "../jobs/job-queue.js";
import type { Problem } from "../problems.js";
import type { Task } from "./file-import-tasks.js";
import { IMPORT_CHANGES, type ImportChange } from "./import-changes.js";
import type { ImportEffect } from "./import-effects.js";
import type { Planned } from "./plan-changes.js";
import type { RefusedLine, UserFile } from "./user-file-reader.js";

/**
 * `import` adds users, and with `update` changes existing ones. `sync` makes the file the truth for role `user`: it
 * creates, updates and reactivates the users in the file and deactivates the others, but no admin or developer.
 */
export type FileImportMode = "import" | "sync";

export interface FileImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly reactivated: number;
  readonly deactivated: number;
  /** Existing users that an import without `update` skips, and admins and developers in a synchronisation. */
  readonly skipped: number;
  readonly refused: number;
}

/** The planned effects of an import; after it was applied, its real ones. */
export interface FileImportReport {
  readonly encoding: UserFile["encoding"];
  readonly mode: FileImportMode;
  readonly counts: FileImportCounts;
  readonly refused: readonly RefusedLine[];
  readonly warnings: readonly LineWarning[];
}

export interface LineWarning extends Omit<RefusedLine, "problems"> {
  readonly problem: Problem;
}

/** A user whom an import adds or changes. */
export interface ImportedUser {
  readonly change: ImportChange;
  /** null: a user whom the file does not have. */
  readonly line: number | null;
  readonly user_id: string;
  readonly display_name: string;
}

export interface FileImportOptions {
  readonly mode: FileImportMode;
  readonly update: boolean;
  readonly caller_id: string;
  readonly encoding: UserFile["encoding"];
  /** Lines refused in the dry run; they stay refused. */
  readonly refused: readonly RefusedLine[];
  /** The dry run's warnings about the file itself, which stay valid when the import is applied. */
  readonly warnings: FileImportReport["warnings"];
  /** How many users it could deactivate without agreement, at the time of the dry run. */
  readonly max_deactivated: number;
  /** The number of deactivations agreed to at the release; absent before. */
  readonly yes_deactivate?: number;
  /** What readers gain and lose, found by the dry run. Not in the report, because each step rewrites the report. */
  readonly effects: readonly ImportEffect[];
  /** The first users of each kind of change, found by the dry run; the counts are of all. */
  readonly users: readonly ImportedUser[];
}

export type FileImportJob = Job<FileImportOptions, FileImportReport>;

/** How many users of each kind of change an import names. */
const NAMED_MAX = 2_000;

/** The users whom a dry run plans to write, the first of each kind. */
export class NamedUsers {
  readonly #named = new Map<ImportChange, ImportedUser[]>();

  add(batch: readonly Task[], planned: readonly Planned[]): void {
    for (const [i, plan] of planned.entries()) {
      const change =
        plan.result === "error" ? undefined : IMPORT_CHANGES.find((kind) => kind === COUNTED_AS[plan.result]);
      if (change === undefined || plan.result === "error") continue;
      const named = this.#named.get(change) ?? [];
      const { user_id, display_name } = plan.user;
      if (named.length < NAMED_MAX) named.push({ change, line: (batch[i] as Task).line, user_id, display_name });
      this.#named.set(change, named);
    }
  }

  list(): readonly ImportedUser[] {
    return IMPORT_CHANGES.flatMap((change) => this.#named.get(change) ?? []);
  }
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
export class Tally {
  readonly #counts: Record<keyof FileImportCounts, number>;
  readonly #refused: RefusedLine[];
  readonly #warnings: LineWarning[];

  constructor(
    private readonly options: Omit<FileImportOptions, "effects" | "users">,
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
    const { refused, warnings } = readLines(before ?? options);
    this.#refused = [...refused];
    this.#warnings = [...warnings];
  }

  add(
    batch: readonly Task[],
    planned: readonly Planned[],
    refusedByStore: ReadonlyMap<string, Problem> = new Map(),
  ): void {
    for (const [i, plan] of planned.entries()) {
      const { line, display_name = null, change } = batch[i] as Task;
      const { user_id } = change;
      const problem = plan.result === "error" ? plan.problem : refusedByStore.get(user_id);
      if (plan.result === "error" || problem !== undefined) {
        this.#counts.refused += 1;
        const placed = line === null ? { ...(problem as Problem), at: user_id } : (problem as Problem);
        this.#refused.push({ line: line ?? 0, user_id, display_name, problems: [placed] });
        continue;
      }
      this.#counts[COUNTED_AS[plan.result]] += 1;
      if (line !== null)
        for (const problem of plan.warnings) this.#warnings.push({ line, user_id, display_name, problem });
    }
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

/**
 * The real effects of an import, or the planned ones before it is applied. An import that ended before its first step
 * did nothing.
 */
export function reportOf({ state, progress, options, report }: FileImportJob): FileImportReport {
  const ended = state === "failed" || state === "cancelled";
  if (ended && progress === 0) return new Tally(options).report();
  const stored = report as FileImportReport;
  return { ...stored, ...readLines(stored) };
}

/** Reads stored lines; those of an older version have sentences, or no names. */
function readLines({
  refused,
  warnings,
}: Pick<FileImportReport, "refused" | "warnings">): Pick<FileImportReport, "refused" | "warnings"> {
  const unnamed = { user_id: null, display_name: null };
  return {
    refused: refused.map(({ reason, ...line }: RefusedLine & { readonly reason?: string }) =>
      reason === undefined
        ? { ...unnamed, ...line }
        : { line: line.line, ...unnamed, problems: [{ code: "legacy" as const, text: reason }] },
    ),
    warnings: warnings.map(({ warning, ...line }: LineWarning & { readonly warning?: string }) =>
      warning === undefined
        ? { ...unnamed, ...line }
        : { line: line.line, ...unnamed, problem: { code: "legacy" as const, text: warning } },
    ),
  };
}

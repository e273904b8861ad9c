import type { Job } from "../ports/job-queue.js";
import type { RefusedLine, UserFile } from "../ports/user-file-reader.js";
import type { Problem } from "../problems.js";
import type { Task } from "./file-import-tasks.js";
import type { ImportEffect } from "./import-effects.js";
import type { Planned } from "./plan-changes.js";

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

export interface LineWarning {
  readonly line: number;
  readonly problem: Problem;
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
}

export type FileImportJob = Job<FileImportOptions, FileImportReport>;

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
    private readonly options: Omit<FileImportOptions, "effects">,
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
      const { line, change } = batch[i] as Task;
      const { user_id } = change;
      const problem = plan.result === "error" ? plan.problem : refusedByStore.get(user_id);
      if (plan.result === "error" || problem !== undefined) {
        this.#counts.refused += 1;
        const placed = line === null ? { ...(problem as Problem), at: user_id } : (problem as Problem);
        this.#refused.push({ line: line ?? 0, user_id, problems: [placed] });
        continue;
      }
      this.#counts[COUNTED_AS[plan.result]] += 1;
      if (line !== null) for (const problem of plan.warnings) this.#warnings.push({ line, problem });
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

/** Reads stored lines; those of an older version have sentences. */
function readLines({
  refused,
  warnings,
}: Pick<FileImportReport, "refused" | "warnings">): Pick<FileImportReport, "refused" | "warnings"> {
  return {
    refused: refused.map((line: RefusedLine & { readonly reason?: string }) =>
      line.reason === undefined
        ? line
        : { line: line.line, user_id: null, problems: [{ code: "legacy" as const, text: line.reason }] },
    ),
    warnings: warnings.map((line: LineWarning & { readonly warning?: string }) =>
      line.warning === undefined ? line : { line: line.line, problem: { code: "legacy" as const, text: line.warning } },
    ),
  };
}

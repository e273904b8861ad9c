import { createHmac, type Hmac, type KeyObject } from "node:crypto";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import type { Problem } from "../problems.js";
import type { SharedSecret } from "../sign-in/signature.js";
import type { Outcome } from "./apply-changes.js";
import type { Task } from "./file-import-tasks.js";
import { IMPORT_CHANGES, type ImportChange } from "./import-changes.js";
import { type ImportEffect, ImportEffects } from "./import-effects.js";
import type { Planned } from "./plan-changes.js";
import type { User } from "./user.js";
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

/** What is known of an import before its first change. */
interface BegunImport {
  readonly encoding: UserFile["encoding"];
  readonly mode: FileImportMode;
  /** How many users it could deactivate without agreement. */
  readonly max_deactivated: number;
  readonly refused: readonly RefusedLine[];
  readonly warnings: readonly LineWarning[];
}

/** The effects of an import, planned or applied. */
export interface FileImportReport extends BegunImport {
  readonly counts: FileImportCounts;
  /** The first users of each kind of change; the counts are of all. */
  readonly users: readonly ImportedUser[];
  /** What readers gain and lose. */
  readonly effects: readonly ImportEffect[];
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

/** How many users of each kind of change an import names. */
const NAMED_MAX = 2_000;

/** The running sums of an import, and the hash of its plan. */
export class FileImportTally {
  readonly #counts: Record<keyof FileImportCounts, number>;
  readonly #refused: RefusedLine[];
  readonly #warnings: LineWarning[];
  readonly #users: Readonly<Record<ImportChange, ImportedUser[]>> = {
    new: [],
    changed: [],
    reactivated: [],
    deactivated: [],
  };
  readonly #effects = new ImportEffects();
  readonly #hash: Hmac;
  #plan: string | null = null;

  /** @param key of the HMAC, because a hash of few fields could be found by trying */
  constructor(
    key: SharedSecret,
    private readonly begun: BegunImport,
  ) {
    const { mode, refused, warnings } = begun;
    this.#counts = {
      new: 0,
      changed: 0,
      unchanged: 0,
      reactivated: 0,
      deactivated: 0,
      skipped: 0,
      refused: refused.length,
    };
    this.#refused = [...refused];
    this.#warnings = [...warnings];
    // Line 0: about users who are not in the file, which differs for each caller.
    this.#hash = createHmac("sha256", key as KeyObject).update(
      JSON.stringify([mode, refused, warnings.filter(({ line }) => line > 0)]),
    );
  }

  get deactivated(): number {
    return this.#counts.deactivated;
  }

  add(batch: readonly Task[], { planned, existing, refused }: Outcome): void {
    for (const [i, plan] of planned.entries()) {
      const { line, display_name, change } = batch[i] as Task;
      const { user_id } = change;
      const before = existing.get(user_id) ?? null;
      this.#hash.update(JSON.stringify([line, user_id, ...plannedChange(before, plan)]));
      const problem = plan.result === "error" ? plan.problem : refused.get(user_id);
      if (plan.result === "error" || problem !== undefined) {
        this.#counts.refused += 1;
        const placed = line === null ? { ...(problem as Problem), at: user_id } : (problem as Problem);
        this.#refused.push({ line: line ?? 0, user_id, display_name, problems: [placed] });
        continue;
      }
      this.#effects.add(before, plan.user);
      this.#count(plan.result, { line, user_id, display_name: plan.user.display_name });
      if (line !== null)
        for (const problem of plan.warnings) this.#warnings.push({ line, user_id, display_name, problem });
    }
  }

  #count(result: Exclude<Planned["result"], "error">, user: Omit<ImportedUser, "change">): void {
    const counted = result === "created" ? "new" : result === "updated" ? "changed" : result;
    this.#counts[counted] += 1;
    const change = IMPORT_CHANGES.find((kind) => kind === counted);
    if (change !== undefined && this.#users[change].length < NAMED_MAX) this.#users[change].push({ change, ...user });
  }

  /** The same for the same changes from the same state. */
  plan(): string {
    this.#plan ??= this.#hash.digest("base64url");
    return this.#plan;
  }

  async report(documents: Pick<DocumentCatalog, "list">): Promise<FileImportReport> {
    const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
    return {
      ...this.begun,
      counts: { ...this.#counts },
      refused: this.#refused.toSorted(byLine),
      warnings: this.#warnings.toSorted(byLine),
      users: IMPORT_CHANGES.flatMap((change) => this.#users[change]),
      effects: await this.#effects.on(documents),
    };
  }
}

/** A user who stays the same may have changed since the dry run; a user who is written may not. */
function plannedChange(before: User | null, plan: Planned): readonly unknown[] {
  if (plan.result === "error") return [plan.problem];
  const { result, user, warnings } = plan;
  return result === "unchanged" || result === "skipped" ? [result, warnings] : [result, warnings, before, user];
}

import type {
  BulkImport,
  EntryWarning,
  FileImportReport,
  ImportEffect,
  JobState,
  LineWarning,
  Problem,
  RefusedEntry,
  RefusedLine,
  RulesAnswer,
  RulesPreview,
} from "@retrieval/core";

/** A warning with its sentence. */
export interface WordedWarning {
  readonly message: string;
  readonly problem: Problem;
}

/** The answer of a bulk import (SPEC 4.2), each problem with its words. */
export interface BulkImportAnswer extends Omit<BulkImport, "errors" | "warnings"> {
  /** In the order of the entries. */
  readonly errors: readonly (RefusedEntry & { readonly error: string })[];
  /** Absent if none. */
  readonly warnings?: readonly (EntryWarning & { readonly warning: string })[];
}

/** An import of a file, from its dry run to its end. */
export interface ImportAnswer extends Omit<FileImportReport, "refused" | "warnings"> {
  readonly import_id: string;
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
  readonly refused: readonly (RefusedLine & { readonly reason: string })[];
  readonly warnings: readonly (LineWarning & { readonly warning: string })[];
  /** How many users it could deactivate without agreement when it was checked; null: checked by an older version. */
  readonly max_deactivated: number | null;
  /** The documents whose readers change, as the dry run found. */
  readonly effects: readonly ImportEffect[];
  /** Why it failed. */
  readonly error: string | null;
  readonly problems: readonly Problem[];
}

export type WordedRules = Omit<RulesAnswer, "warnings"> & { readonly warnings: readonly WordedWarning[] };

export type WordedRulesPreview = Omit<RulesPreview, "warnings"> & { readonly warnings: readonly WordedWarning[] };

import type { Problem } from "../problems.js";
import type { FieldIn, RequiredField } from "./user-fields.js";

/** One line of the portal's CSV that could be read: the fields of a bulk import's entry, as texts. */
export interface UserLine {
  /** The line in the file where the record begins, from 1, the header included. */
  readonly line: number;
  readonly entry: Readonly<Record<RequiredField, string> & Partial<Record<FieldIn<"file">, string>>>;
}

export interface RefusedLine {
  /** 0: a user whom the file does not have. */
  readonly line: number;
  /** null: the line has no legible employee number. */
  readonly user_id: string | null;
  /** null: neither the line nor the service has a name. */
  readonly display_name: string | null;
  readonly problems: readonly Problem[];
}

export interface UserFile {
  readonly encoding: "UTF-8" | "UTF-8 with BOM" | "CP932";
  readonly users: readonly UserLine[];
  /** Lines that could not be read (a missing cell, too many cells), with the employee number where they have one. */
  readonly refused: readonly RefusedLine[];
}

/** Which column of a file holds which field, by header or by place from 1; absent: the usual headers apply. */
export type UserColumns = Readonly<Partial<Record<FieldIn<"file">, string>>>;

/** The maximum number of users in one file, refused ones included, and of its columns. */
export const USERS_PER_FILE = 20_000;
export const COLUMNS_PER_FILE = 100;

/**
 * Reads the portal's head-office CSV (SPEC 1): employee number, name, department, e-mail. The bytes are unchecked:
 * reading MUST NOT hold up the thread that answers requests, MUST end at limits of time and memory, and MUST refuse a
 * file of more than {@link USERS_PER_FILE} users or {@link COLUMNS_PER_FILE} columns.
 *
 * @returns the file, or the problem for which nothing of it can be read (encoding, no header, unknown columns)
 */
export type ReadUserFile = (bytes: Uint8Array, columns?: UserColumns) => Promise<UserFile | Problem>;

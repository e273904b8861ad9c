import { problemWithDay } from "../day.js";
import { NOTICES, type NoticeKind } from "../notices/notice.js";
import type { Problem } from "../problems.js";
import { problemWithLine } from "../text.js";

/** When a version takes effect, why, and how its readers are told. */
export interface Enactment {
  /** The first day on which it is in force, `2027-04-01`; null: the day of its publication. */
  readonly effective_from: string | null;
  /** Why it was changed. */
  readonly note: string | null;
  /** Whether its readers are told of it, or also asked to confirm that they know it. */
  readonly notice: NoticeKind;
  /** The last day to confirm. */
  readonly confirm_by: string | null;
}

/** What is decided when a draft is published; absent fields are those of the draft. */
export interface DraftPublication extends Partial<Enactment> {
  /** The name of the version; null: its day. */
  readonly version?: string | null;
}

/** How an older version is restored. */
export interface Restoration extends Partial<Enactment> {
  /** false: as a draft. */
  readonly publish?: boolean;
}

/** In force from its publication on, without a notice. */
export const AT_ONCE: Enactment = { effective_from: null, note: null, notice: "none", confirm_by: null };

/** The fields as they were sent; undefined: not given. */
export type GivenEnactment = { readonly [Name in keyof Enactment]?: unknown };

/** The limit of notes and reasons, in characters. */
export const NOTE_MAX = 2_000;

/** The problem with a field that must say why, in one line or several; null: there is none. */
export function problemWithReason(field: string, value: unknown): Problem | null {
  if (typeof value === "string" && value.trim() === "") return { code: "field.empty", field };
  return problemWithLine(field, typeof value === "string" ? value.replace(/[\t\r\n]/g, " ") : value, NOTE_MAX);
}

/**
 * @param ofDraft whether fields that are not given are those of the waiting draft, beside which the plan of its
 *   publication judges `confirm_by`
 * @returns the given fields, or their first problem
 */
export function readEnactment(given: GivenEnactment, ofDraft = false): Partial<Enactment> | Problem {
  const { effective_from, note, notice, confirm_by } = given;
  for (const [field, value] of Object.entries({ effective_from, confirm_by })) {
    const problem = value === undefined ? null : problemWithDay(field, value);
    if (problem !== null) return problem;
  }
  const problem = note === undefined || note === null ? null : problemWithReason("note", note);
  if (problem !== null) return problem;
  if (notice !== undefined && !NOTICES.includes(notice as Enactment["notice"])) {
    return { code: "field.not_one_of", field: "notice", values: NOTICES };
  }
  if (confirm_by !== undefined && notice !== "confirm" && !ofDraft) return { code: "version.confirm_by_alone" };
  const entries = Object.entries({ effective_from, note, notice, confirm_by });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The fields of a version, with their defaults. */
export function enactmentOf({
  effective_from = AT_ONCE.effective_from,
  note = AT_ONCE.note,
  notice = AT_ONCE.notice,
  confirm_by = AT_ONCE.confirm_by,
}: Partial<Enactment>): Enactment {
  return { effective_from, note, notice, confirm_by };
}

import { expect } from "@jest/globals";
import { inForce, openEnd, standing } from "@retrieval/core/documents";
import fc from "fast-check";
import { callAs, NOW, type TestService } from "../harness.js";

/** 2026-01-15 and other days, counted from it. */
export const dayAt = (nth: number) => new Date((NOW + nth * 86_400) * 1000).toISOString().slice(0, 10);

/** A version with a word that no other text has. */
export interface WordedVersion {
  readonly number: number;
  readonly effective_from: string;
  readonly withdrawn: boolean;
  readonly withdrawn_on: string | null;
  readonly word: string;
}

/** A document as the test knows it: from what was asked for and accepted. */
export interface LivingDocument {
  readonly document_id: string;
  readonly history: "admins" | "readers";
  readonly steps: readonly Step[];
  versions: readonly WordedVersion[];
  abolitions: readonly { readonly effective_on: string; readonly versions: number }[];
}

/** What administrators do with a document on the day `at`; the others are the days and numbers that they name. */
type Step = { readonly at: number } & (
  | { readonly does: "publish" | "abolish"; readonly day: number }
  | { readonly does: "cancel" }
  | { readonly does: "withdraw"; readonly number: number }
  | { readonly does: "correct"; readonly number: number; readonly day: number }
);

/** Draws documents that are published, replaced, abolished, withdrawn and corrected in so many days. */
export function drawDocuments(count: number, days: number, seed: number): LivingDocument[] {
  const at = fc.integer({ min: 0, max: days });
  const day = fc.integer({ min: -days, max: days + 100 });
  const number = fc.integer({ min: 1, max: 6 });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ at, does: fc.constant("publish" as const), day }) },
    { weight: 2, arbitrary: fc.record({ at, does: fc.constant("abolish" as const), day }) },
    { weight: 1, arbitrary: fc.record({ at, does: fc.constant("cancel" as const) }) },
    { weight: 1, arbitrary: fc.record({ at, does: fc.constant("withdraw" as const), number }) },
    { weight: 1, arbitrary: fc.record({ at, does: fc.constant("correct" as const), number, day }) },
  );
  const atStart = fc.record({ at: fc.constant(0), does: fc.constant("publish" as const), day });
  const document = fc.record({
    history: fc.constantFrom("admins" as const, "readers" as const),
    first: fc.array(atStart, { minLength: 1, maxLength: 3, size: "max" }),
    later: fc.array(step, { maxLength: 8, size: "max" }),
  });
  return fc.sample(document, { numRuns: count, seed }).map(({ history, first, later }, i) => ({
    ...{ document_id: `rule-${i}`, history, versions: [], abolitions: [] },
    steps: [...first, ...later].sort((a, b) => a.at - b.at),
  }));
}

let words = 0;
/** Letters, because a number is also found as part of another. */
function nextWord(): string {
  words += 1;
  return `q${[...words.toString().padStart(6, "0")].map((digit) => "bdfghjkmps"[Number(digit)]).join("")}z`;
}

/** Asks the service for a step, and notes what was accepted. A refusal must be one that the document's life explains. */
export async function take(t: TestService, admin: string, document: LivingDocument, step: Step, today: string) {
  const { document_id, versions, abolitions, history } = document;
  const path = `/api/manage/documents/${document_id}`;
  const ask = async (...[method, to, body]: ["post" | "patch" | "delete", string, object?]) => {
    const { status, body: answer } = await callAs(t, admin, method, `${path}${to}`, body);
    return status === 204 || status === 200 ? null : answer.error.problems.at(-1)?.code;
  };
  const now = inForce(document, today);
  switch (step.does) {
    case "publish": {
      const word = nextWord();
      const body = {
        ...{ title: `規程 ${word}`, effective_from: dayAt(step.day), history },
        access_rules: { allow_all: false, allowed_groups: ["staff"] },
        chunks: [
          {
            ...{ text_type: "paragraph", content: `共通の定め ${word} による。` },
            metadata: { section_path: [{ level: 1, type: "article", label: "第1条", title: "題" }] },
          },
        ],
      };
      const { body: job } = await callAs(t, admin, "put", `${path}?wait=true`, body);
      expect(job).toMatchObject({ state: "done" });
      const version = {
        number: versions.length + 1,
        effective_from: dayAt(step.day),
        withdrawn: false,
        withdrawn_on: null,
        word,
      };
      document.versions = [...versions, version];
      return;
    }
    case "abolish": {
      const effective_on = dayAt(step.day);
      const refusal = await ask("post", "/abolish", { effective_on, reason: "統合" });
      const others = openEnd(document, today) === null ? abolitions : abolitions.slice(0, -1);
      const began = inForce({ versions, abolitions: others }, today)?.effective_from ?? "";
      const isEarly = effective_on < began || effective_on < (others.at(-1)?.effective_on ?? "");
      expect([document_id, refusal]).toEqual([document_id, isEarly ? "abolition.too_early" : null]);
      if (!isEarly) document.abolitions = [...others, { effective_on, versions: versions.length }];
      return;
    }
    case "cancel": {
      const refusal = await ask("delete", "/abolish");
      const isPlanned = (abolitions.at(-1)?.effective_on ?? "") > today;
      expect([document_id, refusal]).toEqual([document_id, isPlanned ? null : "abolition.unknown"]);
      if (isPlanned) document.abolitions = abolitions.slice(0, -1);
      return;
    }
    default: {
      const { number } = step;
      const version = versions.find((other) => other.number === number && !other.withdrawn);
      const changed = (fields: Partial<WordedVersion>) =>
        versions.map((other) => (other.number === number ? { ...other, ...fields } : other));
      if (step.does === "withdraw") {
        const refusal = await ask("post", `/versions/${number}/withdraw`, { reason: "誤り" });
        const expected = version === undefined ? "version.unknown" : version === now ? "version.in_force" : null;
        expect([document_id, number, refusal]).toEqual([document_id, number, expected]);
        if (refusal === null) document.versions = changed({ withdrawn: true, withdrawn_on: today });
      } else {
        const effective_from = dayAt(step.day);
        const moved = changed({ effective_from });
        const refusal = await ask("patch", `/versions/${number}`, { effective_from });
        const isLast = now !== null && inForce({ versions: moved, abolitions }, today) === null;
        const expected = version === undefined ? "version.unknown" : isLast ? "version.none_in_force" : null;
        expect([document_id, refusal]).toEqual([document_id, expected]);
        if (refusal === null) document.versions = moved;
      }
    }
  }
}

/** The version that was in force on a day: one that was withdrawn later was, too. */
export function versionOn({ versions, abolitions }: LivingDocument, day: string): WordedVersion | null {
  const then = versions.map((version) => {
    const { withdrawn_on } = version;
    return { ...version, withdrawn: withdrawn_on !== null && withdrawn_on <= day };
  });
  const found = inForce({ versions: then, abolitions }, day);
  return versions.find(({ number }) => number === found?.number) ?? null;
}

/** Whether a reader of the document may read a version of it today; administrators may read each. */
export function isForReaders(version: WordedVersion, document: LivingDocument, today: string): boolean {
  const is = standing(version, document, today);
  return is === "in_force" || is === "coming" || (is === "past" && document.history === "readers");
}

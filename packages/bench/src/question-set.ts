import { readFileSync } from "node:fs";
import type { CorpusSection } from "./corpus-sections.js";

/** A question, and every section that answers it about equally well. */
export interface SetQuestion {
  readonly question: string;
  readonly language: "ja" | "en" | "zh" | "vi" | "pt";
  /** By its label or its title; "" is the text of a document before its first heading below the title. */
  readonly answers: readonly { readonly document_id: string; readonly label: string }[];
  /** For a question without an answer: whether it is near the documents' subjects. */
  readonly near?: boolean;
}

/** A question whose answers also quote the text, so that a passage that a page shows can be checked. */
export interface BlindQuestion extends SetQuestion {
  readonly id: string;
  readonly set: "words" | "everyday" | "cross" | "languages" | "unanswered" | "follow_up";
  /** The question before a follow-up. */
  readonly previous?: string;
  /** Sentences, items or cells of the section: a result that has one of them shows the answer. */
  readonly answers: readonly (SetQuestion["answers"][number] & { readonly passages: readonly string[] })[];
}

export function readQuestions(file: string): SetQuestion[] {
  return readJson<SetQuestion[]>(file);
}

export function readBlindQuestions(): BlindQuestion[] {
  return readJson<{ questions: BlindQuestion[] }>("blind.json").questions;
}

const readJson = <T>(file: string) =>
  JSON.parse(readFileSync(new URL(`../questions/${file}`, import.meta.url), "utf8")) as T;

/** The rank of the first section that answers; infinite if none does. */
export function firstRight(found: readonly CorpusSection[], { answers }: SetQuestion): number {
  const place = found.findIndex((section) => answers.some((answer) => isAnswer(section, answer)));
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
}

/** Whether this is the section that an answer names. */
export function isAnswer({ document_id, chunks }: CorpusSection, answer: SetQuestion["answers"][number]): boolean {
  if (answer.document_id !== document_id) return false;
  const label = plain(answer.label);
  return chunks.some(({ metadata: { section_path } }) =>
    label === ""
      ? section_path.length === 0
      : section_path.some((element) => plain(element.label) === label || plain(element.title) === label),
  );
}

/** To compare texts however they are wrapped and wide. */
export const plain = (text: string) => text.normalize("NFKC").replace(/\s/g, "");

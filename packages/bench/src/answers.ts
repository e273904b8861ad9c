import { basename } from "node:path";
import { EVERYONE, type Reader } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import type { Generation, HitReader, SectionIndex } from "@retrieval/core/ports";
import { answerQuestion, wholeAnswer } from "@retrieval/core/use-cases";
import { type CorpusDocument, readCorpus } from "./corpus.js";
import { engineOver } from "./find-in.js";
import { firstRight, readQuestions, type SetQuestion } from "./question-set.js";
import type { Report } from "./report.js";

/** What the answers to a set of questions were. */
interface Tally {
  right: number;
  elsewhere: number;
  nothing: number;
  readonly times: number[];
}

const ADMIN: Reader = { user_id: "admin", role: "admin", department_code: null, permission_groups: [] };
const NOW: Generation = { number: 1, stamp: "" };
const NEVER = new AbortController().signal;
const FOREVER = { signal: NEVER, left: () => Number.MAX_SAFE_INTEGER, within: () => NEVER };

/**
 * How often the answer quotes a section that answers the question, and how often it says that there is none, over all
 * documents in one process. Each sentence is a quote, so there is no claim beyond what it cites.
 */
export async function answers(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);
  const ask = asksOver(documents);
  const known = new Set(documents.map(({ document_id }) => document_id));
  const isAskable = ({ answers }: SetQuestion) =>
    answers.length === 0 || answers.some(({ document_id }) => known.has(document_id));
  const rows: string[][] = [];
  for (const [name, file] of Object.entries(SETS)) {
    const tally: Tally = { right: 0, elsewhere: 0, nothing: 0, times: [] };
    for (const question of readQuestions(file).filter(isAskable)) await judge(question, ask, tally);
    rows.push(rowOf(name, tally));
  }
  report.text("Answers without a model. A quote is right if it is in a section that answers about equally well.");
  report.table(["questions", "quotes a right section", "quotes another one", "nothing found", "median, ms"], rows);
}

const SETS = {
  "known questions": "questions.json",
  "held-out questions": "held-out.json",
  "questions without an answer": "unanswered.json",
} as const;

type Ask = (question: string) => Promise<CorpusDocument["chunks"][number] | null>;

async function judge(question: SetQuestion, ask: Ask, tally: Tally): Promise<void> {
  const began = performance.now();
  const chunk = await ask(question.question);
  tally.times.push(performance.now() - began);
  if (chunk === null) tally.nothing += 1;
  else if (firstRight([{ document_id: chunk.doc_id, chunks: [chunk] }], question) === 1) tally.right += 1;
  else tally.elsewhere += 1;
}

function rowOf(name: string, { right, elsewhere, nothing, times }: Tally): string[] {
  const share = (count: number) => (count / Math.max(1, times.length)).toFixed(2);
  const median = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  return [`${name} (${times.length})`, share(right), share(elsewhere), share(nothing), median.toFixed(1)];
}

/** Answers with the chunk of the first quote; null: nothing was found. */
function asksOver(documents: readonly CorpusDocument[]): Ask {
  const engine = engineOver(documents);
  const held = new Map(documents.map((document) => [document.document_id, document]));
  const index: Pick<SectionIndex, "search"> = {
    search: async (ask) => ({ ...engine.search(ask), generation: NOW, newest: NOW }),
  };
  const hits: Pick<HitReader, "read"> = {
    read: async (asked) => ({
      generation: NOW,
      documents: asked.map(({ document_id, revision_id, places }) => {
        const { title, chunks } = held.get(document_id) as CorpusDocument;
        return {
          ...{ document_id, revision_id, access_rules: EVERYONE },
          document: { document_id, title, version: "1" },
          chunks: [...places]
            .sort((a, b) => a - b)
            .map((place) => ({ place, chunk: chunks[place] as CorpusDocument["chunks"][number], text_length: null })),
        };
      }),
    }),
  };
  const deps = {
    index: index as SectionIndex,
    hits: hits as HitReader,
    deadline: FOREVER,
    meaning: null,
    reranker: null,
    onAccessMismatch: () => undefined,
    writing: null,
  };
  return async (question) => {
    const events = await answerQuestion({ question, doc_ids: null, text_types: null }, ADMIN, deps);
    if (isRefusal(events)) throw new Error(JSON.stringify(events));
    const [source] = (await wholeAnswer(events, null)).sources;
    if (source === undefined) return null;
    return held.get(source.doc.id)?.chunks.find(({ chunk_id }) => chunk_id === source.chunk_id) ?? null;
  };
}

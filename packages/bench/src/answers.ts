import { basename } from "node:path";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type { UnitChooser } from "@retrieval/core/ports";
import type { QuestionAnswer } from "@retrieval/core/use-cases";
import { createUnitChooser } from "@retrieval/models";
import { type Ask, asksOver } from "./answer-engine.js";
import { readCorpus } from "./corpus.js";
import { EVERYTHING, engineOver } from "./find-in.js";
import { configuredEmbedder, embedAll } from "./question-meanings.js";
import { firstRight, readBlindQuestions, readQuestions, type SetQuestion } from "./question-set.js";
import type { Report } from "./report.js";

/** What the thresholds were chosen on is known to them. */
function readSets(): Readonly<Record<string, readonly SetQuestion[]>> {
  const blind = readBlindQuestions().filter(({ set }) => set !== "follow_up");
  const ofBlind = (...sets: readonly string[]) => blind.filter(({ set }) => sets.includes(set));
  return {
    "known questions": readQuestions("questions.json"),
    "held-out questions": readQuestions("held-out.json"),
    "blind questions in the documents' words": ofBlind("words"),
    "blind questions in everyday words": ofBlind("everyday"),
    "blind questions in another language": ofBlind("cross", "languages"),
    "without an answer, known": readQuestions("unanswered.json"),
    "without an answer, written later": readQuestions("unanswered-later.json"),
    "without an answer, blind": ofBlind("unanswered"),
  };
}

/**
 * How often the answer is of a section that answers the question, and how often there is none, over all documents in one
 * process: as the service is installed, by words alone, and by the model that ANSWER_URL and ANSWER_MODEL name.
 */
export async function answers(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);
  const embedder = configuredEmbedder();
  const engine = engineOver(documents);
  const standIns = (query: string) => engine.standIns({ query, reader: EVERYTHING }).words;
  const meanings = embedder && (await embedAll(documents, [], embedder, standIns));
  const bench: Bench = {
    ask: asksOver(documents, meanings),
    known: new Set(documents.map(({ document_id }) => document_id)),
    chunks: new Map(documents.flatMap(({ chunks }) => chunks.map((chunk) => [chunk.chunk_id, chunk]))),
  };
  report.text(
    "An answer is right if it is of a section that answers about equally well. Every shown word is the document's own.",
  );
  if (meanings) {
    report.heading("As the service is installed");
    await printAnswers(bench, null, report);
  }
  report.heading("By words alone");
  await printAnswers({ ...bench, ask: asksOver(documents) }, null, report);
  const chooser = configuredChooser();
  report.heading(chooser === null ? "With a model that chooses" : `With ${chooser.model}`);
  if (chooser === null)
    report.text("No model was configured (ANSWER_URL, ANSWER_MODEL): **no real model was measured.**");
  else await printAnswers(bench, chooser, report);
  await embedder?.stop?.();
}

function configuredChooser(): UnitChooser | null {
  const { ANSWER_URL: url, ANSWER_MODEL: model, ANSWER_KEY: key } = process.env;
  return url && model ? createUnitChooser({ url, model, random: Math.random, ...(key && { key }) }) : null;
}

interface Bench {
  readonly ask: Ask;
  readonly known: ReadonlySet<string>;
  readonly chunks: ReadonlyMap<string, StructuredChunk>;
}

/** @param chooser null: the words choose */
async function printAnswers(bench: Bench, chooser: UnitChooser | null, report: Report): Promise<void> {
  const rows: string[][] = [];
  for (const [name, questions] of Object.entries(readSets())) {
    const tally = new Tally();
    for (const question of questions.filter((one) => isAskable(one, bench.known))) {
      const began = performance.now();
      const answer = await bench.ask(question.question, chooser);
      tally.add(answer, question, performance.now() - began, bench);
    }
    rows.push(tally.row(name, chooser !== null));
  }
  report.table([...COLUMNS, ...(chooser === null ? [] : ["the model failed"]), "median, ms"], rows);
}

const isAskable = ({ answers }: SetQuestion, known: ReadonlySet<string>) =>
  answers.length === 0 || answers.some(({ document_id }) => known.has(document_id));

const COLUMNS = ["questions", "of a right section", "of another one", "nearest", "nothing found"];

/** What the answers to a set of questions were. */
class Tally {
  readonly #times: number[] = [];
  readonly #counts = { right: 0, elsewhere: 0, nearest: 0, nothing: 0, failed: 0 };

  add({ outcome, model, answer }: QuestionAnswer, question: SetQuestion, took: number, { chunks }: Bench): void {
    this.#times.push(took);
    if (model === "failed") this.#counts.failed += 1;
    const first = chunks.get(answer?.units[0]?.chunk_id ?? "");
    if (first === undefined) this.#counts[outcome === "nearest" ? "nearest" : "nothing"] += 1;
    else if (firstRight([{ document_id: first.doc_id, chunks: [first] }], question) === 1) this.#counts.right += 1;
    else this.#counts.elsewhere += 1;
  }

  row(name: string, hasModel: boolean): string[] {
    const { right, elsewhere, nearest, nothing, failed } = this.#counts;
    const count = this.#times.length;
    const share = (some: number) => (some / Math.max(1, count)).toFixed(2);
    const median = this.#times.toSorted((a, b) => a - b)[count >> 1] ?? 0;
    return [
      `${name} (${count})`,
      ...[right, elsewhere, nearest, nothing, ...(hasModel ? [failed] : [])].map(share),
      median.toFixed(1),
    ];
  }
}

import { basename } from "node:path";
import type { StructuredChunk } from "@retrieval/core/chunks";
import type { AnswerWriter } from "@retrieval/core/ports";
import type { QuestionAnswer } from "@retrieval/core/use-cases";
import { createAnswerWriter } from "@retrieval/models";
import { type Ask, asksOver, type Fates } from "./answer-engine.js";
import { type CitationScores, citationScores, type EntailmentJudge } from "./citation-scores.js";
import { readCorpus } from "./corpus.js";
import { judgedBy, verbatim } from "./entailment-judges.js";
import { firstRight, readQuestions, type SetQuestion } from "./question-set.js";
import type { Report } from "./report.js";
import { startSmallWriter } from "./small-writer.js";

/** A third of all has no answer. */
const SETS: Readonly<Record<string, string>> = {
  "known questions": "questions.json",
  "held-out questions": "held-out.json",
  "without an answer, known to the threshold": "unanswered.json",
  "without an answer, written later": "unanswered-later.json",
};

/**
 * How often the answer quotes a section that answers the question, how often it says that there is none, and how well its
 * citations support its sentences, over all documents in one process: without a model, with a small server of our own,
 * and with the model that ANSWER_URL and ANSWER_MODEL name.
 */
export async function answers(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);
  const bench: Bench = {
    ask: asksOver(documents),
    known: new Set(documents.map(({ document_id }) => document_id)),
    chunks: new Map(documents.flatMap(({ chunks }) => chunks.map((chunk) => [chunk.chunk_id, chunk]))),
  };
  report.text(
    "A quote is right if it is in a section that answers about equally well. Citation recall and precision are those of " +
      "ALCE (Gao et al. 2023, §4.3), as means over the answers that have sentences; a citation is the quote, and the " +
      "header of its table.",
  );
  report.heading("Without a model");
  report.text(
    "Judged by verbatim containment. Sentences are quotes here, so both figures are 1 by construction: they test the path.",
  );
  await printAnswers(bench, { judge: verbatim, writer: null }, report);
  for (const lying of [0, 2]) await withSmallWriter(bench, lying, report);
  const model = configuredWriter();
  if (model === null) {
    report.heading("With a model");
    report.text("No model was configured (ANSWER_URL, ANSWER_MODEL): **no real model was measured.**");
    return;
  }
  report.heading(`With ${model.model}`);
  report.text(`Judged by ${model.model} itself, which is asked for yes or no.`);
  await printAnswers(bench, { judge: judgedBy(model), writer: model }, report);
}

async function withSmallWriter(bench: Bench, lying: number, report: Report): Promise<void> {
  const { server, lies } = await startSmallWriter(lying);
  try {
    report.heading(`With a server that ${lying === 0 ? "copies" : "lies in every second sentence"}`);
    report.text(
      "No model, but a server of our own with its API, which copies sentences of the passages" +
        (lying === 0
          ? ""
          : "; its lies are another digit, a denial, an added amount, an invented quote, another source") +
        ". Judged by verbatim containment.",
    );
    const writer = createAnswerWriter({ url: server.url, model: "small", random: Math.random });
    const shown = await printAnswers(bench, { judge: verbatim, writer }, report);
    if (lying === 0) return;
    const released = shown.filter((text) => lies.texts.has(text)).length;
    report.claim({
      what: "lies of a model that are shown",
      target: "none",
      measured: `${released} of ${lies.told}`,
      met: released === 0,
    });
  } finally {
    await server.close();
  }
}

function configuredWriter(): AnswerWriter | null {
  const { ANSWER_URL: url, ANSWER_MODEL: model, ANSWER_KEY: key } = process.env;
  return url && model ? createAnswerWriter({ url, model, random: Math.random, ...(key && { key }) }) : null;
}

interface Bench {
  readonly ask: Ask;
  readonly known: ReadonlySet<string>;
  readonly chunks: ReadonlyMap<string, StructuredChunk>;
}

interface By {
  readonly judge: EntailmentJudge;
  /** null: the documents' own words. */
  readonly writer: AnswerWriter | null;
}

/** @returns the sentences that a model wrote and did not copy from their quotes */
async function printAnswers(bench: Bench, by: By, report: Report): Promise<readonly string[]> {
  const rows: string[][] = [];
  const fates: Fates = new Map();
  const shown: string[] = [];
  for (const [name, file] of Object.entries(SETS)) {
    const tally = new Tally();
    for (const question of readQuestions(file).filter((one) => isAskable(one, bench.known))) {
      const began = performance.now();
      const answer = await bench.ask(question.question, by.writer === null ? undefined : { writer: by.writer, fates });
      const took = performance.now() - began;
      tally.add(answer, question, took, await scoresOf(answer, by.judge, bench), bench);
      if (answer.outcome === "answered") shown.push(...answer.sentences.filter(isReworded).map(({ text }) => text));
    }
    rows.push(tally.row(name, by.writer !== null));
  }
  report.table([...COLUMNS, ...(by.writer === null ? [] : ["by the model"]), "median, ms"], rows);
  if (by.writer !== null)
    report.text(`Sentences offered: ${[...fates].map(([fate, count]) => `${count} ${fate}`).join(", ")}.`);
  return shown;
}

/** A lie about one article can be what another article says, word for word. */
const isReworded = ({ text, citations }: QuestionAnswer["sentences"][number]) =>
  !citations.some(({ quote }) => quote.includes(text));

const isAskable = ({ answers }: SetQuestion, known: ReadonlySet<string>) =>
  answers.length === 0 || answers.some(({ document_id }) => known.has(document_id));

const COLUMNS = [
  "questions",
  "quotes a right section",
  "quotes another one",
  "nothing found",
  "citation recall",
  "citation precision",
];

async function scoresOf(
  { sentences }: QuestionAnswer,
  judge: EntailmentJudge,
  { chunks }: Bench,
): Promise<CitationScores | null> {
  if (sentences.length === 0) return null;
  const cited = sentences.map(({ text, citations }) => ({
    text,
    cited: citations.map(({ chunk_id, quote }) => {
      const chunk = chunks.get(chunk_id);
      return [...(chunk?.text_type === "table" ? aroundRow(chunk.display.body_md ?? "", quote) : []), quote].join("\n");
    }),
  }));
  return citationScores(cited, judge);
}

/** The header of a row's table, and all lines above the row where merged cells point to them. */
function aroundRow(table: string, row: string): readonly string[] {
  const lines = table.split("\n");
  const at = lines.findIndex((line) => line.trim() === row);
  return MERGED.test(table) && at > 0 ? lines.slice(0, at) : lines.slice(0, 1);
}

const MERGED = /\| *[↑←] *\|/;

/** What the answers to a set of questions were. */
class Tally {
  readonly #times: number[] = [];
  readonly #scores: CitationScores[] = [];
  readonly #counts = { right: 0, elsewhere: 0, nothing: 0, byModel: 0 };

  add(
    { outcome, sentences }: QuestionAnswer,
    question: SetQuestion,
    took: number,
    scores: CitationScores | null,
    { chunks }: Bench,
  ): void {
    this.#times.push(took);
    if (scores !== null) this.#scores.push(scores);
    if (outcome === "answered") this.#counts.byModel += 1;
    const first = chunks.get(sentences[0]?.citations[0]?.chunk_id ?? "");
    if (first === undefined) this.#counts.nothing += 1;
    else if (firstRight([{ document_id: first.doc_id, chunks: [first] }], question) === 1) this.#counts.right += 1;
    else this.#counts.elsewhere += 1;
  }

  row(name: string, hasModel: boolean): string[] {
    const { right, elsewhere, nothing, byModel } = this.#counts;
    const count = this.#times.length;
    const share = (some: number) => (some / Math.max(1, count)).toFixed(2);
    const mean = (of: (scores: CitationScores) => number) =>
      this.#scores.length === 0
        ? "–"
        : (this.#scores.reduce((sum, scores) => sum + of(scores), 0) / this.#scores.length).toFixed(2);
    const median = this.#times.toSorted((a, b) => a - b)[count >> 1] ?? 0;
    return [
      `${name} (${count})`,
      ...[right, elsewhere, nothing].map(share),
      mean(({ recall }) => recall),
      mean(({ precision }) => precision),
      ...(hasModel ? [share(byModel)] : []),
      median.toFixed(1),
    ];
  }
}

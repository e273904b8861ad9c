import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { asksOver } from "./answer-engine.js";
import { readCorpus } from "./corpus.js";
import { EVERYTHING, engineOver } from "./find-in.js";
import { configuredEmbedder, embedAll } from "./question-meanings.js";
import { type BlindQuestion, firstRight, readBlindQuestions } from "./question-set.js";
import type { Report } from "./report.js";

/** By the question's id: what a good model would write, by hand and from the questions alone. */
const REWRITINGS: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("../questions/rewritings.json", import.meta.url), "utf8"),
);

/** The share of questions with a right article among the first three sources. */
const TARGETS = { everyday: 42 / 50, cross: 34 / 40 } as const;

/** Chooses nothing, so that the sources are in the order of the searches. */
const NO_CHOICE = { model: "none", host: "none", choose: async () => [] };

/** How often an answer's sources have a right article, by the question alone and with good rewritings of it. */
export async function rewritings(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);
  const known = new Set(documents.map(({ document_id }) => document_id));
  const embedder = configuredEmbedder();
  const engine = engineOver(documents);
  const standIns = (query: string) => engine.standIns({ query, reader: EVERYTHING }).words;
  const meanings = embedder && (await embedAll(documents, [], embedder, standIns));
  const ask = asksOver(documents, meanings);
  const chunks = new Map(documents.flatMap((document) => document.chunks.map((chunk) => [chunk.chunk_id, chunk])));
  const rankOf = async (question: BlindQuestion, also_searched: readonly string[]) => {
    const { sources } = await ask(question.question, NO_CHOICE, also_searched);
    const sections = sources.map(({ doc, chunk_id }) => ({
      document_id: doc.id,
      chunks: [chunks.get(chunk_id) ?? []].flat(),
    }));
    return firstRight(sections, question);
  };
  const rows: string[][] = [];
  for (const set of ["everyday", "cross"] as const) {
    const questions = readBlindQuestions().filter(
      (one) => one.set === set && one.answers.some(({ document_id }) => known.has(document_id)),
    );
    const alone: number[] = [];
    const rewritten: number[] = [];
    for (const question of questions) {
      alone.push(await rankOf(question, []));
      rewritten.push(await rankOf(question, REWRITINGS[question.id] ?? []));
    }
    const among = (ranks: readonly number[], k: number) => ranks.filter((rank) => rank <= k).length;
    for (const [name, ranks] of Object.entries({ "the question alone": alone, "with rewritings": rewritten }))
      rows.push([`${set} (${questions.length}), ${name}`, ...[1, 3, 5].map((k) => String(among(ranks, k)))]);
    const least = Math.ceil(TARGETS[set] * questions.length);
    report.claim({
      what: `${set} questions with a right article among the first three sources, with good rewritings`,
      target: `at least ${least} of ${questions.length}`,
      measured: String(among(rewritten, 3)),
      met: among(rewritten, 3) >= least,
      ...(among(rewritten, 3) >= least ? {} : { cause: "the rule's words are not those of the rewritings" }),
    });
  }
  await embedder?.stop?.();
  report.text(
    "Right articles among the sources of an answer. The rewritings were written by hand, from the questions alone: what a " +
      "good model would write. No model was asked.",
  );
  report.table(["", "first", "among three", "among five"], rows);
}

import { startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import { makeTermVectors } from "@retrieval/core/search";
import { BothEngines, UNTIL } from "./both-engines.js";
import { type CorpusDocument, readCorpus } from "./corpus.js";
import { DEEP, EVERYTHING, engineOver, WORDS_SHARE } from "./find-in.js";
import { configuredEmbedder, embedAll } from "./question-meanings.js";
import { firstRight, readBlindQuestions, readQuestions, type SetQuestion } from "./question-set.js";
import type { Report } from "./report.js";
import { askable, figuresOf, shown } from "./search-quality.js";

/** In each figure. */
const BESIDE = 0.01;

/** How well the engines find the right article, by words, and by words and meaning unless MEANING=off. */
export async function openSearchQuality(report: Report): Promise<void> {
  const missing = whyNoNode("2.19") ?? whyNoNode("3");
  if (missing !== undefined) return report.text(`Left out: ${missing}`);
  const { documents } = await readCorpus();
  const blind = readBlindQuestions();
  const sets: Record<string, readonly SetQuestion[]> = {
    known: readQuestions("questions.json"),
    "held-out": readQuestions("held-out.json"),
  };
  for (const set of ["words", "everyday", "cross", "languages"] as const)
    sets[`blind (${set})`] = blind.filter((question) => question.set === set);
  const texts = Object.values(sets).flatMap((of) => of.map(({ question }) => question));
  const embedder = configuredEmbedder();
  const words = engineOver(documents);
  const standIns = (query: string) => words.standIns({ query, reader: EVERYTHING }).words;
  const meanings = embedder && (await embedAll(documents, texts, embedder, standIns));
  await embedder?.stop?.();
  const indexed = documents.map(({ document_id, title, chunks }, i) => {
    const head = { document_id, title, version: "1", revision_id: String(i + 1), published_at: 0, audience: ["*"] };
    const meaning = meanings?.documents.get(document_id) ?? null;
    return { ...head, vectors: makeTermVectors(title, chunks), meaning };
  });
  const nodes = [await startNode({ version: "2.19", knn: true }), await startNode({ version: "3" })] as const;
  const dimensions = indexed[0]?.meaning?.dimensions ?? null;
  const [near, plain] = [new BothEngines(nodes[0], dimensions), new BothEngines(nodes[1], null)];
  await near.fill(indexed);
  await plain.fill(indexed);
  const visibility = near.directory.viewOf(EVERYTHING);
  const view = { visibility, namedIn: () => ({ document_ids: [], asks_more: true }) };
  const chunksOf = new Map(documents.map(({ document_id, chunks }) => [document_id, chunks]));
  const rankOf = async (
    engine: BothEngines["memory"] | BothEngines["remote"],
    one: SetQuestion,
    byMeaning: boolean,
  ) => {
    const vector = byMeaning ? meanings?.questions.get(one.question) : undefined;
    const meaning = vector && meanings ? { vector, words_share: WORDS_SHARE, similarity: meanings.similarity } : null;
    const ask = { query: one.question, limit: DEEP, doc_ids: null, text_types: null, meaning };
    const { sections } = await engine.search(ask, view, UNTIL);
    const found = sections.map(({ document_id, place, chunks }) => ({
      document_id,
      chunks: (chunksOf.get(document_id) as CorpusDocument["chunks"]).slice(place, place + chunks),
    }));
    return firstRight(found, one);
  };
  const rows: string[][] = [];
  let most = 0;
  for (const [name, questions] of Object.entries(sets)) {
    const asked = askable(questions, documents);
    for (const byMeaning of meanings === null ? [false] : [false, true]) {
      const figures: number[][] = [];
      for (const engine of [near.memory, near.remote, plain.remote]) {
        const ranks: number[] = [];
        for (const one of asked) ranks.push(await rankOf(engine, one, byMeaning));
        figures.push(figuresOf(ranks));
      }
      const [own, other] = figures as [number[], number[]];
      most = Math.max(most, ...own.map((figure, i) => figure - (other[i] as number)));
      const title = `${asked.length} ${name}, ${byMeaning ? "words and meaning" : "words"}`;
      rows.push([title, ...own.map((_, i) => figures.map((of) => shown(of[i] as number)).join(" / "))]);
    }
  }
  report.heading("Quality");
  report.text(
    `Questions over ${documents.length} documents: in the process / over OpenSearch 2.19 with k-NN / over 3.x without it, where meaning only orders what words find.`,
  );
  report.table(["", "recall@1", "recall@3", `recall@${DEEP}`, "MRR"], rows);
  report.claim({
    what: "quality over OpenSearch with k-NN, in each set of questions, beside the engine in the process",
    target: `at most ${BESIDE} less`,
    measured: most.toFixed(3),
    met: most <= BESIDE,
  });
  for (const engines of [near, plain]) await engines.close();
  for (const node of nodes) await node.stop();
}

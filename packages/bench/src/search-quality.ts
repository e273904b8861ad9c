import { basename } from "node:path";
import { type CorpusDocument, readCorpus, readFreshDocuments } from "./corpus.js";
import { sectionsIn } from "./corpus-sections.js";
import { DEEP, EVERYTHING, engineOver, type Find, findIn, WORDS_SHARE } from "./find-in.js";
import { fullTextSearchOf } from "./full-text-peer.js";
import { miniSearchOver } from "./minisearch-peer.js";
import { PlainBm25 } from "./plain-bm25.js";
import { configuredEmbedder, embedAll, nearest, type QuestionMeanings } from "./question-meanings.js";
import { firstRight, readBlindQuestions, readQuestions, type SetQuestion } from "./question-set.js";
import type { Report } from "./report.js";

interface Corpus {
  readonly documents: readonly CorpusDocument[];
  /** By name; the first is the service as it is installed. */
  readonly engines: Readonly<Record<string, Find>>;
  /** Of the configured model. */
  readonly meanings: QuestionMeanings | null;
}

/** recall@1, @3, @10 and MRR to reach, by article. */
const TARGETS: Readonly<Record<string, readonly number[]>> = {
  "known questions": [0.5, 0.7, 0.83, 0.61],
  "held-out questions": [0.38, 0.51, 0.67, 0.46],
};
/** They always answer. */
const PEERS = ["plain BM25", "MiniSearch", "PostgreSQL full-text"];
const FITS = { far: 0.9, near: 0.5, answered: 0.1 } as const;

/**
 * How well the service finds the right article for users' questions, beside a plain BM25, MiniSearch and
 * PostgreSQL's full-text search over the same terms. recall@k:
 * the share of questions with a right article among the first k; MRR: the mean of 1 / rank of the first right one among
 * ten. And how often it says that nothing fits: the threshold was chosen on the first two sets and on questions without
 * an answer, not on the fresh ones. Also by words and meaning: with the
 * embedded model, or the one that EMBEDDING_URL and EMBEDDING_MODEL name.
 */
export async function searchQuality(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);
  const known = askable(readQuestions("questions.json"), documents);
  const heldOut = askable(readQuestions("held-out.json"), documents);
  const all = [...known, ...heldOut, ...readQuestions("unanswered.json")];
  const blind = readBlindQuestions().filter(({ set }) => set !== "follow_up");
  const corpus = await withEngines(documents, [...all, ...blind]);
  if (corpus.meanings === null) report.text("MEANING=off: all figures are by words alone.");
  reportRanking(report, "known questions", known, corpus);
  reportRanking(report, "held-out questions", heldOut, corpus);
  for (const set of ["words", "everyday", "cross", "languages"] as const) {
    const of = blind.filter((question) => question.set === set);
    reportRanking(report, `blind questions (${set})`, askable(of, documents), corpus);
  }
  reportFit(report, "Known and held-out questions, and questions without an answer", corpus, all);
  reportFit(report, "Blind questions", corpus, blind);

  const fresh = await readFreshDocuments();
  if (fresh.leftOut.length > 0) {
    const names = fresh.leftOut.map((path) => basename(path)).join(", ");
    report.text(`Left out, because BENCH_FRESH_DOCUMENTS does not have them: ${names}`);
  }
  if (fresh.documents.length === 0) return;
  const questions = readQuestions("fresh.json");
  const freshCorpus = await withEngines(fresh.documents, questions);
  reportRanking(report, "fresh questions", askable(questions, fresh.documents), freshCorpus);
  reportFit(report, "Fresh questions", freshCorpus, questions);
}

/** The questions that these documents answer. */
export function askable<Question extends SetQuestion>(
  questions: readonly Question[],
  documents: readonly CorpusDocument[],
): Question[] {
  const known = new Set(documents.map(({ document_id }) => document_id));
  return questions.filter(({ answers }) => answers.some(({ document_id }) => known.has(document_id)));
}

async function withEngines(documents: readonly CorpusDocument[], questions: readonly SetQuestion[]): Promise<Corpus> {
  const sections = sectionsIn(documents);
  const plain = new PlainBm25(sections);
  const embedder = configuredEmbedder();
  const texts = questions.map(({ question }) => question);
  const engine = engineOver(documents);
  const standIns = (query: string) => engine.standIns({ query, reader: EVERYTHING }).words;
  const meanings = embedder && (await embedAll(documents, texts, embedder, standIns));
  await embedder?.stop?.();
  return {
    documents,
    meanings,
    engines: {
      service: findIn(documents, undefined, meanings && { words_share: WORDS_SHARE, meanings }),
      ...(meanings && { "words alone": findIn(documents) }),
      "words without vocabulary": findIn(documents, { vocabulary: false }),
      "plain BM25": (question) => ({ sections: plain.search(question, DEEP), fits: true, corrected: [] }),
      MiniSearch: miniSearchOver(sections, DEEP),
      "PostgreSQL full-text": await fullTextSearchOf(sections, texts, DEEP),
    },
  };
}

function reportRanking(report: Report, name: string, questions: readonly SetQuestion[], corpus: Corpus): void {
  report.text(`${questions.length} ${name} over ${corpus.documents.length} documents, by article.`);
  const rows: string[][] = [];
  for (const [engine, find] of Object.entries(corpus.engines)) {
    const ranks = new Map(questions.map((one) => [one, firstRight(find(one.question).sections, one)]));
    if (process.env.BENCH_MISSES) {
      for (const [{ question }, rank] of ranks) if (rank > DEEP) console.log(`missed by ${engine}: ${question}`);
    }
    for (const language of new Set(questions.map((question) => question.language))) {
      const of = [...ranks].filter(([question]) => question.language === language).map(([, rank]) => rank);
      rows.push([`${engine}, ${language} (${of.length})`, ...figuresOf(of).map(shown)]);
    }
    const figures = figuresOf([...ranks.values()]);
    rows.push([`${engine}, all`, ...figures.map(shown)]);
    const targets = TARGETS[name];
    if (engine === "service" && targets !== undefined) {
      const met = figures.every((figure, i) => rounded(figure) >= (targets[i] as number));
      const cause = "text without headings, as the recitals of the regulation are, takes the places of articles";
      report.claim({
        what: `${questions.length} ${name}: recall@1, @3, @${DEEP} and MRR, by article`,
        target: `at least ${targets.map(shown).join(", ")}`,
        measured: figures.map(shown).join(", "),
        met,
        ...(met ? {} : { cause }),
      });
    }
  }
  report.table(["", "recall@1", "recall@3", `recall@${DEEP}`, "MRR"], rows);
}

/** The share of questions of which the service says that nothing fits. */
function reportFit(
  report: Report,
  name: string,
  { engines, meanings }: Corpus,
  questions: readonly SetQuestion[],
): void {
  const groups = {
    far: questions.filter(({ answers, near }) => answers.length === 0 && !near),
    near: questions.filter(({ near }) => near),
    answered: questions.filter(({ answers }) => answers.length > 0),
  };
  const refused = (find: Find, of: readonly SetQuestion[]) =>
    of.filter(({ question }) => !find(question).fits).length / Math.max(1, of.length);
  report.text(`${name}: the share with fits: false.`);
  const rows = Object.entries(engines)
    .filter(([engine]) => !PEERS.includes(engine))
    .map(([engine, find]) => [engine, ...Object.values(groups).map((of) => shown(refused(find, of)))]);
  const header = ["", ...Object.entries(groups).map(([kind, of]) => `${kind} (${of.length})`)];
  report.table(header, rows);
  if (meanings) {
    report.text(
      `The similarity of the nearest part by ${meanings.model}, in deviations above the mean of neutral texts.`,
    );
    const sorted = Object.values(groups).map((of) =>
      of.map(({ question }) => nearest(question, meanings)).sort((a, b) => a - b),
    );
    const at = (share: number) => sorted.map((of) => shown(of[Math.floor((of.length - 1) * share)] ?? 0));
    report.table(header, [
      ["a tenth has less than", ...at(0.1)],
      ["median", ...at(0.5)],
      ["a tenth has more than", ...at(0.9)],
    ]);
  }
  const [service] = Object.values(engines) as [Find];
  const wrong = groups.answered.filter(({ question }) => !service(question).fits);
  const unfound = wrong.filter((one) => firstRight(service(one.question).sections, one) > DEEP);
  const claim = (kind: keyof typeof groups, what: string, target: string, cause: string) => {
    const share = refused(service, groups[kind]);
    const met = kind === "answered" ? rounded(share) <= FITS[kind] : rounded(share) >= FITS[kind];
    const measured = shown(share);
    report.claim({ what: `${name}: fits: false for ${what}`, target, measured, met, ...(met ? {} : { cause }) });
  };
  const least = (share: number) => `at least ${shown(share)}`;
  claim("far", "one far from the subject", least(FITS.far), "a word that rules use for something else is enough");
  claim("near", "one near the subject", least(FITS.near), "its words are in the rules, its answer is not");
  claim(
    "answered",
    "one with an answer",
    `at most ${shown(FITS.answered)}`,
    `for ${unfound.length} of these ${wrong.length}, no right article is among the first ${DEEP}`,
  );
}

export function figuresOf(ranks: readonly number[]): number[] {
  const share = (k: number) => ranks.filter((rank) => rank <= k).length / Math.max(1, ranks.length);
  const mrr = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / Math.max(1, ranks.length);
  return [share(1), share(3), share(DEEP), mrr];
}

const rounded = (value: number) => Math.round(value * 100) / 100;
export const shown = (value: number) => value.toFixed(2);

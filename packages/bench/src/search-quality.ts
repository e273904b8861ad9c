import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { StructuredChunk } from "@retrieval/core/chunks";
import { DocumentNames, makeTermVectors, questionReader, readDictionary, SearchEngine } from "@retrieval/core/search";
import { type CorpusDocument, readCorpus } from "./corpus.js";
import { PlainBm25 } from "./plain-bm25.js";
import type { Report } from "./report.js";

/** A question, and every section that answers it about equally well. */
interface Question {
  readonly question: string;
  readonly language: "ja" | "en";
  readonly answers: readonly { readonly document_id: string; readonly label: string }[];
}

/** The held-out questions were not used while the search was made. */
const SETS = { questions: "questions.json", "held-out questions": "held-out.json" } as const;
const DEEP = 10;

/**
 * How well the service finds the right article for users' questions, beside a plain BM25 over the same terms. recall@k:
 * the share of questions with a right article among the first k chunks; MRR: the mean of 1 / rank of the first right
 * one among ten.
 */
export async function searchQuality(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  const known = new Set(documents.map(({ document_id }) => document_id));
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);

  const plain = new PlainBm25(documents.flatMap(({ chunks }) => chunks));
  const engines: Readonly<Record<string, Find>> = {
    service: serviceOver(documents),
    "plain BM25": (query) => plain.search(query, DEEP),
  };
  for (const [name, file] of Object.entries(SETS)) {
    const questions = readQuestions(file).filter(({ answers }) =>
      answers.some((answer) => known.has(answer.document_id)),
    );
    report.text(`${questions.length} ${name} over ${documents.length} documents.`);
    const rows = Object.entries(engines).flatMap(([engine, find]) => ask(engine, find, questions));
    report.table(["", "recall@1", "recall@3", `recall@${DEEP}`, "MRR"], rows);
  }
}

type Find = (query: string) => readonly StructuredChunk[];

function ask(engine: string, find: Find, questions: readonly Question[]): string[][] {
  const ranks = new Map<Question, number>();
  for (const question of questions) ranks.set(question, firstRight(find(question.question), question));
  if (process.env.BENCH_MISSES) {
    for (const [{ question }, rank] of ranks) if (rank > DEEP) console.log(`missed by ${engine}: ${question}`);
  }
  const inLanguage = (["ja", "en"] as const).map((language) => {
    const of = [...ranks].filter(([question]) => question.language === language).map(([, rank]) => rank);
    return row(`${engine}, ${language} (${of.length})`, of);
  });
  return [...inLanguage, row(`${engine}, all`, [...ranks.values()])];
}

function readQuestions(file: string): Question[] {
  return JSON.parse(readFileSync(new URL(`../questions/${file}`, import.meta.url), "utf8")) as Question[];
}

/** The service's engine, without vocabulary and dictionary. */
function serviceOver(documents: readonly CorpusDocument[]): Find {
  const engine = new SearchEngine({ makeReader: questionReader(readDictionary("")), titles: new DocumentNames() });
  const chunksOf = new Map(documents.map(({ document_id, chunks }) => [document_id, chunks]));
  for (const { document_id, title, chunks } of documents) {
    const document = { document_id, title, version: "1", revision_id: document_id, published_at: 0, audience: ["*"] };
    engine.put({ ...document, vectors: makeTermVectors(title, chunks) });
  }
  const reader = { unrestricted: true, principals: [] };
  return (query) =>
    engine
      .search({ query, reader, limit: DEEP, from: null, doc_ids: null, text_types: null })
      .sections.flatMap(({ document_id, best }) => chunksOf.get(document_id)?.[best] ?? []);
}

function firstRight(found: readonly StructuredChunk[], { answers }: Question): number {
  const isRight = ({ doc_id, metadata }: StructuredChunk) =>
    answers.some(
      ({ document_id, label }) =>
        document_id === doc_id && metadata.section_path.some((section) => sameLabel(section, label)),
    );
  const place = found.findIndex(isRight);
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
}

function sameLabel(section: { label: string; title: string }, label: string): boolean {
  const plain = (text: string) => text.normalize("NFKC").replace(/\s/g, "");
  return plain(section.label) === plain(label) || plain(section.title) === plain(label);
}

function row(name: string, ranks: readonly number[]): string[] {
  const share = (k: number) => ranks.filter((rank) => rank <= k).length / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
  return [name, ...[share(1), share(3), share(DEEP), mrr].map((value) => value.toFixed(3))];
}

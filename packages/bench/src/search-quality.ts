import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sentenceOf } from "@retrieval/api";
import type { StructuredChunk } from "@retrieval/core/chunks";
import { isRefusal } from "@retrieval/core/errors";
import { Vocabulary } from "@retrieval/core/search";
import { search } from "@retrieval/core/use-cases";
import {
  migrateToLatest,
  openDatabase,
  PostgresChunkStore,
  PostgresSearchIndex,
  UNLIMITED_SEARCH_TEXTS,
} from "@retrieval/postgres";
import { EVERYDAY_WORDS } from "@retrieval/service";
import { publishAll, readCorpus } from "./corpus.js";
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
const vocabulary = new Vocabulary(EVERYDAY_WORDS);

/**
 * How well the service finds the right article for users' questions, beside a plain BM25 over the same terms. recall@k:
 * the share of questions with a right article among the first k chunks; MRR: the mean of 1 / rank of the first right
 * one among ten.
 */
export async function searchQuality(report: Report): Promise<void> {
  const { documents, leftOut } = await readCorpus();
  const known = new Set(documents.map(({ document_id }) => document_id));
  for (const folder of leftOut) report.text(`Left out, because it is not there: ${basename(folder)}`);

  const directory = mkdtempSync(join(tmpdir(), "retrieval-bench-"));
  const database = await openDatabase({ kind: "embedded", directory, onConnectionError: () => undefined });
  try {
    await migrateToLatest(database.db, UNLIMITED_SEARCH_TEXTS);
    await publishAll(documents, new PostgresChunkStore(database.db, UNLIMITED_SEARCH_TEXTS));
    const index = new PostgresSearchIndex(database.db);
    const plain = new PlainBm25(documents.flatMap(({ chunks }) => chunks));
    const engines = {
      service: (query: string) => findByService(query, index),
      "plain BM25": async (query: string) => plain.search(query, DEEP),
    };
    for (const [name, file] of Object.entries(SETS)) {
      const questions = readQuestions(file).filter(({ answers }) =>
        answers.some((answer) => known.has(answer.document_id)),
      );
      report.text(`${questions.length} ${name} over ${documents.length} documents.`);
      const rows: string[][] = [];
      for (const [engine, find] of Object.entries(engines)) rows.push(...(await ask(engine, find, questions)));
      report.table(["", "recall@1", "recall@3", `recall@${DEEP}`, "MRR"], rows);
    }
  } finally {
    await database.close();
    rmSync(directory, { recursive: true });
  }
}

type Find = (query: string) => Promise<readonly StructuredChunk[]>;

async function ask(engine: string, find: Find, questions: readonly Question[]): Promise<string[][]> {
  const ranks = new Map<Question, number>();
  for (const question of questions) ranks.set(question, firstRight(await find(question.question), question));
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

async function findByService(query: string, index: PostgresSearchIndex): Promise<readonly StructuredChunk[]> {
  const everything = { user_id: "bench", role: "admin", department_code: null, permission_groups: [] } as const;
  const request = { query, limit: DEEP, cursor: null, doc_ids: null, text_types: null };
  const answer = await search(request, everything, { index, vocabulary, onAccessMismatch: () => undefined });
  if (isRefusal(answer)) throw new Error(sentenceOf(answer.problems, "en"));
  return answer.results.map(({ chunk }) => chunk);
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

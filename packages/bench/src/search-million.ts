import { sentenceOf } from "@retrieval/api";
import type { Reader } from "@retrieval/core";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import { findSections } from "@retrieval/core/use-cases";
import { figure, times } from "./figures.js";
import { interleaved, ratio, type Timing } from "./interleaved.js";
import { fillCorpus, GROUP_NAMES, GROUPS, type Group } from "./large-corpus.js";
import { withDatabase } from "./measured-database.js";
import { type OpenIndex, openIndex } from "./open-index.js";
import type { Report } from "./report.js";

const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const PAGE = 20;
const COMMON = "common word (労働)";
const QUERIES = {
  [COMMON]: "労働",
  "ordinary word (休暇)": "休暇",
  "rare word (慶弔)": "慶弔",
  question: "入社して半年たったら何日休みがもらえますか",
} as const;

type Answer = Exclude<Awaited<ReturnType<typeof findSections>>, Refusal>;

/**
 * Measures the service's search over a million chunks for readers who see few of them, beside one who sees them all.
 */
export async function searchMillion(report: Report): Promise<void> {
  await withDatabase(async (database) => {
    const begun = performance.now();
    const documents = await fillCorpus(database, CHUNKS);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const index = await openIndex(database);
    report.text(
      `${CHUNKS.toLocaleString("en")} chunks in ${documents.toLocaleString("en")} documents, made in ${seconds} s; the index of sections was built in ${index.build_seconds.toFixed(0)} s, with the term vectors of every document. All of a search is timed: the way to the index's thread and back, and a page of ${PAGE} sections from the database. An administrator's search is the same one without any access filter.`,
    );
    try {
      for (const [title, query] of Object.entries(QUERIES)) await compare(title, query, index, report);
    } finally {
      await index.stop();
    }
  });
}

async function compare(title: string, query: string, index: OpenIndex, report: Report): Promise<void> {
  const allReaders = [aReader(null), ...GROUP_NAMES.map(aReader)];
  const answers: Answer[] = [];
  const timings = await interleaved(
    allReaders.map((reader, i) => async () => {
      answers[i] = await ask(query, reader, index);
    }),
    ROUNDS,
  );
  const [open, ...restricted] = timings as [Timing, ...Timing[]];
  const found = (i: number) => {
    const { total, results } = answers[i] as Answer;
    return [total.toLocaleString("en"), String(results.length)];
  };
  report.heading(title);
  report.table(
    ["reader", "times the search without a filter", "ms", "found", "shown"],
    [
      ["no filter", "1", figure(open), ...found(0)],
      ...restricted.map((timing, i) => [
        sharesOf(GROUP_NAMES[i] as Group),
        figure(ratio(timing, open)),
        figure(timing),
        ...found(i + 1),
      ]),
    ],
  );
  if (title !== COMMON) return;
  for (const [i, timing] of restricted.entries()) {
    const { results, total } = answers[i + 1] as Answer;
    const beside = ratio(timing, open);
    const full = results.length === Math.min(PAGE, total) && total >= PAGE;
    report.claim({
      what: `search of a common word in ${CHUNKS.toLocaleString("en")} chunks, for a reader who ${sharesOf(GROUP_NAMES[i] as Group)}, beside no filter`,
      target: "at most 1.0 times, and a full page",
      measured: `${times(beside)}, ${results.length} of ${PAGE} shown`,
      met: beside.median <= 1 && full,
    });
  }
}

const sharesOf = (group: Group) => `sees ${GROUPS[group] * 100} %`;

/** @param group null for an administrator, who sees everything */
function aReader(group: Group | null): Reader {
  const role = group === null ? "admin" : "user";
  return { user_id: "1", role, department_code: null, permission_groups: group === null ? [] : [group] };
}

async function ask(query: string, reader: Reader, index: OpenIndex): Promise<Answer> {
  const request = { query, limit: PAGE, cursor: null, doc_ids: null, text_types: null };
  const answer = await findSections(request, reader, index.startSearch());
  if (isRefusal(answer)) throw new Error(sentenceOf(answer.problems, "en"));
  return answer;
}

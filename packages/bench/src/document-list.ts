import { deepStrictEqual } from "node:assert/strict";
import { AudienceIndex, decideAccess, type Reader } from "@retrieval/core";
import { figure, times } from "./figures.js";
import { interleaved, ratio, type Timing } from "./interleaved.js";
import { naiveMaySee } from "./naive-access.js";
import { randomDocuments, randomReaders } from "./readers-and-rules.js";
import type { Report } from "./report.js";

const DOCUMENTS = 10_000;
const READERS = 10;
const ROUNDS = 101;

/** Measures the list of documents that one reader may see, of 10,000 in memory, beside a loop over all rules. */
export async function documentList(report: Report): Promise<void> {
  const documents = randomDocuments(DOCUMENTS, 4);
  const readers = randomReaders(READERS, 5).map((reader): Reader => ({ ...reader, role: "user" }));
  const index = new AudienceIndex();
  const build = () => {
    const made = new AudienceIndex();
    for (const { document_id, rules } of documents) made.set(document_id, rules);
    return made.size;
  };
  for (const { document_id, rules } of documents) index.set(document_id, rules);

  const indexed = (reader: Reader) => index.visibleTo(reader);
  const ids = (keep: (document: (typeof documents)[number]) => boolean) =>
    documents.filter(keep).map(({ document_id }) => document_id);
  const naive = (reader: Reader) => ids(({ rules }) => naiveMaySee(reader, rules));
  const decided = (reader: Reader) => ids(({ rules }) => decideAccess(reader, rules).allowed);
  const shares = readers.map((reader) => {
    const visible = decided(reader);
    deepStrictEqual(indexed(reader), visible);
    deepStrictEqual(naive(reader), visible);
    return visible.length / DOCUMENTS;
  });
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  report.text(
    `${READERS} readers with role user, who see from ${percent(Math.min(...shares))} to ${percent(Math.max(...shares))} of ${DOCUMENTS.toLocaleString("en")} documents with rules as in [access-decision](#access-decision). The answer is the list of ids, in one order; all three answer alike for every reader.`,
  );

  let turn = 0;
  const change = () => {
    turn += 1;
    for (const { document_id } of documents) {
      const { rules } = documents[turn % DOCUMENTS] as (typeof documents)[number];
      index.set(document_id, rules);
    }
  };
  const each = (list: (reader: Reader) => string[]) => () => {
    for (const reader of readers) list(reader);
  };
  const [byIndex, byNaive, byDecision] = (await interleaved([each(indexed), each(naive), each(decided)], ROUNDS)) as [
    Timing,
    Timing,
    Timing,
  ];
  const [building, changing] = (await interleaved([build, change], 11)) as [Timing, Timing];
  const row = (name: string, of: Timing) => [name, figure(ratio(of, byNaive)), figure(of, READERS / 1e3)];
  report.table(
    ["the list of one reader", "times the naive loop", "µs"],
    [
      row("AudienceIndex", byIndex),
      row("naive loop, stops at the first way in", byNaive),
      row("decideAccess for each document", byDecision),
    ],
  );
  report.text(
    `Making the index of all ${DOCUMENTS.toLocaleString("en")} documents takes ${figure(building)} ms, once; a changed rule takes ${figure(changing, DOCUMENTS / 1e3)} µs.`,
  );
  const beside = ratio(byIndex, byNaive);
  report.claim({
    what: `a list of ${DOCUMENTS.toLocaleString("en")} documents filtered in memory for one reader, beside the naive loop`,
    target: "at most 0.3 times",
    measured: times(beside),
    met: beside.median <= 0.3,
  });
}

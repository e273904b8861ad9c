import { deepStrictEqual } from "node:assert/strict";
import { IN_THREAD_VECTORS } from "@retrieval/contract/in-thread-vectors";
import { CLOSED, type Reader, readerFilter } from "@retrieval/core";
import { PostgresChunkStore, PostgresDocumentCatalog } from "@retrieval/postgres";
import { publishAll, readCorpus } from "./corpus.js";
import { figure, times } from "./figures.js";
import { interleaved, ratio, type Timing } from "./interleaved.js";
import { withDatabase } from "./measured-database.js";
import type { Report } from "./report.js";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1_500);
/** The resolution of a run of this many look-ups; an outsider over a network has no better one. */
const APART = 0.05;

/** Does the response time distinguish a chunk that a reader may not see from a missing one? */
export async function hiddenChunk(report: Report): Promise<void> {
  await withDatabase(async ({ db, pool }) => {
    const { documents } = await readCorpus();
    const chunks = new PostgresChunkStore(db, IN_THREAD_VECTORS);
    await publishAll(documents, chunks);
    const catalog = new PostgresDocumentCatalog(db);
    for (const { document_id } of documents) await catalog.changeRules(document_id, CLOSED, null);
    await pool.query("VACUUM ANALYZE");
    const known = documents.flatMap(({ document_id, chunks }) =>
      chunks.map(({ chunk_id }) => ({ document_id, chunk_id })),
    );
    const reader: Reader = { user_id: "1", role: "user", department_code: "D1", permission_groups: ["staff"] };
    const filter = readerFilter(reader);
    let turn = 0;
    /** Looks for the next chunk, or for a variant of its ids. */
    const looksFor = (endings: { readonly document?: string; readonly chunk?: string }) => async () => {
      turn += 1;
      const { document_id, chunk_id } = known[(turn * 31) % known.length] as (typeof known)[number];
      const { document = "", chunk = "" } = endings;
      deepStrictEqual(await chunks.find(document_id + document, chunk_id + chunk, filter, { related: 20 }), null);
    };
    const alternatives = {
      "a chunk that this reader may not see": looksFor({}),
      "a chunk that such a document has not": looksFor({ chunk: "9" }),
      "a document that is not there": looksFor({ document: "9" }),
    };
    const timings = await interleaved(Object.values(alternatives), ROUNDS);
    const [hidden, ...missing] = timings as [Timing, Timing, Timing];
    report.text(
      `${known.length.toLocaleString("en")} chunks, ${ROUNDS.toLocaleString("en")} look-ups of each in turn.`,
    );
    report.table(
      ["asked for", "times the first", "ms"],
      Object.keys(alternatives).map((name, i) => {
        const timing = timings[i] as Timing;
        return [name, figure(ratio(timing, hidden)), figure(timing)];
      }),
    );
    const [furthest] = missing
      .map((timing) => ratio(timing, hidden))
      .toSorted((a, b) => Math.abs(b.median - 1) - Math.abs(a.median - 1)) as [ReturnType<typeof ratio>];
    const met = Math.abs(furthest.median - 1) <= APART;
    report.claim({
      what: "the time of the answer for what is not there, beside that for what this reader may not see",
      target: `within ${APART * 100} %`,
      measured: times(furthest),
      met,
      ...(met ? {} : { cause: "the row of the document is read where it is there, and its audience compared" }),
    });
  });
}

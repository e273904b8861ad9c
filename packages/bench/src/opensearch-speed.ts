import { type OpenSearchNode, startNode, whyNoNode } from "@retrieval/contract/opensearch/node";
import type { DirectoryView, SearchHits } from "@retrieval/core/ports";
import { BothEngines, UNTIL } from "./both-engines.js";
import { distinctDocuments, SEES_ONE_OF } from "./distinct-corpus.js";
import { openSearchQuality } from "./opensearch-quality.js";
import { cpuOf } from "./process-tree.js";
import { readQuestions } from "./question-set.js";
import type { Report } from "./report.js";
import { milliseconds, quantiles } from "./search-speed.js";

/** In chunks. 1,000,000 take 30 minutes, and the machine needs 16 GB. */
const SIZES = [20_000, 100_000];
const VERSION = "3";
const HEAP = ["-Xms2g", "-Xmx2g"];
/** Milliseconds of 95 of 100 searches in a million chunks, by a reader of everything. */
const WITHIN = 60;
const RECALL_MIN = 0.98;
/** Every reader sees it. */
const SEEN_BY_ALL = `d${SEES_ONE_OF.few}`;
const READERS = {
  "sees all": { unrestricted: true, principals: [] },
  "sees 10 %": { unrestricted: false, principals: ["g:tenth"] },
  "sees 0.5 %": { unrestricted: false, principals: ["g:few"] },
};

/** Searches over OpenSearch, beside the engine in the process, by the same readers and questions. */
export async function openSearchSpeed(report: Report, sizes: readonly number[] = SIZES): Promise<void> {
  const missing = whyNoNode(VERSION);
  if (missing !== undefined) return report.text(`Left out: ${missing}`);
  for (const chunks of sizes) {
    const node = await startNode({ version: VERSION, flags: HEAP });
    try {
      report.heading(`${chunks.toLocaleString("en")} chunks`);
      await measureSize(chunks, node, report);
    } finally {
      await node.stop();
    }
  }
  await openSearchQuality(report);
}

async function measureSize(chunks: number, node: OpenSearchNode, report: Report): Promise<void> {
  const engines = new BothEngines(node, null);
  const bytes = await engines.fill(distinctDocuments(chunks));
  const { seconds } = engines;
  const { sections, bytes: held } = engines.memory.stats();
  const megabytes = (of: number) => `${(of / 1e6).toFixed(0)} MB`;
  report.text(
    `${sections.toLocaleString("en")} sections, all different, one shard in at most five segments. The engine in the process takes ${megabytes(held)} and ${seconds.memory.toFixed(0)} s to build from term vectors; the index in OpenSearch ${megabytes(bytes)} and ${seconds.requests.toFixed(0)} s to make the requests, ${seconds.sent.toFixed(0)} s to send them one after the other.`,
  );
  const asked = readQuestions("questions.json").map(({ question }) => question);
  const rows: string[][] = [];
  for (const [title, reader] of Object.entries(READERS)) {
    const visibility = engines.directory.viewOf(reader);
    const view = { visibility, namedIn: () => ({ document_ids: [], asks_more: true }) };
    const measured = await measureReader(asked, view, engines);
    rows.push(...measured.rows.map((row) => [`${title}: ${row[0]}`, ...row.slice(1)]));
    report.text(
      `A reader who ${title}: ${measured.same} of ${asked.length} answers have the same total, documents and fit; of the first ten sections, the other engine has ${measured.recall.toFixed(3)}.`,
    );
    claim(chunks, title, measured, report);
  }
  report.table(["", "median, ms", "95th percentile, ms", "processor here, ms", "processor of OpenSearch, ms"], rows);
  await engines.close();
}

interface Measured {
  readonly rows: readonly string[][];
  /** Answers with the same total and documents. */
  readonly same: number;
  /** Of the first ten sections in the process: the share that the other engine's first ten have. */
  readonly recall: number;
  /** With kept counts, in milliseconds. */
  readonly late: number;
}

async function measureReader(
  asked: readonly string[],
  view: DirectoryView,
  { node, directory, memory, remote }: BothEngines,
): Promise<Measured> {
  const ask = (query: string) => ({ query, limit: 10, doc_ids: null, text_types: null, meaning: null });
  const [shown] = [...directory.documents.values()].filter(({ document_id }) => document_id === SEEN_BY_ALL);
  if (shown === undefined) throw new Error(`${SEEN_BY_ALL} is missing`);
  const { number, audience, folded_title, ...head } = shown;
  const everyone = { ...head, audience: Object.keys(SEES_ONE_OF).map((group) => `g:${group}`) };
  /** Each reader sees one document more or less, so that nothing that was counted holds. */
  let isShown = true;
  const change = () => {
    isShown = !isShown;
    if (isShown) directory.put(everyone);
    else directory.remove(SEEN_BY_ALL);
  };
  const kinds = {
    "in the process": { prepare: () => undefined, search: (query: string) => memory.search(ask(query), view) },
    "OpenSearch, counts kept": {
      prepare: (query: string) => remote.search(ask(query), view, UNTIL),
      search: (query: string) => remote.search(ask(query), view, UNTIL),
    },
    "OpenSearch, after a change": {
      prepare: change,
      search: (query: string) => remote.search(ask(query), view, UNTIL),
    },
  };
  const figures = Object.entries(kinds).map(([name, kind]) => ({ name, kind, taken: [] as number[], cpu: [0, 0] }));
  let [same, found, first] = [0, 0, 0];
  for (const round of [0, 1]) {
    for (const query of asked) {
      const answers: SearchHits[] = [];
      for (const { kind, taken, cpu } of figures) {
        await kind.prepare(query);
        const before = { own: process.cpuUsage(), node: cpuOf(node.pid) };
        const begun = performance.now();
        answers.push(await kind.search(query));
        const time = performance.now() - begun;
        const { user, system } = process.cpuUsage(before.own);
        // The first round warms up.
        if (round === 0) continue;
        taken.push(time);
        cpu[0] = (cpu[0] as number) + (user + system) / 1000;
        cpu[1] = (cpu[1] as number) + cpuOf(node.pid) - before.node;
      }
      if (!isShown) change();
      if (round === 0) continue;
      const [own, kept] = answers as [SearchHits, SearchHits];
      const keyOf = ({ document_id, place }: SearchHits["sections"][number]) => `${document_id}/${place}`;
      const proposed = new Set(kept.sections.map(keyOf));
      first += own.sections.length;
      found += own.sections.filter((section) => proposed.has(keyOf(section))).length;
      const of = ({ total, documents, fits }: SearchHits) => JSON.stringify([total, documents, fits]);
      if (of(own) === of(kept)) same += 1;
    }
  }
  const rows = figures.map(({ name, taken, cpu }) => {
    const { median, late } = quantiles(taken);
    return [name, ...[median, late, ...cpu.map((sum) => sum / asked.length)].map(milliseconds)];
  });
  return { rows, same, recall: found / Math.max(1, first), late: quantiles(figures[1]?.taken ?? []).late };
}

function claim(chunks: number, title: string, { recall, late }: Measured, report: Report): void {
  const size = `${chunks.toLocaleString("en")} chunks in OpenSearch, a reader who ${title}`;
  report.claim({
    what: `${size}: the first ten in the process among those over OpenSearch`,
    target: `at least ${RECALL_MIN}`,
    measured: recall.toFixed(3),
    met: recall >= RECALL_MIN,
  });
  report.claim({
    what: `${size}: a search with kept counts, 95th percentile`,
    target: `at most ${WITHIN} ms`,
    measured: `${milliseconds(late)} ms`,
    met: late <= WITHIN,
  });
}

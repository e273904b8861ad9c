import { readerFilter } from "@retrieval/core";
import { buildChunk } from "@retrieval/core/chunks";
import { makeTermVectors, QuestionReader, SearchEngine } from "@retrieval/core/search";
import { figure } from "./figures.js";
import { interleaved, meanOf, ratio } from "./interleaved.js";
import type { Report } from "./report.js";

const USERS = 100_000;
const READERS = 1_600;
const DOCUMENTS = 20_000;
const DEPARTMENTS = 200;
const GRADES = 13;
const ROUNDS = 5;
const AT_MOST = 0.2;

const CHUNK = buildChunk(
  { document_id: "d1", title: "Document" },
  "d1::paragraph-1",
  { text_type: "paragraph", content: "One paragraph.", content_md: null },
  { section_path: [], annex_title: null },
);

/** Every 62nd user: in a department, with a grade, and in one of 300 projects that no rule names. */
const PRINCIPALS = Array.from({ length: READERS }, (_, i) => {
  const user = i * Math.floor(USERS / READERS);
  return readerFilter({
    user_id: String(user).padStart(6, "0"),
    role: "user",
    department_code: `D${user % DEPARTMENTS}`,
    permission_groups: [`grade-${(user * 7) % GRADES}`, `project-${(user * 31) % 300}`],
  });
});

/** A third is for all; the others name one of 30 departments or one of five grades. */
function audienceOf(i: number): readonly string[] {
  if (i % 3 === 0) return ["*"];
  return i % 3 === 1 ? [`d:D${i % 30}`] : [`g:grade-${i % 5}`];
}

/** @param naming rules of the first documents that name each reader, which gives each a mask, as each had before */
function fill(naming: boolean): SearchEngine {
  const engine = new SearchEngine(new QuestionReader(new Set()));
  const vectors = makeTermVectors("Document", [CHUNK]);
  const everyone = PRINCIPALS.flatMap(({ principals }) => principals.filter((principal) => principal.startsWith("u:")));
  for (let i = 0; i < DOCUMENTS; i += 1) {
    const document_id = `d${i}`;
    const audience = naming && i === 0 ? ["*", ...everyone] : audienceOf(i);
    const head = { document_id, title: document_id, version: "1", revision_id: document_id, published_at: i };
    engine.put({ ...head, audience, vectors, meaning: null });
  }
  return engine;
}

/** Measures 1,600 readers of a company of 100,000 users in turn, with shared masks and with one for each. */
export async function readerMasks(report: Report): Promise<void> {
  const engines = [fill(false), fill(true)];
  const empty = engines.map((engine) => engine.stats().bytes);
  const timings = await interleaved(
    engines.map((engine) => () => {
      for (const reader of PRINCIPALS) engine.list({ query: "", reader, limit: 50, after: null, order: "id" });
    }),
    ROUNDS,
  );
  const [shared, own] = timings.map((timing) => meanOf(timing, READERS));
  if (shared === undefined || own === undefined) throw new Error("Nothing was measured.");
  const occurring = new Set(Array.from({ length: DOCUMENTS }, (_, i) => audienceOf(i)).flat());
  const rightsOf = (principals: readonly string[]) => principals.filter((principal) => occurring.has(principal)).join();
  const rights = new Set(PRINCIPALS.map(({ principals }) => rightsOf(principals))).size;
  const kept = engines.map((engine, i) => ((engine.stats().bytes - (empty[i] as number)) / 1024 / 1024).toFixed(1));
  report.text(
    `${READERS.toLocaleString("en")} readers of ${USERS.toLocaleString("en")} users, one after the other, each with the first page of ${DOCUMENTS.toLocaleString("en")} documents in the index. Rules name 30 departments and 5 grades, so the readers have ${rights} different rights. Beside it, one more rule names each reader, so that none shares a mask: until 2026-11-28 every user had a mask.`,
  );
  report.table(
    ["", "a reader, ms", "masks, MB", "found, of 1,600"],
    [
      ["shared by rights", figure(shared), kept[0] as string, READERS.toLocaleString("en")],
      ["one for each", figure(own), kept[1] as string, "0: the last 1,024 are kept"],
    ],
  );
  const beside = ratio(shared, own);
  report.claim({
    what: `${READERS.toLocaleString("en")} readers in turn with ${rights} different rights, beside a mask for each`,
    target: `at most ${AT_MOST} times`,
    measured: `${figure(beside)} times`,
    met: beside.median <= AT_MOST,
  });
}

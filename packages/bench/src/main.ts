import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { accessDecision } from "./access-decision.js";
import { answers } from "./answers.js";
import { type Section, updatePage } from "./benchmarks-page.js";
import { documentList } from "./document-list.js";
import { embeddingSpeed } from "./embedding-speed.js";
import { growth } from "./growth.js";
import { hiddenChunk } from "./hidden-chunk.js";
import { httpSpeed } from "./http-speed.js";
import { idleDeployments } from "./idle-deployments.js";
import { import100 } from "./import-100.js";
import { ingestSpeed } from "./ingest-speed.js";
import { describeMachine } from "./machine.js";
import { meaningSpeed } from "./meaning-speed.js";
import { memory } from "./memory.js";
import { notices } from "./notices.js";
import { openSearchSpeed } from "./opensearch-speed.js";
import { readerMasks } from "./reader-masks.js";
import { Report } from "./report.js";
import { rewritings } from "./rewritings.js";
import { ruleChanges } from "./rule-changes.js";
import { searchQuality } from "./search-quality.js";
import { searchSpeed } from "./search-speed.js";
import { smallestMachine } from "./smallest-machine.js";
import { start } from "./start.js";
import { visibleDocuments } from "./visible-documents.js";

/** Measures, for corpora of these sizes in chunks where it has corpora; undefined: its own ones. */
type Bench = (report: Report, sizes?: readonly number[]) => Promise<void>;

/** In the order of the page. */
const BENCHES: Readonly<Record<string, Bench>> = {
  "access-decision": accessDecision,
  "document-list": documentList,
  "hidden-chunk": hiddenChunk,
  "import-100": import100,
  growth,
  "rule-changes": ruleChanges,
  notices,
  "reader-masks": readerMasks,
  "visible-documents": visibleDocuments,
  "search-speed": searchSpeed,
  "opensearch-speed": openSearchSpeed,
  "meaning-speed": meaningSpeed,
  "embedding-speed": embeddingSpeed,
  "smallest-machine": smallestMachine,
  "idle-deployments": idleDeployments,
  "http-speed": httpSpeed,
  memory,
  start,
  "search-quality": searchQuality,
  answers,
  rewritings,
  "ingest-speed": ingestSpeed,
};
const PAGE = fileURLToPath(new URL("../../../docs/benchmarks.md", import.meta.url));

const isSize = (argument: string) => /^[0-9]+$/.test(argument);
const asked = process.argv.slice(2).filter((argument) => !isSize(argument));
const sizes = process.argv.slice(2).filter(isSize).map(Number);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n== ${name}`);
  const run = { date: new Date().toISOString().slice(0, 10), machine: describeMachine() };
  const report = new Report((line) => console.log(line));
  await bench(report, sizes.length === 0 ? undefined : sizes);
  // After each bench, so that a later one that fails loses nothing.
  const section: Section = { name, markdown: report.markdown, claims: report.claims };
  writeFileSync(
    PAGE,
    updatePage(existsSync(PAGE) ? readFileSync(PAGE, "utf8") : "", [section], Object.keys(BENCHES), run),
  );
}
process.exit(0);

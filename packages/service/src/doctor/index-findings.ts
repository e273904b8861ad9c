import type { IndexFacts } from "@retrieval/postgres";
import { processMemory } from "../search-index/heap-limit.js";
import { type Finding, note, ok } from "./finding.js";

/** Of memory, for each chunk (docs/scale.md). It is twice as much while the index is built. */
const BYTES_PER_CHUNK = 1_000;
const WHILE_BUILT = 2;
/** Reading documents, requests and the pages need the rest. */
const SHARE_OF_MEMORY = 0.5;

/** Checks whether one instance can hold the search index, and what its next start has to do. */
export function indexFindings(facts: IndexFacts, memory = processMemory()): Finding[] {
  const { documents, chunks, without_vectors, generation } = facts;
  const takes = chunks * BYTES_PER_CHUNK;
  const carries = Math.floor((memory * SHARE_OF_MEMORY) / WHILE_BUILT / BYTES_PER_CHUNK);
  const size = `the search index has ${count(documents, "document")} with ${count(chunks, "chunk")}, about ${megabytes(takes)} in each instance, and ${count(generation, "change")} so far (retrieval_index_generation of an instance that is up to date)`;
  const room = `this machine or container has ${megabytes(memory)}, enough for about ${number(roundedDown(carries))} chunks`;
  const findings = [
    chunks <= carries
      ? ok(`${size}; ${room}`)
      : note(`${size}; ${room}`, "Give each instance more memory: docs/scale.md says how much."),
  ];
  if (without_vectors > 0)
    findings.push(
      note(
        `${count(without_vectors, "published document")} ${without_vectors === 1 ? "has" : "have"} no term vectors of this version`,
        "The next start of an instance makes them; until then it answers no search. Nothing has to be done.",
      ),
    );
  return findings;
}

const number = (value: number) => value.toLocaleString("en-US");
const count = (value: number, what: string) => `${number(value)} ${what}${value === 1 ? "" : "s"}`;
const megabytes = (bytes: number) => `${number(Math.ceil(bytes / 1024 / 1024))} MB`;

/** To two digits: it is an estimate. */
function roundedDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / unit) * unit;
}

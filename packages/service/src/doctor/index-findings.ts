import type { IndexFacts } from "@retrieval/postgres";
import { processMemory } from "../search-index/heap-limit.js";
import { say } from "../texts/say.js";
import { type Finding, found, note, ok } from "./finding.js";

/** Of memory, for each chunk (docs/scale.md). It is twice as much while the index is built. */
const BYTES_PER_CHUNK = 1_000;
const WHILE_BUILT = 2;
/** Reading documents, requests and the pages need the rest. */
const SHARE_OF_MEMORY = 0.5;

/** Checks whether one instance can hold the search index if it has to, and what its next start has to do. */
export function indexFindings(facts: IndexFacts, isHere: boolean, memory = processMemory()): Finding[] {
  return [isHere ? sizeFinding(facts, memory) : outsideFinding(facts), ...unreadFindings(facts)];
}

function outsideFinding({ documents, chunks, generation }: IndexFacts): Finding {
  return ok(
    "the search index has {documents} document(s) with {chunks} chunk(s), and {generation} change(s) so far (retrieval_index_generation of an instance that is up to date)",
    { documents: number(documents), chunks: number(chunks), generation: number(generation) },
  );
}

function sizeFinding({ documents, chunks, generation }: IndexFacts, memory: number): Finding {
  const takes = chunks * BYTES_PER_CHUNK;
  const carries = Math.floor((memory * SHARE_OF_MEMORY) / WHILE_BUILT / BYTES_PER_CHUNK);
  const size = say(
    "the search index has {documents} document(s) with {chunks} chunk(s), about {takes} in each instance, and {generation} change(s) so far (retrieval_index_generation of an instance that is up to date)",
    { documents: number(documents), chunks: number(chunks), takes: megabytes(takes), generation: number(generation) },
  );
  const room = say("this machine or container has {memory}, enough for about {chunks} chunks", {
    memory: megabytes(memory),
    chunks: number(roundedDown(carries)),
  });
  return chunks <= carries
    ? found("ok", `${size}; ${room}`)
    : found("note", `${size}; ${room}`, say("Give each instance more memory: docs/scale.md says how much."));
}

function unreadFindings({ without_vectors }: IndexFacts): Finding[] {
  if (without_vectors === 0) return [];
  return [
    note(
      "{count} document(s) without term vectors of this version",
      "The next start of an instance makes them; until then it answers no search. Nothing has to be done.",
      { count: number(without_vectors) },
    ),
  ];
}

const number = (value: number) => value.toLocaleString("en-US");
const megabytes = (bytes: number) => `${number(Math.ceil(bytes / 1024 / 1024))} MB`;

/** To two digits: it is an estimate. */
function roundedDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.floor(value / unit) * unit;
}

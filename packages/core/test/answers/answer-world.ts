import { anArticle, aParagraph, aReader } from "@retrieval/contract";
import { audienceOf, EVERYONE, type Reader } from "@retrieval/core";
import { type DocumentTree, structureDocument } from "@retrieval/core/chunks";
import { isRefusal } from "@retrieval/core/errors";
import type { SectionIndex } from "@retrieval/core/ports";
import { makeTermVectors, QuestionReader, SearchEngine } from "@retrieval/core/search";
import type { Choosing } from "@retrieval/core/use-cases";
import type { QuestionAnswer } from "../../src/answers/answer.js";
import { answerQuestion, type QuestionAfterOthers, searchAndAnswer } from "../../src/answers/answer-question.js";
import { type SmallDocument, SmallHits, SmallWorld } from "../search/results/small-world.js";

export const ANY = aReader();
const NEVER = new AbortController().signal;
const FOREVER = { signal: NEVER, left: () => 1_000, within: () => NEVER };

export function aDocument(
  document_id: string,
  children: DocumentTree["children"],
  fields: Partial<SmallDocument> = {},
): SmallDocument {
  const title = fields.title ?? "規程";
  const chunks = structureDocument({ document_id, title }, { children });
  return { document_id, title, revision_id: "1", published_at: 0, access_rules: EVERYONE, chunks, ...fields };
}

/** The engine over the world as it is when it is asked. */
function indexOf(world: SmallWorld): Pick<SectionIndex, "search" | "phraseCandidates"> {
  const build = () => {
    const engine = new SearchEngine(new QuestionReader(new Set()));
    for (const { access_rules, chunks, ...document } of world.documents.values()) {
      const vectors = makeTermVectors(document.title, chunks);
      engine.put({ ...document, version: "1", audience: audienceOf(access_rules), vectors, meaning: null });
    }
    return { engine, generation: world.generation };
  };
  let built = build();
  const current = () => {
    if (built.generation !== world.generation) built = build();
    return built;
  };
  return {
    async search(ask) {
      const { engine, generation } = current();
      return { ...engine.search(ask), generation };
    },
    async phraseCandidates(ask) {
      const { engine, generation } = current();
      return { ...engine.phraseCandidates(ask), generation };
    },
  };
}

interface Asking extends Partial<QuestionAfterOthers> {
  reader?: Reader;
  /** Without it, the reader stays as they are. */
  currentReader?: () => Promise<Reader | null>;
  choosing?: Choosing | null;
}

export function aWorld(...documents: SmallDocument[]) {
  const world = new SmallWorld();
  for (const document of documents) world.put(document);
  const hits = new SmallHits(world);
  const deps = {
    index: indexOf(world) as SectionIndex,
    hits,
    deadline: FOREVER,
    meaning: null,
    reranker: null,
    onAccessMismatch: () => undefined,
  };
  const begin = async (
    question: string,
    { reader = ANY, currentReader = async () => reader, choosing = null, ...filters }: Asking = {},
  ) => {
    const asked = { question, previous: [], also_searched: [], doc_ids: null, text_types: null, ...filters };
    const begun = await answerQuestion(asked, reader, { ...deps, currentReader, choosing });
    if (isRefusal(begun)) throw new Error(JSON.stringify(begun));
    return begun;
  };
  const ask = async (...asked: Parameters<typeof begin>) => (await begin(...asked)).end();
  const search = async (query: string, currentReader: () => Promise<Reader | null> = async () => ANY) => {
    const request = { query, limit: 10, doc_ids: null, text_types: null };
    const results = await searchAndAnswer(request, ANY, { ...deps, currentReader });
    if (isRefusal(results)) throw new Error(JSON.stringify(results));
    return results;
  };
  return { world, hits, index: deps.index, begin, ask, search };
}

export const unitsOf = ({ answer }: QuestionAnswer) => answer?.units ?? [];

export const textsOf = (answer: QuestionAnswer) => unitsOf(answer).map(({ text }) => text);

export const TRAVEL = [
  anArticle(
    "第5条",
    "日当",
    aParagraph("日当を支給する。"),
    aParagraph("日当は1日につき3,000円とする。海外の出張には別に定める。"),
    aParagraph("宿泊料は12,000円とする。"),
  ),
  anArticle("第6条", "精算", aParagraph("出張から戻った日から7日以内に精算する。")),
];

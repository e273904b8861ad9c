import { randomUUID } from "node:crypto";
import { EVERYONE, type Reader } from "@retrieval/core";
import { isRefusal } from "@retrieval/core/errors";
import type { Generation, HitDocument, HitReader, SectionIndex, UnitChooser } from "@retrieval/core/ports";
import { answerQuestion, type QuestionAnswer } from "@retrieval/core/use-cases";
import type { CorpusDocument } from "./corpus.js";
import { engineOver, WORDS_SHARE } from "./find-in.js";
import type { QuestionMeanings } from "./question-meanings.js";

const ADMIN: Reader = { user_id: "admin", role: "admin", department_code: null, permission_groups: [] };
const NOW: Generation = { number: 1, stamp: "" };
const NEVER = new AbortController().signal;
const FOREVER = { signal: NEVER, left: () => Number.MAX_SAFE_INTEGER, within: () => NEVER };

/**
 * Answers a question as the service does, for a reader who sees every document; without a chooser, the words choose.
 *
 * @param also_searched the question in other words
 */
const NO_FACTS: HitDocument["facts"] = {
  ...{ number: null, category: null, owner: null, contact: null, effective_from: "2026-04-01", version_number: 1 },
  life: null,
};

export type Ask = (
  question: string,
  chooser: UnitChooser | null,
  also_searched?: readonly string[],
) => Promise<QuestionAnswer>;

/** @param meanings null: words alone find */
export function asksOver(documents: readonly CorpusDocument[], meanings: QuestionMeanings | null = null): Ask {
  const engine = engineOver(documents, undefined, meanings);
  const held = new Map(documents.map((document) => [document.document_id, document]));
  const index: Pick<SectionIndex, "search" | "standIns" | "phraseCandidates"> = {
    search: async (ask) => ({ ...engine.search(ask), generation: NOW }),
    standIns: async (ask) => ({ ...engine.standIns(ask), generation: NOW }),
    phraseCandidates: async (ask) => ({ ...engine.phraseCandidates(ask), generation: NOW }),
  };
  const hits: Pick<HitReader, "read"> = {
    read: async (asked) => ({
      generation: NOW,
      documents: asked.map(({ document_id, revision_id, places }) => {
        const { title, chunks } = held.get(document_id) as CorpusDocument;
        return {
          ...{ document_id, revision_id, access_rules: EVERYONE },
          document: { document_id, title, version: "1" },
          facts: NO_FACTS,
          chunks: [...places]
            .sort((a, b) => a - b)
            .map((place) => ({ place, chunk: chunks[place] as CorpusDocument["chunks"][number] })),
        };
      }),
    }),
  };
  const deps = {
    index: index as SectionIndex,
    hits: hits as HitReader,
    deadline: FOREVER,
    meaning: meanings && {
      embedder: meanings.embedder,
      words_share: WORDS_SHARE,
      embedWithin: Number.MAX_SAFE_INTEGER,
    },
    reranker: null,
    currentReader: async () => ADMIN,
    onAccessMismatch: () => undefined,
  };
  return async (question, chooser, also_searched = []) => {
    const choosing = chooser && { chooser, signal: NEVER, newFence: () => randomUUID(), maySend: () => true };
    const asked = { question, previous: [], also_searched, doc_ids: null, text_types: null };
    const begun = await answerQuestion(asked, ADMIN, { ...deps, choosing });
    if (isRefusal(begun)) throw new Error(JSON.stringify(begun));
    return begun.end();
  };
}

import { randomUUID } from "node:crypto";
import { UnavailableError } from "@retrieval/core/errors";
import {
  type Generation,
  type IndexAnswers,
  type IndexChanges,
  type IndexedDocument,
  type IndexedPage,
  type IndexReach,
  type IndexSource,
  isSameGeneration,
  type ListAsk,
} from "@retrieval/core/ports";
import type { HostedEngine } from "../../src/search-index/hosted-engine.js";

/** The truth of these tests: documents in memory, with the generations of a database. */
export class SmallCompany implements IndexSource {
  readonly published = new Map<string, IndexedDocument>();
  #changes: { readonly generation: Generation; readonly document_id: string | null }[] = [];
  #head: Generation = { number: 0, stamp: randomUUID() };
  isAway = false;
  /** Of the newest changes. */
  keeps = 10_000;
  /** Runs before each read. */
  beforeRead: (what: string) => Promise<void> | void = () => undefined;
  readonly reads: string[] = [];
  /** How often unused term vectors were removed. */
  vectorsKept = 0;

  get head(): Generation {
    return this.#head;
  }

  publish(document_id: string, audience: readonly string[] = ["*"], title = document_id): Generation {
    this.published.set(document_id, {
      document_id,
      title,
      audience,
      version: "1",
      revision_id: randomUUID(),
      published_at: 0,
      vectors: new TextEncoder().encode(document_id),
      meaning: null,
    });
    return this.#count(document_id);
  }

  remove(document_id: string): Generation {
    this.published.delete(document_id);
    return this.#count(document_id);
  }

  changeVocabulary(): Generation {
    return this.#count(null);
  }

  /** As from a backup: the documents stay or not, the changes after this generation are gone. */
  restore({ number }: Generation): void {
    this.#changes = this.#changes.filter(({ generation }) => generation.number <= number);
    this.#head = this.#changes.at(-1)?.generation ?? { number: 0, stamp: randomUUID() };
  }

  async generation(): Promise<Generation> {
    await this.#read("generation");
    return this.#head;
  }

  async changesSince({ generation, newest }: IndexReach): Promise<IndexChanges | null> {
    await this.#read("changes");
    const kept = this.#changes.slice(-this.keeps);
    const place = (since: Generation) => kept.findIndex((change) => isSameGeneration(change.generation, since));
    const isKnown = (since: Generation) => isSameGeneration(this.#head, since) || place(since) >= 0;
    if (!isKnown(generation) || !isKnown(newest)) return null;
    const at = place(generation);
    const changes = at < 0 ? [] : kept.slice(at + 1);
    const document_ids = changes.flatMap(({ document_id }) => document_id ?? []);
    return {
      generation: this.#head,
      document_ids: [...new Set(document_ids)],
      vocabulary: changes.some(({ document_id }) => document_id === null),
    };
  }

  async keepVectors(): Promise<void> {
    this.vectorsKept += 1;
    if (this.isAway) throw new UnavailableError("The database is away for now (ECONNREFUSED).");
  }

  async *documents(which: Parameters<IndexSource["documents"]>[0]): AsyncGenerator<IndexedPage, void> {
    const ids = [...(which?.document_ids ?? this.published.keys())].sort();
    for (let from = 0; from === 0 || from < ids.length; from += PAGE) {
      await this.#read(which === null ? "page" : "documents");
      const documents = ids.slice(from, from + PAGE).flatMap((id) => this.published.get(id) ?? []);
      yield {
        generation: this.#head,
        documents: documents.map((document) => {
          const isHeld = which?.held_revisions.includes(document.revision_id);
          return { ...document, vectors: isHeld ? null : Uint8Array.from(document.vectors ?? []) };
        }),
      };
    }
  }

  async vocabulary() {
    await this.#read("vocabulary");
    return { generation: this.#head, entries: [] };
  }

  #count(document_id: string | null): Generation {
    this.#head = { number: this.#head.number + 1, stamp: randomUUID() };
    this.#changes.push({ generation: this.#head, document_id });
    return this.#head;
  }

  async #read(what: string): Promise<void> {
    this.reads.push(what);
    await this.beforeRead(what);
    if (this.isAway) throw new UnavailableError("The database is away for now (ECONNREFUSED).");
  }
}

const PAGE = 2;

/** An index that only lists documents. */
export class ListingEngine implements HostedEngine {
  readonly documents = new Map<string, IndexedDocument>();
  vocabularies = 0;

  *putInSteps(document: IndexedDocument): Iterable<void> {
    yield;
    this.documents.set(document.document_id, document);
  }

  *removeInSteps(document_id: string): Iterable<void> {
    this.documents.delete(document_id);
    yield;
  }

  setVocabulary(): void {
    this.vocabularies += 1;
  }

  search(): IndexAnswers["search"]["answer"] {
    throw new Error("this index lists only");
  }

  phraseCandidates(): IndexAnswers["phraseCandidates"]["answer"] {
    return { sections: [], more: false };
  }

  standIns(): IndexAnswers["standIns"]["answer"] {
    return { words: [] };
  }

  suggest(): IndexAnswers["suggest"]["answer"] {
    return { suggestions: [] };
  }

  list({ reader, limit }: ListAsk): IndexAnswers["list"]["answer"] {
    const visible = [...this.documents.values()].filter(
      ({ audience }) => reader.unrestricted || audience.some((token) => reader.principals.includes(token)),
    );
    visible.sort((a, b) => (a.document_id < b.document_id ? -1 : 1));
    return { documents: visible.slice(0, limit) };
  }

  stats() {
    const documents = this.documents.size;
    return { documents, sections: documents, chunks: documents, terms: documents, bytes: documents };
  }
}

export const EVERYTHING: ListAsk = {
  query: "",
  reader: { unrestricted: true, principals: ["*"] },
  limit: 1_000,
  after: null,
  order: "id",
};

import { randomUUID } from "node:crypto";
import { UnavailableError } from "@retrieval/core/errors";
import {
  type DirectoryDocument,
  type DirectoryPage,
  type Generation,
  type IndexAnswers,
  type IndexChanges,
  type IndexedDocument,
  type IndexSource,
  isSameGeneration,
  type ListAsk,
  type RevisionKey,
  type RevisionText,
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

  rule(document_id: string, audience: readonly string[]): Generation {
    this.published.set(document_id, { ...(this.published.get(document_id) as IndexedDocument), audience });
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

  async changesSince(since: Generation): Promise<IndexChanges | null> {
    await this.#read("changes");
    const kept = this.#changes.slice(-this.keeps);
    const at = kept.findIndex((change) => isSameGeneration(change.generation, since));
    if (at < 0 && !isSameGeneration(this.#head, since)) return null;
    const changes = at < 0 ? [] : kept.slice(at + 1);
    const ids = [...new Set(changes.flatMap(({ document_id }) => document_id ?? []))];
    return {
      generation: this.#head,
      documents: ids.flatMap((id) => this.published.get(id) ?? []),
      removed: ids.filter((id) => !this.published.has(id)),
      vocabulary: changes.some(({ document_id }) => document_id === null) ? [] : null,
    };
  }

  async keepVectors(): Promise<void> {
    this.vectorsKept += 1;
    if (this.isAway) throw new UnavailableError("The database is away for now (ECONNREFUSED).");
  }

  async *documents(): AsyncGenerator<DirectoryPage, void> {
    const ids = [...this.published.keys()].sort();
    for (let from = 0; from === 0 || from < ids.length; from += PAGE) {
      await this.#read("page");
      const documents = ids.slice(from, from + PAGE).flatMap((id) => this.published.get(id) ?? []);
      yield { generation: this.#head, documents };
    }
  }

  async *texts(
    revisions: readonly RevisionKey[],
    held: ReadonlySet<string>,
  ): AsyncGenerator<RevisionText[], undefined> {
    for (let from = 0; from < revisions.length; from += PAGE) {
      await this.#read("texts");
      yield revisions.slice(from, from + PAGE).flatMap(({ document_id, revision_id }) => {
        const document = this.published.get(document_id);
        if (document?.revision_id !== revision_id) return [];
        const vectors = held.has(revision_id) ? null : Uint8Array.from(document.vectors ?? []);
        return { document_id, revision_id, vectors, meaning: null };
      });
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

/** An index that only lists documents: all of them, or those whose text has come. */
export class ListingEngine implements HostedEngine {
  readonly documents = new Map<string, DirectoryDocument>();
  readonly texts = new Map<string, RevisionText>();
  vocabularies = 0;

  putDocument(document: DirectoryDocument): void {
    this.documents.set(document.document_id, document);
  }

  removeDocument(document_id: string): void {
    this.documents.delete(document_id);
  }

  *putText(text: RevisionText): Iterable<void> {
    yield;
    this.texts.set(text.document_id, text);
  }

  *removeText(document_id: string): Iterable<void> {
    this.texts.delete(document_id);
    yield;
  }

  setVocabulary(): void {
    this.vocabularies += 1;
  }

  search(): IndexAnswers["search"]["answer"] {
    throw new Error("this index lists only");
  }

  /** A section of each document whose text has come. */
  phraseCandidates({ reader }: Pick<ListAsk, "reader">): IndexAnswers["phraseCandidates"]["answer"] {
    const sections = this.#visible(reader)
      .filter(({ document_id, revision_id }) => this.texts.get(document_id)?.revision_id === revision_id)
      .map(({ document_id, revision_id }) => ({ document_id, revision_id, place: 0, chunks: 1 }));
    return { sections, more: false };
  }

  standIns(): IndexAnswers["standIns"]["answer"] {
    return { words: [] };
  }

  suggest(): IndexAnswers["suggest"]["answer"] {
    return { suggestions: [] };
  }

  list({ reader, limit }: ListAsk): IndexAnswers["list"]["answer"] {
    return { documents: this.#visible(reader).slice(0, limit) };
  }

  #visible(reader: ListAsk["reader"]): DirectoryDocument[] {
    return [...this.documents.values()]
      .filter(({ audience }) => reader.unrestricted || audience.some((token) => reader.principals.includes(token)))
      .sort((a, b) => (a.document_id < b.document_id ? -1 : 1));
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

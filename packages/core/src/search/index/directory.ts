import type { ReaderFilter } from "../../access/audience.js";
import { foldLine } from "../text/folding.js";
import type { DirectoryDocument, RevisionKey } from "./index-source.js";
import { Bits, contains } from "./number-sets.js";

/** A document of the directory. */
export interface Entry extends Omit<DirectoryDocument, "audience"> {
  /** Its number in the directory. */
  readonly number: number;
  /** The numbers of its audience's tokens, ascending. */
  readonly audience: Uint32Array;
  readonly folded_title: string;
}

/** What one reader may see. It follows the directory: its answers are always those of now. */
export interface Visibility {
  /** The same for all readers with the same rights. */
  readonly rights: string;
  /** Grows with each change of the directory. */
  readonly position: number;
  /** Whether the reader may see a document, and this is its revision. */
  sees(revision: RevisionKey): boolean;
  /** All that the reader may see. */
  revisions(): Iterable<RevisionKey>;
  /** The documents that changed since a position; null: it is too long ago to be known. */
  changedSince(position: number): readonly string[] | null;
}

/** How many views are kept, those of the last readers; readers with the same rights share one. */
const VIEWS = 1_024;
/** How many changes are known to views that were not used meanwhile. */
const CHANGES = 4_096;

/**
 * The published documents with their titles, revisions and audiences. It is exact: each change is in the next answer.
 *
 * A view is kept by those of the reader's principals that occur in an audience: the others let nobody in, and would
 * give each user a view of their own. What occurs may change at any time. A view stays right all the same, because it
 * shows what its own numbers let in, whoever looks, and a token that comes back gets a number that no view has.
 */
export class Directory {
  readonly documents = new Map<string, Entry>();
  readonly #tokens = new Tokens();
  readonly #free: number[] = [];
  /** In the order of use. */
  readonly #views = new Map<string, ReaderView>();
  /** The ids of the last documents that changed, the newest last. */
  #changed: string[] = [];
  #position = 0;

  /** Grows with each change. */
  get position(): number {
    return this.#position;
  }

  /** Adds a document, or replaces what is known of it. */
  put({ audience: tokens, ...document }: DirectoryDocument): void {
    const before = this.documents.get(document.document_id);
    const number = before?.number ?? this.#free.pop() ?? this.documents.size;
    // Before the other audience goes, so that what both have keeps its numbers, and readers their views.
    const audience = this.#tokens.take(tokens);
    if (before !== undefined) this.#tokens.release(before.audience);
    const entry = { ...document, number, audience, folded_title: foldLine(document.title) };
    this.documents.set(document.document_id, entry);
    this.#note(document.document_id);
  }

  /** Does nothing if there is no such document. */
  remove(document_id: string): void {
    const entry = this.documents.get(document_id);
    if (entry === undefined) return;
    this.documents.delete(document_id);
    this.#free.push(entry.number);
    this.#tokens.release(entry.audience);
    this.#note(document_id);
  }

  viewOf({ unrestricted, principals }: ReaderFilter): ReaderView {
    const numbers = unrestricted ? null : this.#tokens.occurring(principals);
    const rights = numbers === null ? "all" : numbers.join();
    const view = this.#views.get(rights) ?? new ReaderView(rights, numbers, this);
    this.#views.delete(rights);
    this.#views.set(rights, view);
    if (this.#views.size > VIEWS) this.#views.delete(this.#views.keys().next().value as string);
    return view;
  }

  changedSince(position: number): readonly string[] | null {
    const count = this.#position - position;
    return count > this.#changed.length ? null : this.#changed.slice(this.#changed.length - count);
  }

  /** Of memory, estimated. */
  get bytes(): number {
    let bytes = 0;
    for (const view of this.#views.values()) bytes += view.bytes;
    for (const { audience, folded_title } of this.documents.values())
      bytes += audience.byteLength + folded_title.length * 2;
    return bytes;
  }

  #note(document_id: string): void {
    this.#position += 1;
    this.#changed.push(document_id);
    if (this.#changed.length > 2 * CHANGES) this.#changed = this.#changed.slice(-CHANGES);
  }
}

/** What one reader may see: a bit for each document. A view follows the directory when it is used. */
export class ReaderView implements Visibility {
  readonly #documents = new Bits();
  /** Of the directory, when the view last followed it. */
  #position = -1;

  /** @param principals the numbers of the reader's tokens; null: sees everything */
  constructor(
    readonly rights: string,
    private readonly principals: readonly number[] | null,
    private readonly directory: Directory,
  ) {}

  get position(): number {
    return this.directory.position;
  }

  /** Looks at the documents that changed, or at all. The bit of a removed one is set again with its next document. */
  #follow(): void {
    const { documents, position } = this.directory;
    const changed = this.changedSince(this.#position);
    for (const entry of changed?.map((document_id) => documents.get(document_id)) ?? documents.values())
      if (entry !== undefined) this.#documents.set(entry.number, this.#mayRead(entry));
    this.#position = position;
  }

  has({ number }: Pick<Entry, "number">): boolean {
    if (this.#position !== this.directory.position) this.#follow();
    return this.#documents.has(number);
  }

  hasDocument(document_id: string): boolean {
    const entry = this.directory.documents.get(document_id);
    return entry !== undefined && this.has(entry);
  }

  sees({ document_id, revision_id }: RevisionKey): boolean {
    const entry = this.directory.documents.get(document_id);
    return entry?.revision_id === revision_id && this.has(entry);
  }

  *revisions(): Generator<Entry> {
    for (const entry of this.directory.documents.values()) if (this.has(entry)) yield entry;
  }

  changedSince(position: number): readonly string[] | null {
    return this.directory.changedSince(position);
  }

  get bytes(): number {
    return this.#documents.words.byteLength;
  }

  #mayRead({ audience }: Entry): boolean {
    return this.principals === null || this.principals.some((principal) => contains(audience, principal));
  }
}

/** A token of some audience. */
interface Token {
  readonly text: string;
  readonly number: number;
  /** How many audiences have it. */
  audiences: number;
}

/** The tokens that occur in audiences, each with a number that no other token ever has. */
class Tokens {
  readonly #tokens = new Map<string, Token>();
  readonly #numbered = new Map<number, Token>();
  #next = 0;

  /** The numbers of the tokens of an audience, ascending. They occur until they are released. */
  take(texts: readonly string[]): Uint32Array {
    return Uint32Array.from(new Set(texts), (text) => {
      const token = this.#tokens.get(text) ?? this.#add(text);
      token.audiences += 1;
      return token.number;
    }).sort();
  }

  release(audience: Uint32Array): void {
    for (const number of audience) {
      const token = this.#numbered.get(number) as Token;
      token.audiences -= 1;
      if (token.audiences > 0) continue;
      this.#tokens.delete(token.text);
      this.#numbered.delete(number);
    }
  }

  /** The numbers of those texts that occur, ascending. */
  occurring(texts: readonly string[]): number[] {
    const numbers = texts.map((text) => this.#tokens.get(text)?.number);
    return [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
  }

  #add(text: string): Token {
    const token = { text, number: this.#next, audiences: 0 };
    this.#next += 1;
    this.#tokens.set(text, token);
    this.#numbered.set(token.number, token);
    return token;
  }
}

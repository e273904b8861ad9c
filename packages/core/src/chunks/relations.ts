import { SectionId } from "./chunk-id.js";
import { findReferences, referenceTo, type SectionReference } from "./section-label.js";
import { scopeDepth } from "./sections.js";
import type { SectionPathElement, StructuredChunk } from "./structured-chunk.js";

/** How a chunk relates to other chunks of its document. */
export interface ChunkRelations {
  /** The article, annex or supplement that the chunk belongs to, else its innermost section: a prefix of chunk_ids. */
  readonly scope: string;
  /**
   * Related scopes: annexes that an article names or that name it, and the reverse; the first
   * {@link RELATED_CHUNKS_MAX} of them in document order.
   */
  readonly related_scopes: readonly string[];
}

/** The most related chunks that an answer carries. */
export const RELATED_CHUNKS_MAX = 20;

interface Scope {
  readonly prefix: string;
  /** The element that makes the scope; undefined for text outside every section. */
  readonly element: SectionPathElement | undefined;
  /** Its index among the scopes of the document. */
  readonly place: number;
  /** Articles relate to annexes and annexes to articles, never to their own kind. */
  readonly isAnnex: boolean;
  readonly names: Map<string, SectionReference>;
}

const keyOf = ({ kind, number }: SectionReference) => `${kind} ${number}`;

/** Computes the relations of a whole document's chunks, in the order of the chunks. */
export function relateChunks(chunks: readonly StructuredChunk[]): ChunkRelations[] {
  const scopes = new Map<string, Scope>();
  const scopeOf = chunks.map((chunk) => {
    const { prefix, element } = scopeAt(chunk);
    const isAnnex = element?.type === "annex";
    const scope = scopes.get(prefix) ?? { prefix, element, place: scopes.size, isAnnex, names: new Map() };
    scopes.set(prefix, scope);
    for (const reference of findReferences(textOf(chunk))) scope.names.set(keyOf(reference), reference);
    return scope;
  });
  const relations = new Map<Scope, ChunkRelations>();
  const related = relatedScopes([...scopes.values()]);
  for (const scope of scopes.values()) {
    relations.set(scope, { scope: scope.prefix, related_scopes: related(scope).map(({ prefix }) => prefix) });
  }
  return scopeOf.map((scope) => relations.get(scope) as ChunkRelations);
}

/**
 * The first {@link RELATED_CHUNKS_MAX} scopes that a scope names or that name it, in document order. Each of them has a
 * chunk, and chunks are answered in that order, so a later scope could not add a chunk to an answer. Nor could a later
 * scope with the same name or the same reference, so each list is cut as it is made. A document in which all scopes
 * name each other takes no longer than any other document of its length.
 */
function relatedScopes(scopes: readonly Scope[]): (scope: Scope) => Scope[] {
  const bearing = new FirstScopes();
  const naming = new FirstScopes();
  const nameOf = ({ element }: Scope) => {
    const reference = element ? referenceTo(element.type, element.label) : null;
    return reference === null ? null : keyOf(reference);
  };
  for (const scope of scopes) {
    const name = nameOf(scope);
    if (name !== null) bearing.add(name, scope);
    for (const key of scope.names.keys()) naming.add(key, scope);
  }
  return (scope) => {
    const found = new Set<Scope>();
    for (const key of scope.names.keys()) for (const other of bearing.get(key, !scope.isAnnex)) found.add(other);
    const name = nameOf(scope);
    if (name !== null) for (const other of naming.get(name, !scope.isAnnex)) found.add(other);
    return [...found].sort((a, b) => a.place - b.place).slice(0, RELATED_CHUNKS_MAX);
  };
}

/** The first annexes and the first other scopes of each key, in insertion order. */
class FirstScopes {
  readonly #annexes = new Map<string, Scope[]>();
  readonly #others = new Map<string, Scope[]>();

  add(key: string, scope: Scope): void {
    const lists = scope.isAnnex ? this.#annexes : this.#others;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [scope]);
    else if (list.length < RELATED_CHUNKS_MAX) list.push(scope);
  }

  get(key: string, annexes: boolean): readonly Scope[] {
    return (annexes ? this.#annexes : this.#others).get(key) ?? [];
  }
}

/** An annex's heading (第16条関係) names articles too, and its title is no part of its other chunks' text. */
const textOf = ({ content, content_md }: StructuredChunk) => `${content ?? ""}\n${content_md ?? ""}`;

function scopeAt(chunk: StructuredChunk): Pick<Scope, "prefix" | "element"> {
  const { section_path } = chunk.metadata;
  const depth = scopeDepth(section_path);
  const prefix = chunk.chunk_id
    .split("::")
    .slice(0, 1 + depth)
    .join("::");
  const byPath = section_path
    .slice(0, depth)
    .reduce((id, element) => id.child(element), SectionId.ofDocument(chunk.doc_id)).prefix;
  // An id from another ingestion need not follow the path; then only the path identifies the section.
  const follows = prefix.replaceAll(/~[0-9]+/g, "") === byPath;
  return { prefix: follows ? prefix : byPath, element: section_path[depth - 1] };
}

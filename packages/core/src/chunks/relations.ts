import { SectionId } from "./chunk-id.js";
import { findReferences, referenceTo, type SectionReference } from "./section-label.js";
import type { SectionPathElement, StructuredChunk } from "./structured-chunk.js";

/** How a chunk belongs together with others of its document. */
export interface ChunkRelations {
  /** The article, annex or supplement that the chunk belongs to, else its innermost section: a prefix of chunk_ids. */
  readonly scope: string;
  /**
   * The scopes that belong beside it: annexes that an article names or that name it, and the other way round; the first
   * {@link RELATED_CHUNKS_MAX} of them in the order of the document.
   */
  readonly related_scopes: readonly string[];
}

/** How many chunks an answer may carry beside the one asked for. */
export const RELATED_CHUNKS_MAX = 20;

interface Scope {
  readonly prefix: string;
  /** The element that makes the scope; undefined for text outside every section. */
  readonly element: SectionPathElement | undefined;
  /** Its place among the scopes of the document, from 0. */
  readonly place: number;
  /** Articles relate to annexes and annexes to articles, never to their like. */
  readonly isAnnex: boolean;
  readonly names: Map<string, SectionReference>;
}

const keyOf = ({ kind, number }: SectionReference) => `${kind} ${number}`;

/** Works out the relations of a whole document's chunks, in the order of the chunks. */
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
 * The first {@link RELATED_CHUNKS_MAX} scopes that a scope names or that name it, in the order of the document. Each of
 * them has a chunk, and chunks are answered in that order, so no later scope could add one to an answer. Neither could
 * a later one of those that bear the same name or hold the same reference: each list is cut as it is made, and a
 * document in which everything names everything takes no longer than any other of its length.
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

/** By a key, the first annexes and the first others, in the order in which they are added. */
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

const SCOPE_TYPES: readonly string[] = ["article", "annex", "supplement"];

function scopeAt(chunk: StructuredChunk): Pick<Scope, "prefix" | "element"> {
  const { section_path } = chunk.metadata;
  const innermost = section_path.findLastIndex(({ type }) => SCOPE_TYPES.includes(type));
  const depth = innermost < 0 ? section_path.length : innermost + 1;
  const prefix = chunk.chunk_id
    .split("::")
    .slice(0, 1 + depth)
    .join("::");
  const byPath = section_path
    .slice(0, depth)
    .reduce((id, element) => id.child(element), SectionId.ofDocument(chunk.doc_id)).prefix;
  // An id that another ingestion gave need not follow the path; then the path alone says which section it is.
  const follows = prefix.replaceAll(/~[0-9]+/g, "") === byPath;
  return { prefix: follows ? prefix : byPath, element: section_path[depth - 1] };
}

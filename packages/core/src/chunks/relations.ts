import { SectionId } from "./chunk-id.js";
import { findReferences, referenceTo, type SectionReference } from "./section-label.js";
import type { SectionPathElement, StructuredChunk } from "./structured-chunk.js";

/** How a chunk belongs together with others of its document. */
export interface ChunkRelations {
  /** The article, annex or supplement that the chunk belongs to, else its innermost section: a prefix of chunk_ids. */
  readonly scope: string;
  /** The scopes that belong beside it: annexes that an article names or that name it, and the other way round. */
  readonly related_scopes: readonly string[];
}

/** How many chunks an answer may carry beside the one asked for (DESIGN, "related_chunks"). */
export const RELATED_CHUNKS_MAX = 20;

interface Scope {
  readonly prefix: string;
  /** The element that makes the scope; undefined for text outside every section. */
  readonly element: SectionPathElement | undefined;
  readonly names: Map<string, SectionReference>;
  readonly related: Set<string>;
}

const keyOf = ({ kind, number }: SectionReference) => `${kind} ${number}`;

/** Works out the relations of a whole document's chunks, in the order of the chunks. */
export function relateChunks(chunks: readonly StructuredChunk[]): ChunkRelations[] {
  const scopes = new Map<string, Scope>();
  const scopeOf = chunks.map((chunk) => {
    const { prefix, element } = scopeAt(chunk);
    const scope = scopes.get(prefix) ?? { prefix, element, names: new Map(), related: new Set() };
    scopes.set(prefix, scope);
    for (const reference of findReferences(textOf(chunk))) scope.names.set(keyOf(reference), reference);
    return scope;
  });

  const named = new Map<string, Scope[]>();
  for (const scope of scopes.values()) {
    const reference = scope.element && referenceTo(scope.element.type, scope.element.label);
    if (reference) named.set(keyOf(reference), [...(named.get(keyOf(reference)) ?? []), scope]);
  }
  for (const scope of scopes.values()) {
    for (const key of scope.names.keys()) {
      for (const other of named.get(key) ?? []) if (isArticleAndAnnex(scope, other)) relate(scope, other);
    }
  }
  return scopeOf.map(({ prefix, related }) => ({ scope: prefix, related_scopes: [...related] }));
}

function relate(one: Scope, other: Scope): void {
  one.related.add(other.prefix);
  other.related.add(one.prefix);
}

function isArticleAndAnnex(one: Scope, other: Scope): boolean {
  return (one.element?.type === "annex") !== (other.element?.type === "annex");
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

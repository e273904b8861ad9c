import { audienceOf, type Reader, readerFilter } from "./audience.js";
import type { AccessRules } from "./rules.js";

/**
 * Finds the documents that a reader may see, among documents that a service holds in memory. Build it once from their
 * rules and ask it for each reader. It gives the same answers as `decideAccess` on each document. It maps each entry of
 * a rule to the documents that name the entry, as an index on `audience` does in a database, so the cost of an answer
 * grows with the answer and not with all rules.
 *
 * Call `decideAccess` for one document, or for the reasons. Only the reader's role and the rule's lists count here: the
 * caller must refuse a deactivated user.
 *
 * @example
 * ```js
 * const index = new AudienceIndex();
 * index.set("handbook", EVERYONE);
 * index.set("payroll", { ...CLOSED, allowed_groups: ["hr"] });
 * index.visibleTo({ user_id: "001234", role: "user", department_code: null, permission_groups: [] }); // → ["handbook"]
 * ```
 */
export class AudienceIndex {
  /** A document's place is its index here. Undefined: the document was removed, and no other has taken its place. */
  readonly #documents: (string | undefined)[] = [];
  readonly #audiences: (readonly string[])[] = [];
  readonly #places = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #naming = new Map<string, Set<number>>();

  /** Adds a document, or replaces the rule of an existing one. */
  set(document_id: string, rules: AccessRules): void {
    const place = this.#places.get(document_id) ?? this.#free.pop() ?? this.#documents.length;
    this.#forgetAudience(place);
    this.#documents[place] = document_id;
    this.#places.set(document_id, place);
    const audience = audienceOf(rules);
    this.#audiences[place] = audience;
    for (const entry of audience) {
      const places = this.#naming.get(entry);
      if (places === undefined) this.#naming.set(entry, new Set([place]));
      else places.add(place);
    }
  }

  /** @returns false if there was no such document */
  delete(document_id: string): boolean {
    const place = this.#places.get(document_id);
    if (place === undefined) return false;
    this.#forgetAudience(place);
    this.#audiences[place] = [];
    this.#documents[place] = undefined;
    this.#places.delete(document_id);
    this.#free.push(place);
    return true;
  }

  /** The number of documents. */
  get size(): number {
    return this.#places.size;
  }

  /**
   * The ids of the documents that this reader may see, in the order in which they were added; a document that was added
   * after a removal may take the removed one's place.
   */
  visibleTo(reader: Reader): string[] {
    const { unrestricted, principals } = readerFilter(reader);
    if (unrestricted) return this.#documents.filter((document_id) => document_id !== undefined);
    // Marks first and collects then: this keeps the order and returns a document with several matches once.
    const seen = new Uint8Array(this.#documents.length);
    for (const principal of principals) {
      const places = this.#naming.get(principal);
      if (places !== undefined) for (const place of places) seen[place] = 1;
    }
    const visible: string[] = [];
    for (let place = seen.indexOf(1); place !== -1; place = seen.indexOf(1, place + 1)) {
      visible.push(this.#documents[place] as string);
    }
    return visible;
  }

  #forgetAudience(place: number): void {
    for (const entry of this.#audiences[place] ?? []) {
      const places = this.#naming.get(entry);
      places?.delete(place);
      if (places?.size === 0) this.#naming.delete(entry);
    }
  }
}

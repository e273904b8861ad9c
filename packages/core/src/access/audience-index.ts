import { audienceOf, type Reader, readerFilter } from "./audience.js";
import type { AccessRules } from "./rules.js";

/**
 * The documents that a service holds in memory, by their audience: made once from their rules and asked for each reader.
 * It answers as `decideAccess` does for each document, and costs what the answer is long rather than what all rules are:
 * for each entry of a rule it keeps the documents that name it, as an index on `audience` does in a database.
 *
 * For one document, or where the reasons are wanted, `decideAccess` is the thing to call. Who reads is judged by the role
 * and the lists alone: a deactivated user is for the caller to turn away.
 */
export class AudienceIndex {
  /** A document's place is its position here; undefined where one was removed and none has come since. */
  readonly #documents: (string | undefined)[] = [];
  readonly #audiences: (readonly string[])[] = [];
  readonly #places = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #naming = new Map<string, Set<number>>();

  /** Adds a document, or replaces the rule of one that is there. */
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

  /** How many documents there are. */
  get size(): number {
    return this.#places.size;
  }

  /**
   * The ids of the documents that this reader may see, in the order in which they were added; one that was added after
   * another was removed stands in its place.
   */
  visibleTo(reader: Reader): string[] {
    const { unrestricted, principals } = readerFilter(reader);
    if (unrestricted) return this.#documents.filter((document_id) => document_id !== undefined);
    // Marked and then collected: it keeps the order, and a document that several entries let in comes once.
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

import type { ListAsk, ListedDocument } from "../../ports/section-index.js";

type Order = ListAsk["order"];

/**
 * The places of documents in each order, as far as one number tells: of two documents, the one with the lower key comes
 * first; with equal keys, the documents themselves decide. A list of all documents looks at few of them with it.
 */
export class SortKeys {
  readonly #keys: Record<Order, Float64Array> = { id: new Float64Array(0), published: new Float64Array(0) };

  /** By the numbers of documents. */
  of(order: Order): Float64Array {
    return this.#keys[order];
  }

  set(number: number, document: Pick<ListedDocument, "document_id" | "published_at">): void {
    for (const order of ["id", "published"] as const) {
      if (this.#keys[order].length <= number) {
        const keys = new Float64Array(Math.max(64, number * 2));
        keys.set(this.#keys[order]);
        this.#keys[order] = keys;
      }
      this.#keys[order][number] = sortKey(order, document);
    }
  }

  get bytes(): number {
    return this.#keys.id.byteLength + this.#keys.published.byteLength;
  }
}

export function sortKey(
  order: Order,
  { document_id, published_at }: Pick<ListedDocument, "document_id" | "published_at">,
): number {
  return order === "published" ? -published_at : beginningOf(document_id);
}

/** So many characters of a byte each make a whole number that a float has. */
const CHARACTERS = 6;
const BYTE = 256;

/** Characters beyond one byte are alike, and what follows them is left out. */
function beginningOf(id: string): number {
  let key = 0;
  let isTold = true;
  for (let i = 0; i < CHARACTERS; i += 1) {
    const unit: number = isTold && i < id.length ? Math.min(id.charCodeAt(i), BYTE - 1) : 0;
    isTold &&= unit < BYTE - 1;
    key = key * BYTE + unit;
  }
  return key;
}

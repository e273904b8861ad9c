import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { type Refusal, refuse } from "@retrieval/core/errors";
import { type ChunkPage, fittingRows } from "@retrieval/core/ports";

/** Parameters that may differ from page to page of one list. */
const NOT_BOUND: ReadonlySet<string> = new Set(["limit", "cursor", "format", "around"]);
/** Bytes of HMAC-SHA256 that a cursor carries: 128 bits (RFC 2104 §5). */
const MAC_BYTES = 16;

/** The request for a page: a cursor is bound to all of it except the page. */
export interface PagedRequest {
  /** Method and path of the operation. */
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Empty where no user is signed in. */
  readonly user_id: string;
}

/**
 * The cursors of one list, as one user asked for it. Only this service can write them: HMAC-SHA256 over the end of a page
 * and its list. So a cursor never causes more work than the request for its first page, and is useless for another list or
 * another user.
 */
export class Cursors {
  /** @param keys the first one writes; the others, of secrets that are being changed, are accepted as well */
  constructor(
    private readonly keys: readonly [KeyObject, ...KeyObject[]],
    private readonly request: PagedRequest,
  ) {}

  /**
   * The page to answer, from one row more than the limit, which shows whether another page follows. Where rows are long
   * the page has fewer.
   */
  pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string) {
    const items = rows.slice(0, Math.min(limit, fittingRows(rows)));
    const last = items.at(-1);
    return { items, next_cursor: rows.length > items.length && last !== undefined ? this.write(keyOf(last)) : null };
  }

  /** A page of a document's chunks; `last` is the place of its last one. */
  chunkPage({ chunks, last, more }: ChunkPage) {
    return { items: chunks, next_cursor: more ? this.write(String(last)) : null };
  }

  /** @param key of the last row seen */
  write(key: string): string {
    return Buffer.concat([this.#mac(key, this.keys[0]), Buffer.from(key, "utf8")]).toString("base64url");
  }

  /** @returns the key of the last row seen; undefined for the first page */
  read(cursor: unknown): string | undefined | Refusal {
    if (typeof cursor !== "string") return undefined;
    const bytes = Buffer.from(cursor, "base64url");
    const after = bytes.toString("utf8", MAC_BYTES);
    const mac = bytes.subarray(0, MAC_BYTES);
    const isOurs = (key: KeyObject) => mac.length === MAC_BYTES && timingSafeEqual(mac, this.#mac(after, key));
    return this.keys.some(isOurs) ? after : FOREIGN;
  }

  #mac(key: string, secret: KeyObject): Buffer {
    const { operation, params, query, user_id } = this.request;
    const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !NOT_BOUND.has(name));
    const bound = [operation, Object.entries(params).sort(), filters.sort(), user_id, key];
    return createHmac("sha256", secret).update(JSON.stringify(bound), "utf8").digest().subarray(0, MAC_BYTES);
  }
}

const FOREIGN = refuse("INVALID_REQUEST", { code: "cursor.other_list" });

/** A list that is answered whole, like a page of one. */
export function wholeList<T>(items: readonly T[]): { readonly items: readonly T[]; readonly next_cursor: null } {
  return { items, next_cursor: null };
}

/** The rows that follow a page, by the key of its last row. */
export const rowsAfter = (after: string | undefined) => (after === undefined ? {} : { after });
/** The same of a list in the order of numbers. */
export const placeAfter = (after: string | undefined) => (after === undefined ? {} : { after: Number(after) });
/** The same of a list with the highest number first. */
export const rowsBefore = (after: string | undefined) => (after === undefined ? {} : { before: Number(after) });

import { type Reader, readerOf } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { AccessRules } from "../access/rules.js";
import { allDocuments } from "../documents/all-documents.js";
import type { DocumentCatalog } from "../documents/document-catalog.js";
import type { User } from "./user.js";

/** Fields of a user that affect document access. */
export type ReaderState = Reader & Pick<User, "is_active">;

/** How many active users with role `user` gain and lose a document by a change. */
export interface ImportEffect {
  readonly document_id: string;
  readonly title: string;
  readonly gained: number;
  readonly lost: number;
}

/** The facts of a user that rules read, without user_id; null: a user to whom no rule applies. */
type Facts = Omit<Reader, "user_id"> | null;

/** Users whose facts change in the same way. */
interface Move {
  readonly before: Facts;
  readonly after: Facts;
  count: number;
}

/** The number of decisions between two reads of documents, so that other requests get their turn. */
const DECISIONS = 20_000;
const PAGE_MAX = 200;
/** A user_id that no rule can name. */
const NO_USER_ID = "";

/**
 * Counts how changes to users affect the readers of documents. Users whose facts change in the same way, such as all
 * who join one department, share one decision; only users whom a rule names by user_id get a decision of their own.
 */
export class ImportEffects {
  readonly #moves = new Map<string, Move>();
  readonly #moveOf = new Map<string, Move>();

  /** @param before null: the user is new */
  add(before: ReaderState | null, after: ReaderState): void {
    const [was, is] = [factsOf(before), factsOf(after)];
    const key = JSON.stringify([was, is]);
    if (JSON.stringify(was) === JSON.stringify(is)) return;
    const move = this.#moves.get(key) ?? { before: was, after: is, count: 0 };
    move.count += 1;
    this.#moves.set(key, move);
    this.#moveOf.set(after.user_id, move);
  }

  /** The documents whose readers change, in code-point order. */
  async on(documents: Pick<DocumentCatalog, "list">): Promise<ImportEffect[]> {
    const effects: ImportEffect[] = [];
    if (this.#moves.size === 0) return effects;
    const limit = Math.max(1, Math.min(PAGE_MAX, Math.floor(DECISIONS / this.#moves.size)));
    for await (const { document_id, title, access_rules } of allDocuments(documents, limit)) {
      const { gained, lost } = this.#of(access_rules);
      if (gained + lost > 0) effects.push({ document_id, title, gained, lost });
    }
    return effects;
  }

  #of(rules: AccessRules): { gained: number; lost: number } {
    const sum = { gained: 0, lost: 0 };
    const add = ({ before, after }: Move, user_id: string, count: number) => {
      const [had, has] = [isReader(before, user_id, rules), isReader(after, user_id, rules)];
      if (has && !had) sum.gained += count;
      if (had && !has) sum.lost += count;
    };
    for (const move of this.#moves.values()) add(move, NO_USER_ID, move.count);
    for (const user_id of new Set(rules.allowed_users)) {
      const move = this.#moveOf.get(user_id);
      if (move === undefined) continue;
      add(move, NO_USER_ID, -1);
      add(move, user_id, 1);
    }
    return sum;
  }
}

function factsOf(user: ReaderState | null): Facts {
  if (user === null || !user.is_active || user.role !== "user") return null;
  const { user_id: _, ...facts } = readerOf(user);
  return facts;
}

function isReader(facts: Facts, user_id: string, rules: AccessRules): boolean {
  return facts !== null && decideAccess({ ...facts, user_id }, rules).allowed;
}

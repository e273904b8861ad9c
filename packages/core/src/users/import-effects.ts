import { type Reader, readerOf } from "../access/audience.js";
import { decideAccess } from "../access/decision.js";
import type { AccessRules } from "../access/rules.js";
import type { DocumentCatalog } from "../ports/document-catalog.js";
import type { User } from "./user.js";

/** What of a person decides whether they are a reader of a document. */
export type Standing = Reader & Pick<User, "is_active">;

/** How many active people with role `user` a change lets into a document, and how many it takes it away from. */
export interface ImportEffect {
  readonly document_id: string;
  readonly gained: number;
  readonly lost: number;
}

/** A person as rules see them, without the number; null: nobody whom rules are about. */
type Facts = Omit<Reader, "user_id"> | null;

/** People whom a change moves in the same way. */
interface Move {
  readonly before: Facts;
  readonly after: Facts;
  count: number;
}

/** How many decisions are taken between two looks at the store, so that others get their turn. */
const DECISIONS = 20_000;
const PAGE_MAX = 200;
/** A rule names nobody by this. */
const NOBODY_NAMED = "";

/**
 * What a change of people changes for readers. People who are moved in the same way (all who come to one department, say) are
 * decided about together; only those whom a rule names by number are decided about one by one.
 */
export class ImportEffects {
  readonly #moves = new Map<string, Move>();
  readonly #moveOf = new Map<string, Move>();

  /** @param before null: the person is new */
  add(before: Standing | null, after: Standing): void {
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
    for (let after: string | undefined; ; ) {
      const page = await documents.list({ limit, ...(after === undefined ? {} : { after }) });
      for (const { document_id, access_rules } of page) {
        const { gained, lost } = this.#of(access_rules);
        if (gained + lost > 0) effects.push({ document_id, gained, lost });
      }
      after = page.at(-1)?.document_id;
      if (page.length < limit) return effects;
    }
  }

  #of(rules: AccessRules): { gained: number; lost: number } {
    const sum = { gained: 0, lost: 0 };
    const add = ({ before, after }: Move, user_id: string, count: number) => {
      const [had, has] = [isReader(before, user_id, rules), isReader(after, user_id, rules)];
      if (has && !had) sum.gained += count;
      if (had && !has) sum.lost += count;
    };
    for (const move of this.#moves.values()) add(move, NOBODY_NAMED, move.count);
    for (const user_id of new Set(rules.allowed_users)) {
      const move = this.#moveOf.get(user_id);
      if (move === undefined) continue;
      add(move, NOBODY_NAMED, -1);
      add(move, user_id, 1);
    }
    return sum;
  }
}

function factsOf(user: Standing | null): Facts {
  if (user === null || !user.is_active || user.role !== "user") return null;
  const { user_id: _, ...facts } = readerOf(user);
  return facts;
}

function isReader(facts: Facts, user_id: string, rules: AccessRules): boolean {
  return facts !== null && decideAccess({ ...facts, user_id }, rules).allowed;
}

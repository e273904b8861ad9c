/** What users do often, and each time is recorded. */
export type OwnActKind = "question-answered" | "answer-judged" | "token-created";

const HOUR_MS = 3_600_000;
/** How many entries of one kind a user adds to the audit log in an hour. Further tokens are refused, other acts summed. */
export const ENTRIES_MAX = 60;

/** Counts what each user did in this hour, by kind. */
export class OwnActs {
  #hour = 0;
  readonly #counts = new Map<string, number>();

  /** Whether the user's next act of this kind is an entry of its own. */
  hasRoom(kind: OwnActKind, user_id: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) this.#counts.clear();
    this.#hour = hour;
    return (this.#counts.get(keyOf(kind, user_id)) ?? 0) < ENTRIES_MAX;
  }

  /** Counts an entry. */
  add(kind: OwnActKind, user_id: string): void {
    const key = keyOf(kind, user_id);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

const keyOf = (kind: OwnActKind, user_id: string) => `${kind} ${user_id}`;

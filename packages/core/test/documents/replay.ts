import type { AccessRules } from "../../src/access/rules.js";
import type { DocumentEvent, StatedRule } from "../../src/documents/publication-plan.js";

/** Computes the same state in another way: replays all events that took effect, in the order of acceptance. */
export class Replay {
  /** What readers see from a number on; null: nothing. */
  readonly #shown = new Map<number, string | null>();
  readonly #drafts = new Map<number, { readonly title: string; readonly rule: StatedRule | null }>();
  readonly #rules: StatedRule[] = [];
  #default: AccessRules | null = null;
  #waitingDefault: AccessRules | null = null;

  get shown(): string | null {
    return this.#shown.get(this.#latest) ?? null;
  }

  get draft(): string | null {
    return this.#waiting?.[1].title ?? null;
  }

  /** The rule in force: the one that was stated last, else the default of the first version. */
  get rule(): AccessRules | null {
    const last = this.#rules.toSorted((a, b) => a.rules_accepted - b.rules_accepted).at(-1);
    return last?.access_rules ?? this.#default;
  }

  take(event: DocumentEvent, next: number): void {
    const waiting = this.#waiting;
    const isNew = this.rule === null;
    if (event.event === "publish") {
      if (event.accepted <= this.#latest) return;
      this.#state(event.access_rules && { access_rules: event.access_rules, rules_accepted: event.accepted });
      if (event.access_rules === null && isNew) this.#state(waiting?.[1].rule ?? null);
      if (this.rule === null) this.#default = event.default_rules;
      this.#shown.set(event.accepted, event.title);
    } else if (event.event === "save-draft") {
      if (event.accepted <= Math.max(this.#latest, waiting?.[0] ?? 0)) return;
      const own = event.access_rules && { access_rules: event.access_rules, rules_accepted: event.accepted };
      this.#drafts.set(event.accepted, { title: event.title, rule: own ?? waiting?.[1].rule ?? null });
      this.#waitingDefault = event.default_rules;
    } else if (event.event === "publish-draft") {
      if (waiting === null) return;
      const [accepted, { title, rule }] = waiting;
      this.#state(rule);
      if (this.rule === null) this.#default = this.#waitingDefault;
      this.#shown.set(accepted, title);
    } else if (event.event === "restore") {
      if (this.shown !== null) this.#shown.set(event.accepted, event.title);
    } else if (event.event === "delete") {
      if (this.shown === null && waiting === null && !event.upload_waiting) return;
      if (isNew) this.#state(waiting?.[1].rule ?? null);
      this.#shown.set(next, null);
    } else if (event.event === "change-rule" && this.shown !== null && next > 0) {
      this.#state({ access_rules: event.access_rules, rules_accepted: next });
    }
  }

  get #latest(): number {
    return Math.max(0, ...this.#shown.keys());
  }

  get #waiting() {
    const last = Math.max(0, ...this.#drafts.keys());
    const draft = this.#drafts.get(last);
    return draft === undefined || last <= this.#latest ? null : ([last, draft] as const);
  }

  #state(rule: StatedRule | null): void {
    if (rule !== null) this.#rules.push(rule);
  }
}

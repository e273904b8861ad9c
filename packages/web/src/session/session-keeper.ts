import { Api } from "../api/client.js";
import type { Waiting } from "../api/waiting.js";
import type { Language } from "../i18n/language.js";
import { openSession, type SessionState } from "./open-session.js";
import type { Session } from "./session.js";
import type { SessionStore } from "./session-store.js";

export interface SessionKeeperDeps {
  /** The service's address. */
  readonly url: string;
  /** null: the browser stores nothing for this site. */
  readonly store: SessionStore | null;
  readonly waiting: Waiting;
  /** The language of the page. */
  readonly language: () => Language;
  readonly fetch?: typeof fetch;
  /** Drops everything that one user has seen; with `address`, also the current page. */
  readonly onLeave: (what: { readonly address: boolean }) => void;
}

/** How long until a session that could not be checked is checked again, in milliseconds. */
const LOOK_AGAIN = 10_000;

/** The current user, from the first check of the stored session to its end. */
export class SessionKeeper {
  readonly api: Api;
  #state: SessionState;
  #opened = 0;
  #viewer: string | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(private readonly deps: SessionKeeperDeps) {
    const { url, store, waiting, language } = deps;
    this.#state = store ? { kind: "opening" } : { kind: "no-storage" };
    this.api = new Api({
      url,
      token: () => store?.token() ?? null,
      language,
      // A late refusal of an older session does not end the one that came after it.
      onUnauthorized: (token) => (store?.token() === token ? this.#end("expired") : void this.open()),
      // The role may have changed meanwhile.
      onForbidden: () => void this.open(),
      waiting,
      ...(deps.fetch && { fetch: deps.fetch }),
    });
  }

  readonly state = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Judges the stored session. A signed-in user stays signed in while the service cannot be reached.
   *
   * @param elsewhere another tab signed in or out
   */
  async open({ elsewhere = false } = {}): Promise<void> {
    const { store } = this.deps;
    if (!store) return;
    this.#opened += 1;
    const nth = this.#opened;
    clearTimeout(this.#again);
    try {
      const next = await openSession(this.api, store);
      if (nth === this.#opened) this.#set(next, elsewhere);
    } catch {
      if (nth !== this.#opened) return;
      if (this.#state.kind === "signed-in") this.#again = setTimeout(() => void this.open({ elsewhere }), LOOK_AGAIN);
      else this.#set({ kind: "failed" });
    }
  }

  tryAgain(): void {
    this.#set({ kind: "opening" });
    void this.open();
  }

  /** Ends the session here at once, and on the service as soon as it answers: then a copy of its token is worth nothing. */
  signOut(): void {
    const token = this.deps.store?.token();
    // The browser sends it even if the page is left in the meantime.
    if (token)
      void this.api
        .as(token, { keepalive: true })
        .endSession()
        .catch(() => undefined);
    this.#end("by-hand");
  }

  /** Switches users, or keeps the current one. */
  answerLink(session: Session): void {
    this.deps.store?.forgetArrival();
    this.deps.store?.keep(session.token);
    this.#set({ kind: "signed-in", session, link: null });
  }

  dismissLink(): void {
    if (this.#state.kind === "signed-in") this.#set({ ...this.#state, link: null });
  }

  #end(why: "expired" | "by-hand"): void {
    this.#opened += 1;
    clearTimeout(this.#again);
    this.deps.store?.forget();
    this.#set({ kind: "signed-out", why, link: null }, why === "by-hand");
  }

  #set(next: SessionState, leavesAddress = false): void {
    const before = viewerOf(this.#state);
    const after = viewerOf(next);
    if (before !== null && before !== after) {
      this.api.abandon();
      this.deps.onLeave({ address: leavesAddress && !(after !== null && sameUser(before, after)) });
    } else if (after !== null && this.#viewer !== null && leavesAddress && !sameUser(this.#viewer, after)) {
      this.deps.onLeave({ address: true });
    }
    this.#viewer = after ?? this.#viewer;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}

/** A user in a role: another role is another view of everything. */
function viewerOf(state: SessionState): string | null {
  return state.kind === "signed-in" ? JSON.stringify([state.session.user_id, state.session.role]) : null;
}

function sameUser(a: string, b: string): boolean {
  return JSON.parse(a)[0] === JSON.parse(b)[0];
}

import { ARRIVAL_KEY, type Arrival } from "../arrival/take-arrival.js";

const SESSION_KEY = "retrieval.session";

/** What the browser keeps of a session: the token alone. Who it belongs to is asked of the service. */
export class SessionStore {
  constructor(
    /** Of all tabs. */
    private readonly local: Storage,
    /** Of this tab: two links that are opened at once do not meet. */
    private readonly tab: Storage,
  ) {}

  token(): string | null {
    return this.local.getItem(SESSION_KEY);
  }

  keep(token: string): void {
    this.local.setItem(SESSION_KEY, token);
  }

  forget(): void {
    this.local.removeItem(SESSION_KEY);
  }

  /** What the script at the top of the page found in the address; it waits here until it has been judged. */
  arrival(): Arrival | null {
    try {
      return JSON.parse(this.tab.getItem(ARRIVAL_KEY) ?? "null") as Arrival | null;
    } catch {
      return null;
    }
  }

  forgetArrival(): void {
    this.tab.removeItem(ARRIVAL_KEY);
  }

  /** Told when another tab signs in or out. */
  onChangeElsewhere(listener: () => void, signal: AbortSignal): void {
    addEventListener(
      "storage",
      ({ key }) => {
        if (key === SESSION_KEY || key === null) listener();
      },
      { signal },
    );
  }
}

/** The browser's storages, or null where it keeps nothing for this site. */
export function usableStorages(): { readonly local: Storage; readonly session: Storage } | null {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const probe = "retrieval.probe";
      storage.setItem(probe, probe);
      storage.removeItem(probe);
    }
    return { local: localStorage, session: sessionStorage };
  } catch {
    return null;
  }
}

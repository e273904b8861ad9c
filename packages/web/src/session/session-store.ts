import { ARRIVAL_KEY, type Arrival } from "../arrival/take-arrival.js";

const SESSION_KEY = "retrieval.session";

/** The browser stores the token of a session; the service says whose it is. */
export class SessionStore {
  constructor(
    /** Shared by all tabs. */
    private readonly local: Storage,
    /** For this tab: two links that are opened at once do not interfere. */
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

  /** The result of the script at the top of the page; it waits here until it is judged. */
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

  /** Called when another tab signs in or out. */
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

/** The browser's storages, or null where it stores nothing for this site. */
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

import { ARRIVAL_KEY, type Arrival } from "../arrival/take-arrival.js";

const SESSION_KEY = "retrieval.session";

/** What the browser keeps of a session: the token alone. Who it belongs to is asked of the service. */
export class SessionStore {
  constructor(private readonly storage: Storage) {}

  token(): string | null {
    return this.storage.getItem(SESSION_KEY);
  }

  keep(token: string): void {
    this.storage.setItem(SESSION_KEY, token);
  }

  forget(): void {
    this.storage.removeItem(SESSION_KEY);
  }

  /** What the script at the top of the page found in the address; it waits here until it has been judged. */
  arrival(): Arrival | null {
    try {
      return JSON.parse(this.storage.getItem(ARRIVAL_KEY) ?? "null") as Arrival | null;
    } catch {
      return null;
    }
  }

  forgetArrival(): void {
    this.storage.removeItem(ARRIVAL_KEY);
  }

  /** Told when another tab signs in or out. */
  onChangeElsewhere(listener: () => void): () => void {
    const changed = ({ key }: StorageEvent) => {
      if (key === SESSION_KEY || key === null) listener();
    };
    addEventListener("storage", changed);
    return () => removeEventListener("storage", changed);
  }
}

/** Local storage, or null in a browser that keeps nothing for this site. */
export function usableStorage(): Storage | null {
  try {
    const probe = "retrieval.probe";
    localStorage.setItem(probe, probe);
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}

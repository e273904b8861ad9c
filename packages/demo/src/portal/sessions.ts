import { randomBytes } from "node:crypto";

/** More than a machine ever needs; the oldest are dropped. */
const SESSIONS_MAX = 1_000;

/** The users logged in to the portal, by a random id that only their browser has. Sessions end with the process. */
export class Sessions {
  readonly #users = new Map<string, string>();

  begin(user_id: string): string {
    const [oldest] = this.#users.keys();
    if (this.#users.size >= SESSIONS_MAX && oldest !== undefined) this.#users.delete(oldest);
    const id = randomBytes(32).toString("base64url");
    this.#users.set(id, user_id);
    return id;
  }

  user(id: string | undefined): string | null {
    return (id !== undefined && this.#users.get(id)) || null;
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#users.delete(id);
  }
}

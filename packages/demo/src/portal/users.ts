import type { LanguageCode } from "@retrieval/api/texts";
import { type SampleUser, sampleCast, sampleUsers } from "../sample-company/index.js";
import { CAST_TEXTS } from "./cast-texts.js";

export type PortalUser = Pick<SampleUser, "user_id" | "display_name" | "department" | "email">;

/** A member of the cast with an introduction. */
export interface Introduced extends PortalUser {
  readonly introduction: Readonly<Record<LanguageCode, string>>;
}

export interface UserPage {
  readonly users: readonly PortalUser[];
  /** From 1; the last page if it is beyond the end. */
  readonly page: number;
  readonly pages: number;
  /** On all pages together. */
  readonly total: number;
  /** How many users come before this page. */
  readonly before: number;
}

const PAGE_SIZE = 24;

/** The users of the sample company; the portal is their master. */
export class PortalUsers {
  readonly cast: readonly Introduced[];
  readonly #headOffice: readonly (PortalUser & { readonly sought: string })[];
  readonly #byNumber: ReadonlyMap<string, PortalUser>;

  constructor(users: readonly SampleUser[] = sampleUsers()) {
    const byNumber = new Map(users.map((user) => [user.user_id, user]));
    const keys = Object.keys(sampleCast) as (keyof typeof sampleCast)[];
    this.cast = keys.flatMap((key) => {
      const user = byNumber.get(sampleCast[key].user_id);
      return user ? [{ ...user, introduction: CAST_TEXTS[key] }] : [];
    });
    const headOffice = users.filter(({ head_office }) => head_office);
    this.#headOffice = headOffice.map((user) => ({ ...user, sought: soughtText(user) }));
    this.#byNumber = new Map([...headOffice, ...this.cast].map((user) => [user.user_id, user]));
  }

  /** A user who may log in. */
  find(user_id: string): PortalUser | undefined {
    return this.#byNumber.get(user_id);
  }

  /** The head-office users who match every word of the query. */
  search(query: string, page: number): UserPage {
    const words = query.split(/\s+/u).map(folded);
    const found = this.#headOffice.filter(({ sought }) => words.every((word) => sought.includes(word)));
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const shown = Math.min(Math.max(1, page), pages);
    const before = (shown - 1) * PAGE_SIZE;
    return { users: found.slice(before, before + PAGE_SIZE), page: shown, pages, total: found.length, before };
  }
}

/** No query has a line break, so no word reaches from one field into the next. */
function soughtText({ user_id, display_name, department, email }: PortalUser): string {
  return [user_id, display_name, department, email].map((text) => folded(text.replaceAll(" ", ""))).join("\n");
}

/** Variants that NFKC keeps apart, and that users do not type. */
const VARIANTS: Readonly<Record<string, string>> = {
  "\u9AD9": "高",
  "\uFA11": "崎",
  "\u{20BB7}": "吉",
  "\u6FF5": "浜",
};

/** For searching only: a name is shown as it is stored. */
function folded(text: string): string {
  const plain = [...text].map((character) => VARIANTS[character] ?? character).join("");
  return plain.normalize("NFKC").toLowerCase();
}

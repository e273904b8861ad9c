import type { LanguageCode } from "@retrieval/api/texts";
import { type SamplePerson, sampleCast, samplePeople } from "../sample-company/index.js";
import { CAST_TEXTS } from "./cast-texts.js";

export type PortalPerson = Pick<SamplePerson, "user_id" | "display_name" | "department" | "email">;

/** A member of the cast, with a sentence about them. */
export interface Introduced extends PortalPerson {
  readonly introduction: Readonly<Record<LanguageCode, string>>;
}

export interface PeoplePage {
  readonly people: readonly PortalPerson[];
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
export class PortalPeople {
  readonly cast: readonly Introduced[];
  readonly #headOffice: readonly (PortalPerson & { readonly sought: string })[];
  readonly #byNumber: ReadonlyMap<string, PortalPerson>;

  constructor(people: readonly SamplePerson[] = samplePeople()) {
    const byNumber = new Map(people.map((person) => [person.user_id, person]));
    const keys = Object.keys(sampleCast) as (keyof typeof sampleCast)[];
    this.cast = keys.flatMap((key) => {
      const person = byNumber.get(sampleCast[key].user_id);
      return person ? [{ ...person, introduction: CAST_TEXTS[key] }] : [];
    });
    const headOffice = people.filter(({ head_office }) => head_office);
    this.#headOffice = headOffice.map((person) => ({ ...person, sought: soughtText(person) }));
    this.#byNumber = new Map([...headOffice, ...this.cast].map((person) => [person.user_id, person]));
  }

  /** A user who may log in. */
  find(user_id: string): PortalPerson | undefined {
    return this.#byNumber.get(user_id);
  }

  /** The head-office users who match every word of the query. */
  search(query: string, page: number): PeoplePage {
    const words = query.split(/\s+/u).map(folded);
    const found = this.#headOffice.filter(({ sought }) => words.every((word) => sought.includes(word)));
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    const shown = Math.min(Math.max(1, page), pages);
    const before = (shown - 1) * PAGE_SIZE;
    return { people: found.slice(before, before + PAGE_SIZE), page: shown, pages, total: found.length, before };
  }
}

/** No query has a line break, so no word reaches from one field into the next. */
function soughtText({ user_id, display_name, department, email }: PortalPerson): string {
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

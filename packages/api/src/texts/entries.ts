import { formOf, isPseudonym } from "@retrieval/core/limits";
import type { AuditDetails, AuditKind, DetailValues, StoredEntry } from "@retrieval/core/ports";
import { isolate } from "./isolate.js";

/** The words of an entry's users and document. */
export interface EntryWords {
  /** Who caused it: a user, or the service itself. */
  readonly who: string;
  /** The user who caused it; null: the service itself. */
  readonly by: string | null;
  /** The user whom it is about. */
  readonly whom: string;
  /** Whoever of both is known, for a refused call; null: an unknown caller. */
  readonly caller: string | null;
  readonly what: string;
  /** null: the entry is not about one document. */
  readonly document_id: string | null;
  /** true: the user did it for an own account. */
  readonly own: boolean;
  readonly user: (user_id: string) => string;
}

/** The sentence of a language for each kind of audit entry, without a full stop at the end. */
export type EntryTexts = {
  readonly [Kind in AuditKind]: (details: AuditDetails<Kind>, words: EntryWords) => string;
} & {
  /** Of an entry that another version of the service wrote. @param ids of its users and document */
  readonly legacy: (kind: string, ids: string) => string;
  readonly subjects: {
    readonly service: string;
    readonly unknown: string;
    readonly several: string;
    readonly titled: (title: string, id: string) => string;
    readonly erased: string;
  };
};

/** The text of a word that an entry holds; one that we have no text for is isolated: another version wrote it. */
export const wordOf = (texts: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(texts, word) ? (texts[word] as string) : isolate(word);

/** What happened to users, as a list of sums has it. */
export type ResultTexts = Readonly<Record<AuditDetails<"user-changed">["result"] | "error", string>>;

/** The names of users and documents that are known now. */
export interface EntryNames {
  readonly users: readonly { readonly user_id: string; readonly display_name: string }[];
  readonly documents: readonly { readonly document_id: string; readonly title: string }[];
}

/** How a language names the users and documents of entries: number and name, title and id. */
export function namesIn(
  { users, documents }: EntryNames,
  { titled, erased }: Pick<EntryTexts["subjects"], "titled" | "erased">,
) {
  const names = new Map(users.map(({ user_id, display_name }) => [user_id, display_name]));
  const titles = new Map(documents.map(({ document_id, title }) => [document_id, title]));
  return {
    user: (id: string) =>
      isPseudonym(id) ? titled(erased, id) : [id, names.get(id) ?? []].flat().map(isolate).join(" "),
    document: (id: string) => {
      const title = titles.get(id);
      return title === undefined ? isolate(id) : titled(isolate(title), isolate(id));
    },
  };
}

/** What happened, in one sentence without a full stop. */
export function entryText(entry: StoredEntry, names: EntryNames, texts: EntryTexts): string {
  const { kind, by_user, user_id, document_id, details } = entry;
  const { subjects } = texts;
  const { user, document } = namesIn(names, subjects);
  if (formOf(entry) === null) {
    const ids = [by_user && user(by_user), user_id && user(user_id), document_id && document(document_id)];
    return texts.legacy(kind, ids.filter(Boolean).join(" · "));
  }
  const caller = by_user ?? user_id;
  const by = by_user === null ? null : user(by_user);
  const words: EntryWords = {
    who: by ?? ("hour" in details ? subjects.several : subjects.service),
    by,
    whom: user_id === null ? subjects.unknown : user(user_id),
    caller: caller === null ? null : user(caller),
    what: document(document_id ?? ""),
    document_id,
    own: by_user === user_id,
    user,
  };
  // TypeScript cannot relate the kind to its details.
  return (texts[kind as AuditKind] as (details: object, words: EntryWords) => string)(details, words);
}

/** The items of a list, and how many more there are. */
export function listText(
  { count, first = [] }: DetailValues["list"],
  item: (id: string) => string,
  separator: string,
  more: (listed: string, n: number) => string,
): string {
  const listed = first.map(item).join(separator);
  return count > first.length ? more(listed, count - first.length) : listed;
}

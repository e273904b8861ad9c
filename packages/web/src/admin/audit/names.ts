import type { JsonOf } from "@retrieval/api/client";
import { isolate } from "../../i18n/isolate.js";
import type { EntryMessages } from "./entry-messages.js";

export type EntryNames = JsonOf<"listAuditEntries">["names"];

/** Users and documents in the words of a page: with their names, as far as they are known. */
export interface Names {
  /** Employee number and name. */
  readonly user: (user_id: string) => string;
  /** Title and identifier. */
  readonly document: (document_id: string) => string;
}

export function namesIn(lists: readonly EntryNames[], text: Pick<EntryMessages, "titled">): Names {
  const users = new Map(lists.flatMap(({ users }) => users.map((user) => [user.user_id, user.display_name])));
  const titles = new Map(lists.flatMap(({ documents }) => documents.map((each) => [each.document_id, each.title])));
  return {
    user: (id) =>
      [id, users.get(id)]
        .filter((part) => part !== undefined)
        .map(isolate)
        .join(" "),
    document: (id) => {
      const title = titles.get(id);
      return title === undefined ? isolate(id) : text.titled(isolate(title), isolate(id));
    },
  };
}

import { accessRules } from "./english/access-rules.js";
import { accessTokens } from "./english/access-tokens.js";
import { changes } from "./english/changes.js";
import { chunks } from "./english/chunks.js";
import { departments } from "./english/departments.js";
import { documents } from "./english/documents.js";
import { entries } from "./english/entries.js";
import { fields } from "./english/fields.js";
import { files } from "./english/files.js";
import { imports } from "./english/imports.js";
import { jobs } from "./english/jobs.js";
import { parsing } from "./english/parsing.js";
import { questions } from "./english/questions.js";
import { requests } from "./english/requests.js";
import { signIn } from "./english/sign-in.js";
import { storage } from "./english/storage.js";
import { users } from "./english/users.js";
import { vocabulary } from "./english/vocabulary.js";
import type { Language } from "./table.js";

export const english: Language = {
  texts: {
    ...accessRules,
    ...accessTokens,
    ...changes,
    ...chunks,
    ...departments,
    ...documents,
    ...fields,
    ...files,
    ...imports,
    ...jobs,
    ...questions,
    ...parsing,
    ...requests,
    ...signIn,
    ...storage,
    ...users,
    ...vocabulary,
    more: ({ count }) => `and ${count} more`,
  },
  at: (place, text) => `${place}: ${text}`,
  found: (text, times, headings) => {
    const below =
      headings.length > 0
        ? `below ${headings.join(" / ")}${headings.length > 1 && times > headings.length ? " …" : ""}`
        : "";
    const counted = times > 1 ? `${times} times` : "";
    return `${text} (${[counted, below].filter(Boolean).join(", ")})`;
  },
  joined: (texts) => texts.join("; "),
  entries,
  fullStop: ".",
};

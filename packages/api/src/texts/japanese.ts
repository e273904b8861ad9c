import { accessRules } from "./japanese/access-rules.js";
import { accessTokens } from "./japanese/access-tokens.js";
import { changes } from "./japanese/changes.js";
import { chunks } from "./japanese/chunks.js";
import { departments } from "./japanese/departments.js";
import { documents } from "./japanese/documents.js";
import { entries } from "./japanese/entries.js";
import { fields } from "./japanese/fields.js";
import { files } from "./japanese/files.js";
import { imports } from "./japanese/imports.js";
import { jobs } from "./japanese/jobs.js";
import { parsing } from "./japanese/parsing.js";
import { questions } from "./japanese/questions.js";
import { requests } from "./japanese/requests.js";
import { signIn } from "./japanese/sign-in.js";
import { storage } from "./japanese/storage.js";
import { users } from "./japanese/users.js";
import { vocabulary } from "./japanese/vocabulary.js";
import type { Language } from "./table.js";

export const japanese: Language = {
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
    more: ({ count }) => `ほか ${count} 件`,
  },
  // A place is data: a field, or the line of a file.
  at: (place, text) => `${place.replace(/^line ([0-9]+)$/, "$1 行目")}：${text}`,
  found: (text, times, headings) => {
    const below =
      headings.map((heading) => `「${heading}」`).join("") +
      (headings.length > 1 && times > headings.length ? "など" : "");
    const counted = times > 1 ? `${times} か所` : "";
    return `${text}（${[counted, headings.length > 0 ? below : ""].filter(Boolean).join("：")}）`;
  },
  joined: (texts) => texts.join("。"),
  entries,
  fullStop: "。",
};

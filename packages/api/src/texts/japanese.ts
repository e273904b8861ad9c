import { accessRules } from "./japanese/access-rules.js";
import { departments } from "./japanese/departments.js";
import { documents } from "./japanese/documents.js";
import { fields } from "./japanese/fields.js";
import { imports } from "./japanese/imports.js";
import { questions } from "./japanese/questions.js";
import { signIn } from "./japanese/sign-in.js";
import { storage } from "./japanese/storage.js";
import { users } from "./japanese/users.js";
import type { Language } from "./table.js";

export const japanese: Language = {
  texts: {
    ...accessRules,
    ...departments,
    ...documents,
    ...fields,
    ...imports,
    ...questions,
    ...signIn,
    ...storage,
    ...users,
    more: ({ count }) => `ほか ${count} 件`,
    legacy: ({ text }) => text,
  },
  at: (place, text) => `${place}：${text}`,
  times: (text, times) => `${text}（${times} か所）`,
  joined: (texts) => texts.join("。"),
  fullStop: "。",
};

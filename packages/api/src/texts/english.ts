import { accessRules } from "./english/access-rules.js";
import { departments } from "./english/departments.js";
import { documents } from "./english/documents.js";
import { fields } from "./english/fields.js";
import { imports } from "./english/imports.js";
import { questions } from "./english/questions.js";
import { signIn } from "./english/sign-in.js";
import { storage } from "./english/storage.js";
import { users } from "./english/users.js";
import type { Language } from "./table.js";

export const english: Language = {
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
    more: ({ count }) => `and ${count} more`,
    legacy: ({ text }) => text,
  },
  at: (place, text) => `${place}: ${text}`,
  times: (text, times) => `${text} (${times} times)`,
  joined: (texts) => texts.join("; "),
  fullStop: ".",
};

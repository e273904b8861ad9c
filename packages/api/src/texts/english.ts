import { accessRules } from "./english/access-rules.js";
import { fields } from "./english/fields.js";
import type { Language } from "./table.js";

export const english: Language = {
  texts: { ...fields, ...accessRules, legacy: ({ text }) => text },
  at: (place, text) => `${place}: ${text}`,
  times: (text, times) => `${text} (${times} times)`,
  joined: (texts) => texts.join("; "),
  fullStop: ".",
};

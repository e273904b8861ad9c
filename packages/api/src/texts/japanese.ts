import { accessRules } from "./japanese/access-rules.js";
import { fields } from "./japanese/fields.js";
import type { Language } from "./table.js";

export const japanese: Language = {
  texts: { ...fields, ...accessRules, legacy: ({ text }) => text },
  at: (place, text) => `${place}：${text}`,
  times: (text, times) => `${text}（${times} か所）`,
  joined: (texts) => texts.join("。"),
  fullStop: "。",
};

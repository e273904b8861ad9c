import { accessRules } from "./japanese/access-rules.js";
import { chunks } from "./japanese/chunks.js";
import { documents } from "./japanese/documents.js";
import { fields } from "./japanese/fields.js";
import { files } from "./japanese/files.js";
import { jobs } from "./japanese/jobs.js";
import { reading } from "./japanese/reading.js";
import { requests } from "./japanese/requests.js";
import type { Language } from "./table.js";

export const japanese: Language = {
  texts: {
    ...accessRules,
    ...chunks,
    ...documents,
    ...fields,
    ...files,
    ...jobs,
    ...reading,
    ...requests,
    more: ({ count }) => `ほか ${count} 件`,
    legacy: ({ text }) => text,
  },
  at: (place, text) => `${place}：${text}`,
  times: (text, times) => `${text}（${times} か所）`,
  joined: (texts) => texts.join("。"),
  fullStop: "。",
};

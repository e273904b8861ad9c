import { accessRules } from "./english/access-rules.js";
import { chunks } from "./english/chunks.js";
import { documents } from "./english/documents.js";
import { fields } from "./english/fields.js";
import { files } from "./english/files.js";
import { jobs } from "./english/jobs.js";
import { reading } from "./english/reading.js";
import { requests } from "./english/requests.js";
import type { Language } from "./table.js";

export const english: Language = {
  texts: {
    ...accessRules,
    ...chunks,
    ...documents,
    ...fields,
    ...files,
    ...jobs,
    ...reading,
    ...requests,
    more: ({ count }) => `and ${count} more`,
    legacy: ({ text }) => text,
  },
  at: (place, text) => `${place}: ${text}`,
  times: (text, times) => `${text} (${times} times)`,
  joined: (texts) => texts.join("; "),
  fullStop: ".",
};

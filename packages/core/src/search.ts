export { highlightsIn, type Range } from "./search/highlights.js";
export type { KeptEntry } from "./search/kept-entry.js";
export { type QueryPhrase, type QueryTerm, readQuery } from "./search/query.js";
export { TERMS_VERSION, termsOf } from "./search/terms.js";
export { EMPTY_VOCABULARY, Vocabulary, type VocabularyEntry } from "./search/vocabulary.js";

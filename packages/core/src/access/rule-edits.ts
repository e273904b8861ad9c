/**
 * What one change does to the rules of many documents: it replaces them, adds or removes entries, or opens or closes
 * the documents and keeps the entries.
 */
export const RULE_EDITS = ["replace", "add", "remove", "open", "close"] as const;

import type { AuditEntry, NewJob, StoredEntry } from "@retrieval/core/ports";
import { NEW_USER, type User } from "@retrieval/core/users";

/** An ordinary active user with no other fields. */
export function aUser(fields: Partial<User> = {}): User {
  return {
    ...NEW_USER,
    user_id: "100001",
    display_name: "山田 太郎",
    ...fields,
  };
}

/** A queued upload of the work rules. */
export function aJob(fields: Partial<NewJob> = {}): NewJob {
  return {
    document_id: "work-rules",
    options: {},
    payload: new TextEncoder().encode("# 就業規則"),
    ...fields,
  };
}

/** Names that a careless store changes, cuts, folds or mistakes for syntax. */
export const HOSTILE_NAMES: readonly string[] = [
  "髙橋 﨑", // common compatibility ideographs
  "𠮷野家", // outside the Basic Multilingual Plane
  "\uFA19社", // 神: NFC alone would turn it into U+795E
  "か\u3099き\u3099", // voiced kana in two code points
  "が", // the same sound in one code point
  "ＡＢＣ", // full width
  "ｶﾀｶﾅ", // half width
  "É", // one code point
  "E\u0301", // two
  "O'Brien; DROP TABLE users; --",
  'a "quoted" name',
  "back\\slash \\u0000 \\' {a,b}",
  "NULL",
  "null",
  "{}",
  "[]",
  "%_%",
  "$1 ?",
  "👩‍👩‍👧‍👦",
  "\u202Eright to left",
  "a\u00A0b\u200Bc",
  "名".repeat(128),
];

/** An entry without special fields. */
export function anEntry(fields: Partial<StoredEntry> = {}): AuditEntry {
  return { kind: "sign-in", by_user: null, user_id: null, document_id: null, details: {}, ...fields } as AuditEntry;
}

import type { AccessRules, Reader } from "@retrieval/core";
import { Random } from "./random.js";

const names = (count: number, name: (i: number) => string) => Array.from({ length: count }, (_, i) => name(i));
const DEPARTMENTS = names(30, (i) => `D${1000 + i}`);
const GROUPS = names(20, (i) => `group-${i}`);
const USERS = names(280, (i) => String(i + 1).padStart(6, "0"));

export interface GovernedBy {
  readonly document_id: string;
  readonly rules: AccessRules;
}

/** Readers of a company of 280 users: one in 50 an admin, one in ten without a department, 0 to 5 groups. */
export function randomReaders(count: number, seed: number): Reader[] {
  const random = new Random(seed);
  const readers = Array.from(
    { length: count },
    (): Reader => ({
      user_id: random.pick(USERS),
      role: random.next() < 0.02 ? "admin" : "user",
      department_code: random.next() < 0.1 ? null : random.pick(DEPARTMENTS),
      permission_groups: random.some(GROUPS, 5),
    }),
  );
  return asReceived(readers);
}

/** One in ten open to everyone; the others name 0 to 5 departments, 0 to 5 groups and 0 to 20 users. */
export function randomDocuments(count: number, seed: number): GovernedBy[] {
  const random = new Random(seed);
  const documents = Array.from({ length: count }, (_, i) => ({
    document_id: `document-${i}`,
    rules: {
      allow_all: random.next() < 0.1,
      allowed_department_codes: random.some(DEPARTMENTS, 5),
      allowed_groups: random.some(GROUPS, 5),
      allowed_users: random.some(USERS, 20),
    },
  }));
  return asReceived(documents);
}

/** Like texts from a request or a database: equal ones are not the same object in memory. */
function asReceived<T>(values: T): T {
  return JSON.parse(JSON.stringify(values));
}

import { AUDIT_DETAILS, type AuditKind, bareName, type Form, type ValueKind } from "./kinds.js";

/**
 * What the erasure of a user does with a detail: the user's id gives way to the pseudonym wherever it is under this name
 * (`id`), a text of the user's own entries gives way to it (`own`), or a part of the user's own entries goes (`gone`).
 */
type Effect = readonly ["id" | "own" | "gone", (name: string) => string];

const itself = (name: string) => name;

/** By the kind of value; null: it holds neither an id of a user nor what a user is. */
const EFFECTS: Readonly<Record<ValueKind, Effect | null>> = {
  // Written about documents, or codes and ids of other things.
  text: null,
  texts: null,
  list: null,
  word: null,
  words: null,
  number: null,
  flag: null,
  moment: null,
  counts: null,
  user: ["id", itself],
  users: ["id", itself],
  rule: ["id", () => "allowed_users"],
  fields: ["id", () => "editors"],
  personal: ["own", itself],
  memberships: ["gone", itself],
  groups: ["gone", (name) => `${name},first`],
  state: ["gone", (name) => `${name},department_code`],
};

const details = Object.entries<readonly Form[]>(AUDIT_DETAILS).flatMap(([kind, forms]) =>
  forms.flatMap((form) =>
    Object.entries(form).flatMap(([name, value]) => {
      const effect = typeof value === "string" ? EFFECTS[value as ValueKind] : null;
      return effect === null ? [] : [{ kind: kind as AuditKind, does: effect[0], path: effect[1](bareName(name)) }];
    }),
  ),
);
const pathsOf = (does: Effect[0]) => [
  ...new Set(details.flatMap((detail) => (detail.does === does ? detail.path : []))),
];

/** What the erasure of a user changes in the details of audit entries. */
export const ERASED_DETAILS = {
  /** The names of details that hold ids of users, and the kinds that have them. */
  id: pathsOf("id"),
  kinds: [...new Set(details.flatMap(({ does, kind }) => (does === "id" ? kind : [])))],
  /** The names of texts in entries about the user. */
  own: pathsOf("own"),
  /** What goes from entries about the user: names, separated by commas from the outside in. */
  gone: pathsOf("gone"),
} as const;

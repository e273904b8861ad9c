import type { AccessRules } from "../access/rules.js";
import type { User } from "../users/user.js";
import type { AuditedField, AuditedValue, FieldIn } from "../users/user-fields.js";
import type { AUDIT_DETAILS, AuditKind } from "./kinds.js";

/** The types of the values of details. */
export interface DetailValues {
  readonly text: string;
  /** A code that the pages have a text for. */
  readonly word: string;
  readonly texts: readonly string[];
  readonly words: readonly string[];
  readonly number: number;
  readonly flag: boolean;
  /** ISO 8601. */
  readonly moment: string;
  /** A list's length and its first items. */
  readonly list: DetailList;
  /** Numbers by the words that they count. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rule: AccessRules;
  /** What decides a user's access; answers leave out the department. */
  readonly state: Omit<Pick<User, AuditedValue>, "department_code"> & Partial<Pick<User, "department_code">>;
  /** A user_id. */
  readonly user: string;
  /** user_ids. */
  readonly users: DetailList;
  /** Groups of the user whom the entry is about; answers leave out which. */
  readonly groups: DetailList;
  /** Department and groups that were requested for the user whom the entry is about; answers leave them out. */
  readonly memberships: object;
  /** A text about the user whom the entry is about: an address, the name of a token. */
  readonly personal: string;
  /** Fields of a document. */
  readonly fields: object;
}

interface DetailList {
  readonly count: number;
  readonly first?: readonly string[];
}

type ValueOf<Kind> = Kind extends readonly (infer Word)[] ? Word : DetailValues[Kind & keyof DetailValues];
type Optional<F> = Extract<keyof F, `${string}?`>;
type Bare<Name> = Name extends `${infer Text}?` ? Bare<Text> : Name extends `${infer Text}|null` ? Text : Name;
type Value<F, Name extends keyof F> =
  | ValueOf<F[Name]>
  | (Name extends `${string}|null` | `${string}|null?` ? null : never);
type DetailsIn<F> = F extends unknown
  ? { readonly [Name in Exclude<keyof F, Optional<F>> as Bare<Name>]: Value<F, Name> } & {
      readonly [Name in Optional<F> as Bare<Name>]?: Value<F, Name>;
    }
  : never;

type FormOf<Kind extends AuditKind> = (typeof AUDIT_DETAILS)[Kind][number];
type KeysOf<F> = F extends unknown ? keyof F : never;
type ValuesOf<F> = F extends unknown ? F[keyof F] : never;

/** The details of an entry of this kind. */
export type AuditDetails<Kind extends AuditKind> = DetailsIn<FormOf<Kind>>;
/** The names of all details. */
export type DetailName = Bare<KeysOf<FormOf<AuditKind>>>;
/** The words that stand in lists above, and the fields of users that entries name. */
export type DetailWord =
  | Extract<ValuesOf<FormOf<AuditKind>>, readonly string[]>[number]
  | AuditedField
  | FieldIn<"change">;

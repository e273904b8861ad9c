import type { Role } from "../access/role.js";

/** A line of a file, an entry of a bulk import, a synchronisation record, an administrator's change of one user. */
export type UserRequest = "file" | "entry" | "record" | "change";

/** The rules for a given value: `READERS` has the check of each. */
export type FieldReader =
  | ("key" | "user_id" | "name" | "role" | "flag" | "groups" | "added groups" | "password")
  | `${"key" | "name" | "email"}|null`;

interface GivenField {
  readonly reader: FieldReader;
  /** The requests that may carry the field. */
  readonly in: readonly [UserRequest, ...UserRequest[]];
  /** The field's name for Japanese users, which is a header of its column too; null: they see the field itself. */
  readonly japanese: string | null;
  /** The other usual headers of its column in a file, without spaces, in narrow lower case. */
  readonly headers?: readonly string[];
}

interface StoredField {
  /** The value of a user created without one; absent: a text that every user must have. */
  readonly initial?: unknown;
  /** What the audit log has of a change: the values, or only the field's name; null: nothing. */
  readonly audit: "values" | "name" | null;
  /** true: earlier values are kept, because they explain who could read a document at a moment. */
  readonly history: boolean;
}

const FILE = ["file", "entry", "record"] as const;
const CALL = ["entry", "record", "change"] as const;
const UNKNOWN = null as string | null;

/**
 * The service's copy of one user (SPEC 2.1). An unknown value is null, never absent. `individual_permissions` is not
 * here: an individual grant is one fact, stored in a document's `allowed_users`.
 */
export const USER_FIELDS = {
  user_id: {
    reader: "user_id",
    in: FILE,
    japanese: "社員番号",
    headers: [
      ...["従業員番号", "職員番号", "社員コード", "従業員コード", "職員コード", "社員no", "従業員no", "職員no"],
      ...["社員id", "従業員id", "職員id", "ユーザーid", "ユーザid", "userid"],
      ...["employeenumber", "employeeno", "employeeid", "employeecode", "staffnumber", "staffno", "staffid"],
    ],
    audit: null,
    history: false,
  },
  display_name: {
    reader: "name",
    in: FILE,
    japanese: "氏名",
    headers: [
      ...["名前", "氏名漢字", "漢字氏名", "表示名"],
      ...["社員名", "社員氏名", "従業員名", "従業員氏名", "職員名", "職員氏名"],
      ...["name", "fullname", "displayname", "employeename", "staffname"],
    ],
    audit: "name",
    history: true,
  },
  department: {
    reader: "name|null",
    in: ["file", "entry"],
    japanese: "部署",
    headers: [
      ...["部署名", "所属", "所属名", "所属部署", "所属部署名", "部門", "部門名", "所属部門", "所属部門名"],
      ...["department", "departmentname", "dept", "deptname"],
    ],
    initial: UNKNOWN,
    audit: "name",
    history: false,
  },
  department_code: {
    reader: "key|null",
    in: CALL,
    japanese: "部署コード",
    initial: UNKNOWN,
    audit: "values",
    history: true,
  },
  /**
   * true: the code was given and stays. false: it comes from the department's name, so a new department master looks it
   * up again.
   */
  department_code_given: { in: [], initial: false as boolean, audit: "name", history: false },
  email: {
    reader: "email|null",
    in: FILE,
    japanese: "メールアドレス",
    headers: [
      ...["メール", "eメール", "eメールアドレス", "電子メール", "電子メールアドレス"],
      ...["email", "emailaddress", "mail", "mailaddress"],
    ],
    initial: UNKNOWN,
    audit: "name",
    history: false,
  },
  role: { reader: "role", in: CALL, japanese: "権限", initial: "user" as Role, audit: "values", history: true },
  /** The audit log has their changes as lists, which can be shortened. */
  permission_groups: {
    reader: "groups",
    in: ["entry", "record"],
    japanese: "グループ",
    initial: [] as readonly string[],
    audit: "name",
    history: true,
  },
  /** false: logically deleted (SPEC 3). The user cannot sign in, and their tokens are refused (docs/decisions/0004). */
  is_active: { reader: "flag", in: CALL, japanese: "状態", initial: true as boolean, audit: "values", history: true },
  /** argon2id in PHC form; null means that the password is the user_id (SPEC 2.1), which is policy and not a secret. */
  password_hash: { in: [], initial: UNKNOWN, audit: null, history: false },
  /**
   * Counts how often the user's sessions were ended, by deactivation or by an administrator. A session token has the
   * count of its sign-in, an access token that of its creation, and is valid only while the count stays the same.
   */
  sessions: { in: [], initial: 0 as number, audit: null, history: false },
} as const satisfies Readonly<Record<string, StoredField & (GivenField | { readonly in: readonly [] })>>;

/** What requests carry that is stored in another field, or changes a part of one. */
const REQUEST_FIELDS = {
  department_name: { reader: "name|null", in: ["record"], japanese: "部署" },
  password: { reader: "password", in: ["entry"], japanese: "パスワード" },
  remove_department_code: { reader: "key", in: ["change"], japanese: null },
  add_groups: { reader: "added groups", in: ["change"], japanese: null },
  remove_groups: { reader: "groups", in: ["change"], japanese: null },
} as const satisfies Readonly<Record<string, GivenField>>;

type Stored = typeof USER_FIELDS;
type Given = Stored & typeof REQUEST_FIELDS;
type NamesWith<Row> = { [Name in keyof Stored]: Stored[Name] extends Row ? Name : never }[keyof Stored];

/** The stored values of a user, by the fields above. */
export type StoredUser = {
  readonly [Name in keyof Stored]: Stored[Name] extends { readonly initial: infer Value } ? Value : string;
};
/** The fields that a request may carry. */
export type FieldIn<Request extends UserRequest> = {
  [Name in keyof Given]: Request extends Given[Name]["in"][number] ? Name : never;
}[keyof Given];
export type RequiredField = Exclude<keyof Stored, NamesWith<{ readonly initial: unknown }>>;
export type AuditedField = NamesWith<{ readonly audit: string }>;
export type AuditedValue = NamesWith<{ readonly audit: "values" }>;
export type HistoryField = NamesWith<{ readonly history: true }>;

const STORED = Object.entries<StoredField>(USER_FIELDS);
const namesWhere = <Name>(holds: (row: StoredField) => boolean) =>
  STORED.flatMap(([name, row]) => (holds(row) ? [name] : [])) as readonly unknown[] as readonly Name[];

export const STORED_FIELDS = namesWhere<keyof Stored>(() => true);
export const REQUIRED_FIELDS = namesWhere<RequiredField>(({ initial }) => initial === undefined);
export const AUDITED_FIELDS = namesWhere<AuditedField>(({ audit }) => audit !== null);
export const AUDITED_VALUES = namesWhere<AuditedValue>(({ audit }) => audit === "values");
export const HISTORY_FIELDS = namesWhere<HistoryField>(({ history }) => history);

/** The stored values of a user without given ones. */
export const NEW_USER = Object.fromEntries(
  STORED.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
) as Omit<StoredUser, RequiredField>;

type AnyField = Partial<Omit<GivenField, "in">> & { readonly in: readonly UserRequest[] };

export const ALL_FIELDS = new Map<string, AnyField>(Object.entries({ ...USER_FIELDS, ...REQUEST_FIELDS }));

/** The fields of a user that a file for import can have. */
export const USER_FILE_FIELDS = [...ALL_FIELDS].flatMap(([name, row]) =>
  row.in.includes("file") ? [name] : [],
) as readonly string[] as readonly FieldIn<"file">[];

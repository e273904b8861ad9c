/** Problems with users, with entries and records about them, and with changes to them. */
export const USER_PROBLEMS = {
  "user.unknown": {},
  "user.gone": {},
  /** Indices count the entries of one call from 0, lines those of a file from 1. */
  "user_id.duplicate": { first_index: "number" },
  "user_id.duplicate_line": { first_line: "number" },
  "user_id.other_in_path": {},
  "user_id.not_in_address": {},
  /** It is the pseudonym of an erased user. */
  "user_id.pseudonym": {},
  "email.ill_formed": {},
  "role.left_alone": { role: ["user", "developer", "admin"] },
  "role.not_in_file": { role: ["user", "developer", "admin"] },
  "user.stays_inactive": { via: ["call", "file"] },
  "department_code.unknown": {},
  "department.unmatched": { why: ["unknown", "ambiguous"] },
  "admin.own_role": {},
  "admin.last": {},
  /** Why a user is not erased; `erasable_from`: a minute of ISO 8601 in UTC. */
  "user.active": {},
  "user.recently_active": { erasable_from: "text" },
  "deactivations.too_many": { count: "number", max: "number" },
  /** What spreadsheets and input methods do to employee numbers. */
  "user_id.shortened": { user_id: "text" },
  "user_id.full_width": { user_id: "text", half_width: "text" },
  "user_id.leading_zeros": { user_id: "text", known: "text" },
} as const;

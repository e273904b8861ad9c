import type { USER_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const users: TextsOf<keyof typeof USER_PROBLEMS> = {
  "user.unknown": () => "No such user",
  "user.gone": () => "the user no longer exists",
  "user_id.duplicate": ({ first_index }) => `duplicate of entry ${first_index}`,
  "user_id.duplicate_line": ({ first_line }) => `duplicate of line ${first_line}`,
  "user_id.other_in_path": () => "user_id in the body differs from the one in the path",
  "user_id.not_in_address": () => "user_id cannot be part of an address; use the bulk import",
  "user_id.pseudonym": () => "user_id is the pseudonym of an erased user; use the employee number",
  "email.ill_formed": () => "email must be an e-mail address",
  "role.not_in_file": ({ role }) =>
    `the user is not in the file and stays active with the role ${role}: deactivate the user if the file is right`,
  "role.left_alone": ({ role }) => `the user has the role ${role}, which a synchronisation does not change`,
  "user.stays_inactive": ({ via }) =>
    `the user stays inactive; to reactivate, ${via === "call" ? "send is_active true" : "synchronise with the file"}`,
  "department_code.unknown": () => "the department code is not in the department master; it was saved as given",
  "department.unmatched": ({ why }) =>
    `the department is ${why} in the department master, so the user has no department code`,
  "admin.own_role": () => "you cannot demote or deactivate yourself; ask another admin",
  "admin.last": () => "this is the last active admin; make another user an admin first",
  "user.active": () => "The user is active: deactivate the user first (is_active false), and erase after 24 hours",
  "user.recently_active": ({ erasable_from }) =>
    `The user was deactivated less than 24 hours ago: try again from ${erasable_from} on`,
  "deactivations.too_many": ({ count, max }) =>
    `too many users would be deactivated within 24 hours: this would be number ${count}, and at most ${max} are allowed without agreement; if this is intended, send it again with yes_deactivate=N, the number of users to deactivate`,
  "user_id.shortened": ({ user_id }) =>
    `${user_id} is a long number that a spreadsheet abbreviated; format the column as text and export the file again`,
  "user_id.full_width": ({ user_id, half_width }) =>
    `${user_id} has full-width digits, so it is not the same user as ${half_width}`,
  "user_id.leading_zeros": ({ user_id, known }) =>
    `${user_id} differs from the known ${known} only by leading zeros, which spreadsheets strip`,
};

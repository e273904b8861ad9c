import type { USER_PROBLEMS } from "@retrieval/core/problems";
import type { TextsOf } from "../table.js";

export const users: TextsOf<keyof typeof USER_PROBLEMS> = {
  "user.unknown": () => "No such user",
  "user.gone": () => "the user does not exist any more",
  "user.unknown_field": ({ name }) => `${JSON.stringify(name)} is not a field of a user here`,
  "user.entry_not_object": () => "the entry must be an object",
  "users.not_array": () => "users must be an array of user entries",
  "users.too_many": ({ length, max }) =>
    `users has ${length} entries; at most ${max} are allowed in one call. Nothing was written`,
  "user_id.duplicate": ({ first_index }) => `user_id stands already in entry ${first_index} of this call`,
  "user_id.duplicate_line": ({ first_line }) => `the employee number stands already in line ${first_line}`,
  "user_id.other_in_path": () => "user_id in the body differs from the one in the path",
  "user_id.not_in_address": () => "user_id cannot stand in an address; use the bulk import",
  "email.ill_formed": () => "email must be an e-mail address",
  "role.left_alone": ({ role }) => `the user is ${role} and is left alone by a synchronisation`,
  "user.stays_inactive": ({ via }) =>
    `the user is inactive and stays so; ${via === "call" ? "send is_active true to reactivate" : "a synchronisation with the file reactivates"}`,
  "department_code.unknown": () => "the department code is not in the department master; it stands all the same",
  "department.unmatched": ({ why }) =>
    `the department is ${why} in the department master, so the user has no department code`,
  "admin.own_role": () => "you cannot demote or deactivate yourself; let another admin do it",
  "admin.last": () => "this is the last active admin; make another one first",
  "deactivations.too_many": ({ count, max }) =>
    `too many users would be deactivated within 24 hours: this would be number ${count}, and without agreement at most ${max} may be; if it is intended, send it again with yes_deactivate=N, the number of users to deactivate`,
  "user_id.shortened": ({ user_id }) =>
    `${user_id} is how a spreadsheet writes a long number; format the column as text and export the file anew`,
  "user_id.full_width": ({ user_id, half_width }) =>
    `${user_id} has full-width digits; numbers are compared exactly, so ${half_width} is somebody else`,
  "user_id.leading_zeros": ({ user_id, known }) =>
    `${user_id} differs from the known ${known} only by leading zeros, which spreadsheets strip`,
};

import { expect, it } from "@jest/globals";
import { readUserFields } from "../../src/users/user-change.js";
import { ALL_FIELDS, type UserRequest } from "../../src/users/user-fields.js";

// SPEC 2.1 and 4.2, docs/decisions/0034: a change must not read or replace whole memberships.
const TAKEN: Readonly<Record<UserRequest, readonly string[]>> = {
  file: ["department", "display_name", "email", "user_id"],
  entry: [
    ...["department", "department_code", "display_name", "email", "is_active"],
    ...["password", "permission_groups", "role", "user_id"],
  ],
  record: [
    ...["department_code", "department_name", "display_name", "email", "is_active"],
    ...["permission_groups", "role", "user_id"],
  ],
  change: ["add_groups", "department_code", "is_active", "remove_department_code", "remove_groups", "role"],
};

it.each(Object.entries(TAKEN))("a %s takes these fields and refuses the others as unknown", (request, taken) => {
  const refused = (name: string) => {
    const read = readUserFields({ [name]: {} }, request as UserRequest);
    return "problems" in read && read.problems.some(({ code }) => code === "field.unknown_field");
  };
  const names = [...ALL_FIELDS.keys(), "constructor", "__proto__"];
  expect(names.filter((name) => !refused(name)).sort()).toEqual(taken);
});

it("a value of the wrong kind is a problem of every field that a request takes", () => {
  const complete = { user_id: "100001", display_name: "山田 太郎" };
  for (const [name, { in: requests }] of ALL_FIELDS) {
    for (const request of requests) {
      const entry = { ...(request === "change" ? {} : complete), [name]: {} };
      expect([name, readUserFields(entry, request)]).toEqual([name, { problems: [expect.anything()] }]);
    }
  }
});

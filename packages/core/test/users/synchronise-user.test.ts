import { expect, it } from "@jest/globals";
import { refuse } from "../../src/errors.js";
import { synchroniseUser } from "../../src/users/synchronise-user.js";
import type { UserDirectory } from "../../src/users/user-directory.js";

it.each([5, "text", null, undefined, []])("refuses a record that is not an object: %j", async (body) => {
  expect(await synchroniseUser("abc", body, null, {} as UserDirectory)).toEqual(
    refuse("INVALID_REQUEST", { code: "body.not_object" }),
  );
});

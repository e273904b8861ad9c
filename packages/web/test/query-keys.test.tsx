/** @jest-environment jsdom */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it } from "@jest/globals";
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Administration } from "../src/admin/administration.js";
import { type Sent, showSignedIn } from "./admin-users/signed-in.js";

afterEach(cleanup);

const RULES = { allow_all: false, allowed_department_codes: ["D1"], allowed_groups: [], allowed_users: [] };
const ANSWERS: Readonly<Record<string, unknown>> = {
  "/api/manage/departments": { items: [{ code: "D1", name: "総務部" }], next_cursor: null },
  "/api/manage/groups": { items: [], next_cursor: null },
  "/api/manage/users": { items: [], next_cursor: null },
  "/api/manage/documents": { items: [], next_cursor: null },
  "/api/manage/documents/work-rules": { document_id: "work-rules", abolished: null, version_number: null },
  "/api/manage/documents/work-rules/access-rules": {
    document_id: "work-rules",
    title: "Work Rules",
    access_rules: RULES,
    warnings: [],
  },
};
const NOBODY = { count: 0, users: [] };
const RULED = { document_id: "work-rules", title: "Work Rules", access_rules: RULES, rules_version: 1 };
const PREVIEW = { documents: [{ ...RULED, gained: NOBODY, lost: NOBODY }], gained: NOBODY, lost: NOBODY, warnings: [] };
const answer = ({ path }: Sent) => ({
  body: ANSWERS[path] ?? (path === "/api/manage/access-rules/preview" ? PREVIEW : { next_cursor: null }),
});

const go = (address: string) => history.pushState(null, "", address);
const addsAUser = async () => {
  go("/admin/users");
  await userEvent.click(await screen.findByRole("button", { name: "Add a user" }));
  await screen.findByRole("option", { name: /総務部/ });
};
const opensRules = async () => {
  go("/admin/documents/work-rules");
  await screen.findByText(/総務部/);
};

it.each([
  ["an added user and then a document's rules", [addsAUser, opensRules]],
  ["a document's rules and then an added user", [opensRules, addsAUser]],
])("the departments are shown for %s", async (_, steps) => {
  const sent = showSignedIn(<Administration />, "/admin", answer);
  for (const step of steps) await step();
  expect(sent.filter(({ path }) => path === "/api/manage/departments")).toHaveLength(1);
});

it("no query makes its own key, which could collide with another answer's", () => {
  const sources = new URL("../src/", import.meta.url);
  const files = readdirSync(sources, { recursive: true }).map(String);
  const written = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(new URL(file, sources), "utf8").match(/queryKey: \[\s*["'`].*/g) ?? []);
  expect(files.length).toBeGreaterThan(100);
  expect(written).toEqual([]);
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type AccessRules, CLOSED } from "@retrieval/core";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { CHANGED, RuleService, show } from "./service.js";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

const BOTH = { ...CLOSED, allowed_department_codes: ["D100", "D200"] };

async function editing(rules: AccessRules, service = new RuleService(rules)) {
  show(<DocumentAdminPage document_id="rules" part="access" />, service);
  const save = await screen.findByRole("button", { name: "Save" });
  return { service, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), save };
}

const tags = (name: string) =>
  within(screen.getByRole("grid", { name }))
    .queryAllByRole("row")
    .map((row) => row.textContent?.replace(/\s*✕$/, "").replace(/\s+/g, " ").trim());
const saved = ({ sent }: RuleService) =>
  sent.filter(({ method, path }) => method === "POST" && path === "/api/manage/access-rules").map(({ json }) => json);

describe("The editor of access rules", () => {
  it("shows a rule with names, and cannot save it before it is changed", async () => {
    const { save } = await editing({ ...BOTH, allowed_users: ["100002", "777777"] });
    await screen.findByText(/鈴木 一郎/);
    await screen.findByText("(not registered)");
    expect(tags("Departments")).toEqual(["D200 人事部", "D100 経理部"]);
    expect(tags("Users")).toEqual(["777777 (not registered)", "100002 鈴木 一郎"]);
    expect(save).toHaveProperty("disabled", true);
  });

  it("reports a missing department master, and marks no code", async () => {
    await editing(BOTH, new RuleService(BOTH, []));
    await screen.findByText(/There is no department master/);
    expect(tags("Departments")).toEqual(["D200", "D100"]);
  });

  it("saves an edit over the version that was shown; after a lost race it keeps the edit and previews it again", async () => {
    const { service, user, save } = await editing(BOTH);
    await user.click(within(screen.getByRole("row", { name: /D100/ })).getByRole("button"));
    await screen.findByText("1 user will no longer be able to read it");
    screen.getByText("100001 佐藤 花子");
    screen.getByText("Not saved yet");
    service.put({ ...BOTH, allowed_groups: ["board"] }, "100001");
    await user.click(save);
    await screen.findByText(CHANGED);
    expect(tags("Departments")).toEqual(["D200 人事部"]);
    expect(tags("Groups")).toEqual(["board"]);
    await user.click(save);
    await screen.findByText("Saved: 1 department, 1 group. Version 3 of the rule.");
    const change = { add: { allowed_department_codes: [] }, remove: { allowed_department_codes: ["D100"] } };
    expect(saved(service)).toMatchObject([1, 2].map((rules_version) => ({ documents: [{ rules_version }], change })));
    expect(service.rules).toEqual({ ...CLOSED, allowed_department_codes: ["D200"], allowed_groups: ["board"] });
  });
});

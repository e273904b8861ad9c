/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type AccessRules, CLOSED } from "@retrieval/core";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { RuleService, show } from "./service.js";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

const ACCOUNTING = { ...CLOSED, allowed_department_codes: ["D100"] };

async function editing(rules: AccessRules = ACCOUNTING, service = new RuleService(rules)) {
  history.replaceState(null, "", "/admin/documents/rules/access");
  show(<DocumentAdminPage document_id="rules" part="access" />, service);
  const save = await screen.findByRole("button", { name: "Save" });
  return { service, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), save };
}

const field = (name: string) => screen.getByRole("combobox", { name });
const tags = (name: string) =>
  within(screen.getByRole("grid", { name }))
    .queryAllByRole("row")
    .map((row) => row.textContent?.replace(/\s*✕$/, "").replace(/\s+/g, " ").trim());
const puts = ({ sent }: RuleService) => sent.filter(({ method }) => method === "PUT");

async function pick(user: ReturnType<typeof userEvent.setup>, name: string, typed: string, option: string | RegExp) {
  await user.type(field(name), typed);
  await screen.findByRole("option", { name: option });
  await user.keyboard("{ArrowDown}{Enter}");
}

describe("The rule of a document", () => {
  it("is shown with names, and cannot be saved before it is changed", async () => {
    const { save } = await editing({ ...ACCOUNTING, allowed_users: ["100002", "777777"] });
    await screen.findByText(/鈴木 一郎/);
    await screen.findByText("(not registered)");
    expect(tags("Departments")).toEqual(["D100 経理部"]);
    expect(tags("Users")).toEqual(["777777 (not registered)", "100002 鈴木 一郎"]);
    expect(save).toHaveProperty("disabled", true);
  });

  it("is changed by keyboard alone, shows who gains and loses, and is saved with its base version", async () => {
    const { service, user, save } = await editing();
    await pick(user, "Add a department", "人事", "D200 人事部");
    await pick(user, "Add a group", "board", "board");
    await pick(user, "Add a user", "花子", "100001 佐藤 花子");
    expect(field("Add a user")).toHaveProperty("value", "");
    expect(screen.queryByRole("listbox")).toBeNull();
    await screen.findByText("1 user will be able to read it");
    screen.getByText("100002 鈴木 一郎");
    screen.getByText("Not saved yet");
    await user.click(save);
    await screen.findByText("Saved: 2 departments, 1 group, 1 user. Version 2 of the rule.");
    const saved = { ...ACCOUNTING, allowed_department_codes: ["D100", "D200"], allowed_groups: ["board"] };
    expect(puts(service)).toMatchObject([
      { json: { ...saved, allowed_users: ["100001"] }, headers: { "If-Match": '"1"' } },
    ]);
  });

  it("accepts a code that is not in the master, and marks it", async () => {
    const { user } = await editing();
    await pick(user, "Add a department", "D999", /D999/);
    expect(tags("Departments")).toEqual(["D999 (not in the department master)", "D100 経理部"]);
  });

  it("reports a missing department master, and marks no code", async () => {
    await editing(ACCOUNTING, new RuleService(ACCOUNTING, []));
    await screen.findByText(/There is no department master/);
    expect(tags("Departments")).toEqual(["D100"]);
  });

  it("shows who loses a document that is no longer open to everyone", async () => {
    const { user } = await editing({ ...CLOSED, allow_all: true });
    await user.click(screen.getByRole("radio", { name: "Only those named here" }));
    await screen.findByText("2 users will no longer be able to read it");
    screen.getByText("No user is named: only administrators and developers may read.");
  });

  it("is unchanged after the changes are discarded", async () => {
    const { user, service, save } = await editing();
    await user.click(screen.getByRole("button", { name: /Remove/ }));
    screen.getByText("No department");
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(tags("Departments")).toEqual(["D100 経理部"]);
    expect(save).toHaveProperty("disabled", true);
    expect(puts(service)).toEqual([]);
  });
});

describe("A concurrent change by another user", () => {
  async function losing() {
    const shown = await editing();
    const { user, service, save } = shown;
    await pick(user, "Add a group", "board", "board");
    service.put({ ...CLOSED, allowed_department_codes: ["D200"] }, "100001");
    await user.click(save);
    const race = await screen.findByRole("alert");
    return { ...shown, race };
  }

  it("is shown as a difference: both changes, the other user, and the time", async () => {
    const { race } = await losing();
    within(race).getByText("The rule has changed since you read it");
    await within(race).findByText(/佐藤 花子/);
    const sides = ["In force now", "Yours"].map((title) => within(race).getByText(title).closest("section"));
    const [theirs, mine] = sides.map((side) =>
      [...(side?.querySelectorAll("section > p, li") ?? [])].map((item) =>
        item.textContent?.replace(/\s+/g, " ").trim(),
      ),
    );
    expect(theirs).toEqual([
      "Only those named here",
      "+ Department D200 人事部added",
      "− Department D100 経理部removed",
    ]);
    expect(mine).toEqual(["Only those named here", "+ Group boardadded", "Department D100 経理部"]);
  });

  it("stays if it is taken over", async () => {
    const { user, service } = await losing();
    await user.click(screen.getByRole("button", { name: "Take theirs" }));
    expect(tags("Departments")).toEqual(["D200 人事部"]);
    expect(puts(service)).toHaveLength(1);
    expect(service.versions).toHaveLength(2);
  });

  it("is saved over, with the version that was shown", async () => {
    const { user, service } = await losing();
    await user.click(screen.getByRole("button", { name: "Keep mine and save over it" }));
    await screen.findByText(/Version 3 of the rule/);
    expect(puts(service)[1]?.headers["If-Match"]).toBe('"2"');
    expect(service.rules).toEqual({ ...ACCOUNTING, allowed_groups: ["board"] });
  });

  it("is combined with our own, for review before saving", async () => {
    const { user, service } = await losing();
    await user.click(screen.getByRole("button", { name: "Combine both" }));
    await screen.findByText(/Both changes are combined/);
    expect(service.versions).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/Version 3 of the rule/);
    expect(service.rules).toEqual({
      ...CLOSED,
      allowed_department_codes: ["D200"],
      allowed_groups: ["board"],
    });
  });

  it("to the same rule is no conflict", async () => {
    const { user, service, save } = await editing();
    await pick(user, "Add a group", "board", "board");
    service.put({ ...ACCOUNTING, allowed_groups: ["board"] }, "100001");
    await user.click(save);
    await screen.findByText(/Version 2 of the rule/);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("Leaving with something unsaved", () => {
  it("asks nothing if everything is saved", async () => {
    const { user } = await editing();
    await user.click(screen.getByRole("link", { name: "History" }));
    expect(location.pathname).toBe("/admin/documents/rules/history");
  });

  it("asks, and leaves only after confirmation", async () => {
    const { user } = await editing();
    await pick(user, "Add a group", "board", "board");
    await user.click(screen.getByRole("link", { name: "History" }));
    const question = await screen.findByRole("alertdialog");
    expect(location.pathname).toBe("/admin/documents/rules/access");
    await user.click(within(question).getByRole("button", { name: "Stay here" }));
    expect(tags("Groups")).toEqual(["board"]);
    await user.click(screen.getByRole("link", { name: "History" }));
    await user.click(await screen.findByRole("button", { name: "Leave and discard" }));
    expect(location.pathname).toBe("/admin/documents/rules/history");
  });

  it("holds the window back", async () => {
    const { user } = await editing();
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await pick(user, "Add a group", "board", "board");
    expect(closing()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    expect(closing()).toBe(false);
  });
});

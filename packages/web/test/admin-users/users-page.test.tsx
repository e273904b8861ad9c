/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { UsersPage } from "../../src/admin/users/users-page.js";
import { type Answer, type Sent, showSignedIn } from "./signed-in.js";

afterEach(cleanup);

const OTOMO = { user_id: "000001", display_name: "大友 誠", role: "admin", is_active: true };
const TAKAHASHI = { user_id: "001234", display_name: "髙橋 美咲", role: "user", is_active: true };
const FORMER = { user_id: "000007", display_name: "旧 社員", role: "user", is_active: false };
const USERS = [OTOMO, FORMER, TAKAHASHI];

const listed: Answer = ({ query }) => {
  const asked = query.query ?? "";
  const users = USERS.filter(({ user_id, display_name }) => `${user_id} ${display_name}`.includes(asked));
  return { body: { items: query.without_department_code ? [] : users, next_cursor: null } };
};

function show(answer: Answer = listed, address = "/admin/users") {
  return showSignedIn(<UsersPage />, address, (sent) =>
    sent.path === "/api/manage/users" ? listed(sent) : answer(sent),
  );
}

const writes = (sent: readonly Sent[]) => sent.filter(({ method }) => method !== "GET");

describe("The users page", () => {
  it("lists number, name, role and state, and leads to each user's page", async () => {
    show();
    const row = within(await screen.findByRole("row", { name: /000007/ }));
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "Number000007",
      "RoleUser",
      "StateInactive",
    ]);
    expect(row.getByRole("link", { name: "旧 社員" }).getAttribute("href")).toBe("/admin/users/000007");
  });

  it("filters by the typed text, and puts it into the address", async () => {
    const sent = show();
    await screen.findByRole("table");
    await userEvent.type(screen.getByRole("searchbox"), "髙橋 ");
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    await waitFor(() => expect(new URLSearchParams(location.search).get("query")).toBe("髙橋"));
    expect(sent.at(-1)?.query).toEqual({ query: "髙橋" });
  });

  it("finds users without a department code", async () => {
    const sent = show();
    await userEvent.click(await screen.findByRole("checkbox", { name: "Only users without a department code" }));
    await screen.findByText("All users have a department code");
    expect(sent.at(-1)?.query).toEqual({ without_department_code: "true" });
    expect(location.search).toBe("?without_department_code=true");
  });

  it("starts with the filter in the address", async () => {
    const sent = show(listed, "/admin/users?query=zzz");
    await screen.findByText("No users match");
    expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("zzz");
    expect(sent[0]?.query).toEqual({ query: "zzz" });
  });
});

describe("Adding a user", () => {
  const DEPARTMENTS = { items: [{ code: "D1030", name: "人事部" }], next_cursor: null };

  async function add(answer: Answer) {
    const sent = show((call) => (call.method === "GET" ? { body: DEPARTMENTS } : answer(call)));
    await userEvent.click(await screen.findByRole("button", { name: "Add a user" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.type(dialog.getByRole("textbox", { name: "Number" }), "000777");
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "新人 太郎");
    await userEvent.selectOptions(dialog.getByRole("combobox", { name: "Department" }), "D1030");
    await userEvent.click(dialog.getByRole("button", { name: "Add" }));
    return { sent, dialog };
  }

  it("sends an import of one user that changes no existing user", async () => {
    const { sent } = await add(() => ({
      body: { created: 1, updated: 0, skipped: 0, errors: [], total_requested: 1 },
    }));
    await screen.findByText("000777 新人 太郎 was added.");
    const entry = { user_id: "000777", display_name: "新人 太郎", role: "user", department_code: "D1030" };
    expect(writes(sent)).toEqual([
      { method: "POST", path: "/api/manage/users/bulk", query: {}, body: { users: [entry], update_existing: false } },
    ]);
  });

  it("reports that a number is taken", async () => {
    const { dialog } = await add(() => ({
      body: { created: 0, updated: 0, skipped: 1, errors: [], total_requested: 1 },
    }));
    expect(await dialog.findByText("This number is already registered.")).toBeTruthy();
  });

  it("shows what is wrong with the fields", async () => {
    const errors = [{ index: 0, user_id: "000777", error: "email must be an e-mail address", problems: [] }];
    const { dialog } = await add(() => ({
      status: 207,
      body: { created: 0, updated: 0, skipped: 0, errors, total_requested: 1 },
    }));
    expect((await dialog.findByRole("alert")).textContent).toContain("email must be an e-mail address");
  });
});

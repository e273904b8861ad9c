/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { UsersPage } from "../../src/admin/users/users-page.js";
import { type Answer, refusal, type Sent, showSignedIn } from "./signed-in.js";

afterEach(cleanup);

const OTOMO = { user_id: "000001", display_name: "大友 誠", role: "admin", is_active: true };
const TAKAHASHI = { user_id: "001234", display_name: "髙橋 美咲", role: "user", is_active: true };
const FORMER = { user_id: "000007", display_name: "旧 社員", role: "user", is_active: false };
const USERS = [OTOMO, FORMER, TAKAHASHI];

const listed: Answer = ({ query }) => {
  const asked = query.query ?? "";
  const users = USERS.filter(({ user_id, display_name }) => `${user_id} ${display_name}`.includes(asked));
  return { body: { users: query.without_department_code ? [] : users, next_cursor: null } };
};

/** Reads of the list and of one user. */
const reading: (sent: Sent) => ReturnType<Answer> | null = (sent) => {
  if (sent.method !== "GET") return null;
  if (sent.path === "/api/manage/users") return listed(sent);
  const user = USERS.find(({ user_id }) => sent.path === `/api/manage/users/${user_id}`);
  return user ? { body: user } : null;
};

function show(answer: Answer = listed, address = "/admin/users", language: "en" | "ja" = "en") {
  return showSignedIn(<UsersPage />, address, (sent) => reading(sent) ?? answer(sent), language);
}

const writes = (sent: readonly Sent[]) => sent.filter(({ method }) => method !== "GET");

async function change(user: string) {
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^Change.*${user}`) }));
  return within(await screen.findByRole("alertdialog"));
}

describe("The users page", () => {
  it("lists number, name, role and state", async () => {
    show();
    const row = within(await screen.findByRole("row", { name: /000007/ }));
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "Name旧 社員",
      "RoleUser",
      "StateInactive",
      expect.stringContaining("Change"),
    ]);
    expect(row.getByRole("link", { name: /Documents/ }).getAttribute("href")).toBe(
      "/admin/audit?question=could-read&user_id=000007",
    );
  });

  it("filters by the typed text, and puts it into the address", async () => {
    const sent = show();
    await screen.findByRole("table");
    await userEvent.type(screen.getByRole("searchbox"), "髙橋 ");
    await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
    expect(new URLSearchParams(location.search).get("query")).toBe("髙橋");
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

  it("changes only the chosen fields, after showing the consequences", async () => {
    const sent = show(() => ({ body: { result: "updated", user: TAKAHASHI } }));
    const dialog = await change("001234 髙橋 美咲");
    const save = dialog.getByRole("button", { name: "Save the change" });
    expect(save).toHaveProperty("disabled", true);
    await userEvent.click(dialog.getByRole("radio", { name: "Administrator" }));
    expect(dialog.getByRole("status").textContent).toBe(
      "髙橋 美咲 will see every document, and can administer documents and users.",
    );
    await userEvent.click(save);
    await screen.findByText("001234 髙橋 美咲 was changed.");
    expect(writes(sent)).toEqual([
      {
        method: "PUT",
        path: "/api/manage/users/001234",
        query: {},
        body: { display_name: "髙橋 美咲", role: "admin" },
      },
    ]);
  });

  it("keeps a name that the portal has changed since the list was read", async () => {
    const renamed = { ...TAKAHASHI, display_name: "高橋 美咲" };
    const changed: Answer = ({ method, path }) =>
      method === "GET" && path === "/api/manage/users/001234"
        ? { body: renamed }
        : { body: { result: "updated", user: renamed } };
    const sent = showSignedIn(<UsersPage />, "/admin/users", (call) =>
      call.path === "/api/manage/users" ? listed(call) : changed(call),
    );
    const dialog = await change("001234 髙橋 美咲");
    await userEvent.click(dialog.getByRole("radio", { name: "Inactive" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save the change" }));
    await screen.findByText("001234 髙橋 美咲 was changed.");
    expect(writes(sent)[0]?.body).toEqual({ display_name: "高橋 美咲", is_active: false });
  });

  it("reports that the user is not registered, and changes nothing", async () => {
    const sent = showSignedIn(<UsersPage />, "/admin/users", (call) =>
      call.path === "/api/manage/users" ? listed(call) : refusal(404, "USER_NOT_FOUND", { code: "user.unknown" }),
    );
    const dialog = await change("001234 髙橋 美咲");
    await userEvent.click(dialog.getByRole("radio", { name: "Inactive" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save the change" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("This user is not registered.");
    expect(writes(sent)).toEqual([]);
  });

  it("shows why a change was refused, and keeps the choices", async () => {
    show(() => refusal(409, "CONFLICT", { code: "admin.last" }), "/admin/users", "ja");
    await userEvent.click(await screen.findByRole("button", { name: /^変更.*000001/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("radio", { name: "無効" }));
    await userEvent.click(dialog.getByRole("button", { name: "変更を保存" }));
    expect((await dialog.findByRole("alert")).textContent).toContain(
      "変更できませんでしたほかに有効な管理者（admin）がいません。先に別のユーザーを管理者にしてください。",
    );
    expect(dialog.getByRole("radio", { name: "無効" })).toHaveProperty("checked", true);
  });

  it("reactivates a user, whose role counts from then on", async () => {
    const sent = show(() => ({ body: { result: "updated", user: FORMER } }));
    const dialog = await change("000007 旧 社員");
    await userEvent.click(dialog.getByRole("radio", { name: "Developer" }));
    expect(dialog.getByRole("status").textContent).toBe("The role takes effect once the user is active.");
    await userEvent.click(dialog.getByRole("radio", { name: "Active" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save the change" }));
    await screen.findByText("000007 旧 社員 was changed.");
    expect(writes(sent)[0]?.body).toEqual({ display_name: "旧 社員", role: "developer", is_active: true });
  });
});

describe("Adding a user", () => {
  const DEPARTMENTS = { departments: [{ code: "D1030", name: "人事部" }] };

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
    const errors = [{ index: 0, user_id: "000777", error: "", problems: [{ code: "email.ill_formed" }] }];
    const { dialog } = await add(() => ({
      status: 207,
      body: { created: 0, updated: 0, skipped: 0, errors, total_requested: 1 },
    }));
    expect((await dialog.findByRole("alert")).textContent).toContain("email must be an e-mail address");
  });
});

describe("Ending a user's sessions", () => {
  const ended: Answer = ({ method }) =>
    method === "POST" ? { status: 204, body: null } : { body: { portal_origin: "https://portal.example" } };

  async function endSessions(user: string) {
    await userEvent.click(await screen.findByRole("button", { name: new RegExp(`^End sessions.*${user}`) }));
    return within(await screen.findByRole("alertdialog", { name: new RegExp(`End all sessions of ${user}`) }));
  }

  it("asks, and reports that it is done", async () => {
    const sent = show(ended);
    const dialog = await endSessions("001234 髙橋 美咲");
    expect(dialog.getByText(/can sign in again from the portal/)).toBeTruthy();
    expect(writes(sent)).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "End all sessions" }));
    await screen.findByText("All sessions of 001234 髙橋 美咲 were ended.");
    expect(writes(sent)).toEqual([
      { method: "POST", path: "/api/manage/users/001234/sign-out", query: {}, body: undefined },
    ]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("does nothing when the question is cancelled", async () => {
    const sent = show(ended);
    const dialog = await endSessions("001234 髙橋 美咲");
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(writes(sent)).toEqual([]);
  });

  it("warns before users end their own sessions, and leads to the signed-out page", async () => {
    show(ended);
    const dialog = await endSessions("000001 大友 誠");
    expect(dialog.getByText(/You are signed out on every device, here too/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "End all sessions" }));
    await screen.findByText("You have signed out");
    expect(localStorage.getItem("retrieval.session")).toBeNull();
    expect(location.pathname).toBe("/");
  });

  it("is not offered for an inactive user", async () => {
    show(ended);
    const row = within(await screen.findByRole("row", { name: /000007/ }));
    expect(row.queryByRole("button", { name: /End sessions/ })).toBeNull();
  });

  it("shows why it was refused, in Japanese too", async () => {
    show(() => refusal(404, "USER_NOT_FOUND", { code: "user.unknown" }), "/admin/users", "ja");
    await userEvent.click(await screen.findByRole("button", { name: /^セッションを終了.*001234/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await userEvent.click(dialog.getByRole("button", { name: "すべて終了" }));
    const said = (await dialog.findByRole("alert")).textContent;
    expect(said).toContain("セッションを終了できませんでした");
    expect(said).not.toContain("No such user");
  });
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { UserPage } from "../../src/admin/users/user/user-page.js";
import { type Answer, refusal, type Sent, showSignedIn } from "./signed-in.js";

afterEach(cleanup);

const TIMES = {
  registered_at: "2026-01-31T03:00:00.000Z",
  state_since: "2026-04-01T03:00:00.000Z",
  last_sign_in_at: null,
};
const TAKAHASHI = { user_id: "001234", display_name: "髙橋 美咲", role: "user", is_active: true, ...TIMES };
const NONE = { count: 0, documents: [] };
const PREVIEW = {
  user: TAKAHASHI,
  gained: { count: 201, documents: [{ document_id: "board-minutes", title: "取締役会議事録" }] },
  lost: NONE,
  warnings: [],
};
const READABLE = [{ document_id: "work-rules", title: "就業規則", version: "1", reasons: [] }];

const token = (nth: number) => ({
  token_id: String(nth),
  name: `script ${nth}`,
  audience: "api",
  expires_at: TIMES.state_since,
  client_id: null,
  last_used_at: null,
});
let tokens: object[] = [];
afterEach(() => {
  tokens = [];
});

function show(user: object = TAKAHASHI, changed: Answer = () => ({ body: { user, warnings: [] } }), language = "en") {
  const answer: Answer = (sent) => {
    if (sent.method === "PATCH" || /\/(?:sign-out|erase)$/.test(sent.path)) return changed(sent);
    if (sent.path.endsWith("/preview")) return { body: PREVIEW };
    if (sent.path.endsWith("/departments"))
      return { body: { items: [{ code: "D1", name: "営業部" }], next_cursor: null } };
    if (sent.path.endsWith("/tokens")) return { body: { items: tokens, next_cursor: null } };
    if (sent.path.endsWith("/groups")) return { body: { items: ["board", "pilots"], next_cursor: null } };
    if (sent.path.endsWith("/could-read")) return { body: { user, at: TIMES.state_since, documents: READABLE } };
    return { body: sent.path.endsWith("/users/001234") ? user : { portal_origin: "https://portal.example" } };
  };
  const address = "/admin/users/001234";
  return showSignedIn(<UserPage user_id="001234" />, address, answer, language as "en" | "ja");
}

const writes = (sent: readonly Sent[]) => sent.filter(({ method }) => method === "PATCH");
const save = () => screen.findByRole("button", { name: "Save the change" });

describe("A user's page", () => {
  it("shows number, name, role, state and times, and asks for no department or group of the user", async () => {
    const sent = show();
    await screen.findByRole("heading", { level: 1, name: "髙橋 美咲" });
    const facts = screen.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "001234",
      "User",
      "Active since April 1, 2026",
      "January 31, 2026",
      "None in the audit log",
    ]);
    expect(sent.map(({ path }) => path).toSorted()).toEqual([
      "/api/manage/departments",
      "/api/manage/groups",
      "/api/manage/users/001234",
      "/api/manage/users/001234/tokens",
    ]);
  });

  it("writes only what was changed, after showing which documents the user gains", async () => {
    const sent = show();
    expect(await save()).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByRole("radio", { name: "Administrator" }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Department code" }), "D1 営業部");
    await userEvent.click(screen.getByRole("combobox", { name: "Remove groups" }));
    await userEvent.click(await screen.findByRole("option", { name: "pilots" }));
    await userEvent.type(screen.getByRole("combobox", { name: "Add groups" }), "new");
    await screen.findByRole("option", { name: /new/ });
    await userEvent.keyboard("{ArrowDown}{Enter}");
    const body = { role: "admin", department_code: "D1", add_groups: ["new"], remove_groups: ["pilots"] };
    const previews = () => sent.filter(({ path }) => path.endsWith("/preview"));
    await waitFor(() => expect(previews().at(-1)?.body).toEqual(body));
    await screen.findByText("Can read 201 documents more");
    expect(screen.getByRole("link", { name: "取締役会議事録" })).toBeTruthy();
    expect(screen.getByText("and 200 more")).toBeTruthy();
    await userEvent.click(await save());
    await screen.findByText("Saved. It takes effect with the user’s next request.");
    expect(writes(sent)).toEqual([{ method: "PATCH", path: "/api/manage/users/001234", query: {}, body }]);
    expect((await save()).getAttribute("aria-disabled")).toBe("true");
  });

  it("sends nothing for a choice that was taken back", async () => {
    show();
    await userEvent.click(await screen.findByRole("radio", { name: "Inactive" }));
    expect(await save()).toHaveProperty("disabled", false);
    await userEvent.click(screen.getByRole("radio", { name: "Active" }));
    expect(await save()).toHaveProperty("disabled", true);
  });

  it("shows why a change was refused, and keeps the choices", async () => {
    show(TAKAHASHI, () => refusal(409, "CONFLICT", { code: "admin.last" }), "ja");
    await userEvent.click(await screen.findByRole("radio", { name: "無効" }));
    await userEvent.click(screen.getByRole("button", { name: "変更を保存" }));
    expect((await screen.findByRole("alert")).textContent).toContain("ほかに有効な管理者（admin）がいません");
    expect(screen.getByRole("radio", { name: "無効" })).toHaveProperty("checked", true);
  });

  it("leads to what the user may read, and does not read it: each look is recorded", async () => {
    const sent = show();
    const link = await screen.findByRole("link", { name: "Show the documents, and why" });
    expect(link.getAttribute("href")).toBe("/admin/audit?question=could-read&user_id=001234");
    expect(sent.filter(({ path }) => path.endsWith("/could-read"))).toEqual([]);
  });

  it("says that an inactive user has no session", async () => {
    show({ ...TAKAHASHI, is_active: false });
    await screen.findByText("An inactive user has no session.");
    expect(screen.queryByRole("button", { name: "End sessions" })).toBeNull();
  });

  it("says that there is no such user", async () => {
    showSignedIn(<UserPage user_id="9" />, "/admin/users/9", () =>
      refusal(404, "USER_NOT_FOUND", { code: "user.unknown" }),
    );
    await screen.findByRole("heading", { level: 1, name: "No such user" });
  });
});

describe("Ending a user's sessions", () => {
  const ended: Answer = () => ({ status: 204, body: null });
  const ask = async (name: string | RegExp = "End sessions") => {
    await userEvent.click(await screen.findByRole("button", { name }));
    return within(await screen.findByRole("alertdialog"));
  };

  it("asks, and reports that it is done", async () => {
    const sent = show(TAKAHASHI, ended);
    const dialog = await ask();
    expect(dialog.getByText(/can sign in again from the portal/)).toBeTruthy();
    const posts = () => sent.filter(({ path }) => path.endsWith("/sign-out"));
    expect(posts()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "End all sessions" }));
    await screen.findByText("All sessions of 001234 髙橋 美咲 were ended.");
    expect(posts()).toHaveLength(1);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("says that all access tokens end for good, and how many there are", async () => {
    tokens = [token(1), token(2)];
    show(TAKAHASHI, ended);
    await screen.findAllByText("script 2");
    const dialog = await ask();
    expect(dialog.getByText(/^All access tokens \(2\) end for good/)).toBeTruthy();
  });

  it("says nothing of access tokens where there are none", async () => {
    show(TAKAHASHI, ended);
    await screen.findByText("There are no tokens");
    const dialog = await ask();
    expect(dialog.queryByText(/access token/)).toBeNull();
  });

  it("says that a deactivation ends all access tokens, in Japanese too", async () => {
    tokens = [token(1)];
    show(TAKAHASHI, ended, "ja");
    await screen.findAllByText("script 1");
    await userEvent.click(screen.getByRole("radio", { name: "無効" }));
    await screen.findByText(/^アクセストークン（1 個）もすべて無効になり、元には戻せません/);
  });

  it("warns before users end their own sessions, and leads to the signed-out page", async () => {
    show({ ...TAKAHASHI, user_id: "000001" }, ended);
    const dialog = await ask();
    expect(dialog.getByText(/You are signed out on every device, here too/)).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "End all sessions" }));
    await screen.findByText("You have signed out");
    expect(localStorage.getItem("retrieval.session")).toBeNull();
    expect(location.pathname).toBe("/");
  });

  it("shows why it was refused, in Japanese too", async () => {
    show(TAKAHASHI, () => refusal(404, "USER_NOT_FOUND", { code: "user.unknown" }), "ja");
    const dialog = await ask("セッションを終了");
    await userEvent.click(dialog.getByRole("button", { name: "すべて終了" }));
    const said = (await dialog.findByRole("alert")).textContent;
    expect(said).toContain("セッションを終了できませんでした");
    expect(said).not.toContain("No such user");
  });
});

describe("The personal data of a user", () => {
  const erase = () => screen.findByRole("button", { name: "Erase" });

  it("is erased after a question that says what goes and what stays, and the list of users follows", async () => {
    const sent = show({ ...TAKAHASHI, is_active: false }, () => ({ status: 204, body: null }));
    await userEvent.click(await erase());
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText(/^Name, e-mail, department, groups, tokens and the number/)).toBeTruthy();
    expect(dialog.getByText(/stay under a random pseudonym/)).toBeTruthy();
    const posts = () => sent.filter(({ path }) => path.endsWith("/erase"));
    expect(posts()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Erase for good" }));
    await waitFor(() => expect(window.location.pathname).toBe("/admin/users"));
    expect(posts()).toHaveLength(1);
  });

  it("shows why it is not erased", async () => {
    const erasable_from = "2026-04-02T03:00Z";
    show({ ...TAKAHASHI, is_active: false }, () =>
      refusal(409, "CONFLICT", { code: "user.recently_active", erasable_from }),
    );
    await userEvent.click(await erase());
    await userEvent.click(await screen.findByRole("button", { name: "Erase for good" }));
    await screen.findByText(/The user was deactivated less than 24 hours ago/);
  });

  it("of an active user is only exported, and the page says what to do first", async () => {
    show(TAKAHASHI);
    await screen.findByText(/^An active user cannot be erased: deactivate the user first/);
    expect(screen.queryByRole("button", { name: "Erase" })).toBeNull();
    expect(screen.getByRole("button", { name: "Export data" })).toBeTruthy();
  });
});

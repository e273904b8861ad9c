/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Administration } from "../../src/admin/administration.js";
import { type Answer, showSignedIn } from "./signed-in.js";

afterEach(cleanup);

const USER = { user_id: "001234", display_name: "髙橋 美咲", role: "user", is_active: true };
const RULES = { allow_all: false, allowed_department_codes: [], allowed_groups: ["board"], allowed_users: [] };
const REACH = {
  departments: [
    { code: "D1", name: "営業部", users: 2, documents: 1 },
    { code: "X9", name: null, users: 0, documents: 1 },
  ],
  groups: Array.from({ length: 300 }, (_, i) => ({ group: `group ${i}`, users: i, documents: 0 })),
};

const answer: Answer = ({ method, path, body }) => {
  if (method === "PATCH") return { body: { user: USER, warnings: [] } };
  if (path.endsWith("/preview")) return { body: { user: USER, gained: NONE, lost: NONE, warnings: [] } };
  if (path.endsWith("/reach")) return { body: REACH };
  if (path.endsWith("/users")) return { body: { items: [USER], next_cursor: null } };
  if (path.endsWith("/users/001234")) return { body: USER };
  const documents = [{ document_id: "board-minutes", title: "取締役会議事録", version: "1", access_rules: RULES }];
  return { body: path.endsWith("/documents") ? { items: documents, next_cursor: null } : body };
};
const NONE = { count: 0, documents: [] };

describe("Departments and groups", () => {
  it("lists departments with counts, and finds codes that the master does not have", async () => {
    showSignedIn(<Administration />, "/admin/audiences", answer);
    await userEvent.type(await screen.findByRole("searchbox", { name: "Filter by code or name" }), "x9");
    const row = within(await screen.findByRole("row", { name: /X9/ }));
    const cells = row.getAllByRole("cell").map(({ textContent }) => textContent);
    expect(cells).toEqual(["Namenot in the department master", "Users0", "Documents1"]);
    expect(screen.queryByRole("row", { name: /D1/ })).toBeNull();
  });

  it("finds one of 300 groups by a part of its name", async () => {
    showSignedIn(<Administration />, "/admin/audiences/groups", answer);
    expect(await screen.findAllByRole("row")).toHaveLength(51);
    await userEvent.type(screen.getByRole("searchbox"), "ＧＲＯＵＰ 299");
    const link = await screen.findByRole("link", { name: "group 299" });
    expect(link.getAttribute("href")).toBe("/admin/audiences/groups/group%20299");
  });

  it.each([
    ["groups/group%207", "7 active users have it.", "Add", { add_groups: ["group 7"] }, "has it now"],
    ["groups/group%207", "7 active users have it.", "Remove", { remove_groups: ["group 7"] }, "does not have it now"],
    ["departments/D1", "2 active users have it.", "Add", { department_code: "D1" }, "has it now"],
    ["departments/D1", "2 active users have it.", "Remove", { remove_department_code: "D1" }, "does not have it now"],
  ])("the page of %s: %s %s", async (address, reach, action, body, said) => {
    const sent = showSignedIn(<Administration />, `/admin/audiences/${address}`, answer);
    await screen.findByText(reach);
    expect((await screen.findByRole("link", { name: "取締役会議事録" })).getAttribute("href")).toBe(
      "/admin/documents/board-minutes/access",
    );
    await userEvent.type(screen.getByRole("combobox", { name: "User" }), "001234");
    await userEvent.click(await screen.findByRole("option", { name: /髙橋 美咲/ }));
    await userEvent.click(screen.getByRole("radio", { name: action }));
    const previews = () => sent.filter(({ path }) => path.endsWith("/preview"));
    await waitFor(() => expect(previews().at(-1)?.body).toEqual(body));
    await userEvent.click(screen.getByRole("button", { name: `${action} the user` }));
    await screen.findByText(`Saved: 001234 髙橋 美咲 ${said}.`);
    const writes = sent.filter(({ method }) => method === "PATCH");
    expect(writes).toEqual([{ method: "PATCH", path: "/api/manage/users/001234", query: {}, body }]);
  });
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { AuditPage } from "../../src/admin/audit/audit-page.js";
import { type Answer, refusal, type Sent, showSignedIn } from "../admin-users/signed-in.js";

afterEach(cleanup);

const entry = (user_id: string) => ({
  at: "2026-11-21T17:38:13.544Z",
  kind: "sign-in",
  by_user: user_id,
  user_id,
  document_id: null,
  details: { address: "127.0.0.1" },
  sentence: `${user_id} signed in`,
});

const NO_NAMES = { users: [], documents: [] };

/** These tests do not cover the fields' suggestions. */
function show(address: string, answer: Answer) {
  const sent: Sent[] = [];
  showSignedIn(<AuditPage />, address, (call) => {
    if (!call.path.startsWith("/api/manage/audit")) return { body: { items: [] } };
    sent.push(call);
    return answer(call);
  });
  return sent;
}

const sentences = () => screen.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);

describe("The page of the audit log", () => {
  it("shows entries page by page, each with its details", async () => {
    const sent = show("/admin/audit", ({ query }) => ({
      body: query.cursor
        ? { items: [entry("000002")], names: NO_NAMES, next_cursor: null }
        : {
            items: [entry("000001")],
            names: { users: [{ user_id: "000001", display_name: "大友 誠" }], documents: [] },
            next_cursor: "older",
          },
    }));
    await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(sentences()).toEqual(["000001 signed in", "000002 signed in"]));
    expect(sent.map(({ query }) => query)).toEqual([{}, { cursor: "older" }]);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    const details = screen.getAllByRole("group")[0] as HTMLElement;
    expect(details.textContent).toContain("2026-11-21T17:38:13.544Z");
    expect(within(details).getAllByRole("link")[0]?.getAttribute("href")).toBe("/admin/audit?user_id=000001");
  });

  it("puts filters into the address when they are submitted, and reads them from it on Back", async () => {
    const sent = show("/admin/audit", () => ({ body: { items: [], names: NO_NAMES, next_cursor: null } }));
    await screen.findByText("There are no entries yet");
    await userEvent.type(screen.getByRole("combobox", { name: "User" }), " 001234 ");
    await userEvent.click(await screen.findByRole("option", { name: /001234/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Hide sign-ins" }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "rule-changed");
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-01-31T09:00" } });
    await userEvent.click(screen.getByRole("button", { name: "Show" }));
    await screen.findByText("No entries match");
    const { from, ...rest } = sent.at(-1)?.query ?? {};
    expect(rest).toEqual({ user_id: "001234", kind: "rule-changed", without: "sign-in" });
    expect(Date.parse(from ?? "")).toBe(new Date("2026-01-31T09:00").getTime());
    expect(new URLSearchParams(location.search).get("from")).toBe(from);

    act(() => history.back());
    await screen.findByText("There are no entries yet");
    expect(screen.getByLabelText("From")).toHaveProperty("value", "");
    expect(screen.getByRole("combobox", { name: "User" })).toHaveProperty("value", "");
    expect(screen.getByRole("checkbox", { name: "Hide sign-ins" })).toHaveProperty("checked", false);
  });

  it("sends nothing while the end is before the beginning, and says why", async () => {
    const sent = show("/admin/audit", () => ({ body: { items: [], names: NO_NAMES, next_cursor: null } }));
    await screen.findByText("There are no entries yet");
    fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-01-31T09:00" } });
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-01-31T08:59" } });
    await userEvent.click(screen.getByRole("button", { name: "Show" }));
    expect(screen.getByLabelText("To").getAttribute("aria-invalid")).toBe("true");
    await screen.findByText(/before the start/);
    expect(sent).toHaveLength(1);
    fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-01-31T09:00" } });
    await userEvent.click(screen.getByRole("button", { name: "Show" }));
    await screen.findByText("No entries match");
    expect(sent).toHaveLength(2);
  });

  it("reports what is wrong with a made-up address", async () => {
    show("/admin/audit?from=garbage", () =>
      refusal(400, "INVALID_REQUEST", { code: "field.not_moment", field: "from" }),
    );
    expect((await screen.findByRole("alert")).textContent).toContain("from must be a date like 2026-01-31 (in UTC)");
  });
});

describe("Who could read a document", () => {
  const readers = [
    { user_id: "000001", display_name: "大友 誠", reasons: [{ by: "role", value: "admin" }] },
    {
      user_id: "000112",
      display_name: "菅原 隆",
      reasons: [
        { by: "group", value: "executives" },
        { by: "user", value: "000112" },
      ],
    },
  ];
  const document = { document_id: "board-minutes", title: "取締役会議事録", version: "1" };

  it("asks nothing before a document is chosen", async () => {
    const sent = show("/admin/audit?question=who-could-read", () => ({ body: {} }));
    await screen.findByText("Choose a document");
    expect(sent).toEqual([]);
  });

  it("asks once about the moment in the address, and shows the reasons", async () => {
    const at = "2026-01-31T18:00:00.999+09:00";
    const sent = show(
      `/admin/audit?question=who-could-read&document_id=board-minutes&at=${encodeURIComponent(at)}`,
      () => ({ body: { document, at: "2026-01-31T09:00:00.999Z", readers } }),
    );
    await screen.findByText("2 users could read it.");
    expect(sent).toMatchObject([
      { path: "/api/manage/audit/who-could-read", query: { document_id: "board-minutes", at } },
    ]);
    const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getAllByRole("cell").at(-1)?.textContent)).toEqual([
      "Whyis an administrator",
      "Whygroup executives; named as a user",
    ]);
  });

  it("reports that the document did not exist", async () => {
    show("/admin/audit?question=who-could-read&document_id=x", () =>
      refusal(404, "DOCUMENT_NOT_FOUND", { code: "document.unknown_then" }),
    );
    expect(await screen.findByText("The document did not exist at that time")).toBeTruthy();
  });
});

describe("What a user could read", () => {
  it("asks about the present unless the address has a moment, and about another one on demand", async () => {
    const user = { user_id: "001234", display_name: "髙橋 美咲" };
    const before = Date.now();
    const sent = show("/admin/audit?question=could-read&user_id=001234", ({ query }) => ({
      body: { user: user, at: query.at, documents: [] },
    }));
    await screen.findByText("The user could not read any document.");
    expect(Date.parse(sent[0]?.query.at ?? "")).toBeGreaterThanOrEqual(before);
    fireEvent.change(screen.getByLabelText("As of"), { target: { value: "2026-01-31T09:00:30" } });
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(Date.parse(sent[1]?.query.at ?? "")).toBe(new Date("2026-01-31T09:00:30.999").getTime());
    expect(sent[1]?.query.user_id).toBe("001234");
  });
});

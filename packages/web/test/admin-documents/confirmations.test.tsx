/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CertificatePage } from "../../src/admin/documents/confirmations/certificate-page.js";
import { ConfirmationsPage } from "../../src/admin/documents/confirmations/confirmations-page.js";
import { answer, answering, show } from "./service.js";

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const PATH = "/api/manage/documents/work-rules";
const TOLD = {
  ...{ document_id: "work-rules", title: "就業規則", version: "2027年4月版", number: 3, notice: "confirm" },
  ...{
    note: "法改正のため。",
    effective_from: "2027-04-01",
    confirm_by: "2026-12-18",
    standing: "coming",
    is_asked: true,
  },
  published_at: "2026-11-16T00:00:00.000Z",
};
const USERS = [
  { user_id: "001301", display_name: "見本 一郎", confirmed_at: null },
  { user_id: "001318", display_name: "見本 花子", confirmed_at: "2026-11-17T01:00:00.000Z" },
];

function confirming(fields: object = {}) {
  let reminded_at: string | null = null;
  return answering({
    "GET /api/config": () => answer({ time_zone: "Asia/Tokyo" }),
    [`GET ${PATH}/confirmations`]: ({ query }) => {
      const wanted = USERS.filter(
        ({ confirmed_at, display_name }) =>
          (query.get("state") === "all" || (query.get("state") === "open") === (confirmed_at === null)) &&
          display_name.includes(query.get("query") ?? ""),
      );
      return answer({ ...TOLD, of: 1_612, confirmed: 1_204, reminded_at, items: wanted, next_cursor: null, ...fields });
    },
    [`POST ${PATH}/confirmations/remind`]: () => {
      reminded_at = "2026-12-10T00:00:00.000Z";
      return answer({ reminded_at, readers: 408 });
    },
  });
}

describe("The page of confirmations", () => {
  it("says how many confirmed until when, and opens with those who have not", async () => {
    show(<ConfirmationsPage document_id="work-rules" />, confirming(), "ja");
    expect(await screen.findByRole("heading", { level: 1, name: "2027年4月1日施行の版の確認" })).toBeTruthy();
    expect(screen.getByText("/ 1,612 人が確認")).toBeTruthy();
    expect(screen.getByText(/^期限 2026年12月18日/)).toBeTruthy();
    const bar = screen.getByRole("progressbar", { name: "確認した人の割合" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["1204", "1612"]);
    const list = within(screen.getByRole("table", { name: "未確認の人" }));
    expect(list.getByRole("rowheader", { name: /見本 一郎/ })).toBeTruthy();
    expect(list.queryByText("見本 花子")).toBeNull();
    expect(list.getByRole("columnheader", { name: "最後に知らせた日" })).toBeTruthy();
    expect(list.getByText("2026年11月16日")).toBeTruthy();
  });

  it.each([
    ["2026-12-18", "期限 2026年12月18日（あと 22 日）"],
    ["2026-11-26", "期限 2026年11月26日（今日まで）"],
    ["2026-11-25", "期限 2026年11月25日"],
  ])("counts the days until the last one in the time zone of the service: %s", async (confirm_by, said) => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:30:00Z"));
    show(<ConfirmationsPage document_id="work-rules" />, confirming({ confirm_by }), "ja");
    await screen.findByText(said);
  });

  it("filters by state and name, and saves what is filtered", async () => {
    const service = confirming();
    show(<ConfirmationsPage document_id="work-rules" />, service, "ja");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "すべて 1,612" }));
    await screen.findByText("見本 花子");
    await user.type(screen.getByRole("searchbox", { name: "社員番号または氏名" }), "花子");
    await user.click(screen.getByRole("button", { name: "確認済み 1,204" }));
    await screen.findByRole("table", { name: "確認済みの人" });
    await waitFor(() => expect(service.sent.at(-1)?.query.get("query")).toBe("花子"));
    await user.click(screen.getByRole("button", { name: "CSV で保存" }));
    const csv = service.sent.find(({ query }) => query.get("format") === "csv")?.query;
    expect(Object.fromEntries(csv ?? [])).toEqual({ version: "3", state: "confirmed", query: "花子", format: "csv" });
  });

  it("reminds those who have not confirmed, and says what that does", async () => {
    const service = confirming();
    show(<ConfirmationsPage document_id="work-rules" />, service, "en");
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Remind 408 users" }));
    expect((await screen.findByText(/Reminded 408 users/)).closest("[role=status]")).toBeTruthy();
    expect(service.sent.find(({ method }) => method === "POST")?.json).toEqual({ version: 3 });
    expect(await screen.findByText(/Last reminded on/)).toBeTruthy();
  });

  it("reminds of no version that is past, and says so where no user is asked", async () => {
    show(<ConfirmationsPage document_id="work-rules" />, confirming({ standing: "past", is_asked: false }), "en");
    expect(await screen.findByRole("link", { name: "Record of notice" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Remind/ })).toBeNull();
    cleanup();
    show(<ConfirmationsPage document_id="work-rules" />, answering({}), "en");
    expect(await screen.findByRole("heading", { name: "No user is asked to confirm this document" })).toBeTruthy();
  });
});

describe("The record of notice", () => {
  const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
  const certificate = (fields: object = {}) =>
    answering({
      [`GET ${PATH}/versions/3/certificate`]: () =>
        answer({
          ...{ ...TOLD, made_at: "2026-12-21T00:10:00.000Z", document_number: "人-001", owner: null },
          ...{ text_sha256: hash("a"), readable_until: null, reminded_at: ["2026-12-10T00:00:00.000Z"] },
          readers: {
            ...{ at: "2026-12-18T14:59:59.999Z", count: 1_612, rule_changes: 0 },
            access_rules: { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] },
          },
          confirmations: {
            ...{ of: 1_612, confirmed: 1_608, csv_sha256: hash("b") },
            ...{ first_at: "2026-11-16T00:04:00.000Z", last_at: "2026-12-18T08:52:00.000Z" },
          },
          ...fields,
        }),
    });
  const page = <CertificatePage document_id="work-rules" number="3" />;

  it("has the facts, without what is not known and without names", async () => {
    show(page, certificate(), "ja");
    expect(await screen.findByRole("heading", { level: 1, name: "周知の記録" })).toBeTruthy();
    const text = document.querySelector("article")?.textContent ?? "";
    for (const fact of [
      "就業規則（人-001）",
      "2027年4月1日",
      "法改正のため。",
      "1,608 / 1,612 人",
      "期限は2026年12月18日。",
    ])
      expect(text).toContain(fact);
    for (const digit of ["a", "b"]) expect(text).toContain(Array(4).fill(digit.repeat(16)).join(" "));
    expect(screen.queryByText("主管")).toBeNull();
    expect(text).not.toContain("見本");
  });

  it("says that no user is asked, and until when a past version could be read", async () => {
    const past = { notice: "none", confirmations: null, readable_until: "2027-10-01", reminded_at: [] };
    show(page, certificate(past), "en");
    expect(await screen.findByText("No user is asked to confirm it.")).toBeTruthy();
    expect(screen.getByText(/until the day before October 1, 2027/)).toBeTruthy();
    expect(screen.getByText("Published without a notice")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save as CSV" })).toBeNull();
  });
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { FrontPage } from "../../src/reading/front-page.js";
import { answer, answering, refusal, show } from "../admin-documents/service.js";

afterEach(cleanup);

const NOTICE = {
  ...{ document_id: "work-rules", title: "就業規則", version: "2027-04-01", number: 4, notice: "confirm" },
  ...{ note: "在宅勤務の条を設けるため。", effective_from: "2027-04-01", confirm_by: "2027-05-18", standing: "coming" },
  ...{ changed_articles: ["第15条", "第43条"], read_at: null, confirmed_at: null as string | null, reminded_at: null },
};
const TOLD = { ...NOTICE, document_id: "travel", title: "旅費規程", notice: "tell", confirm_by: null };
const IN_FORCE = {
  ...TOLD,
  document_id: "wages",
  title: "賃金規程",
  effective_from: "2026-11-01",
  standing: "in_force",
};
const RULE = {
  ...{
    document_id: "work-rules",
    title: "就業規則",
    version: "1",
    version_number: 3,
    published_at: "2026-04-01T00:00:00Z",
  },
  ...{
    number: "人-001",
    category: "人事/就業",
    owner: "人事部",
    contact: null,
    coming: null,
    effective_from: "2026-04-01",
  },
};

function open({
  questions = [] as string[],
  notices = [] as object[],
  rules = [RULE] as object[],
  confirms = () => answer({}),
} = {}) {
  const service = answering({
    "GET /api/front-page": () => answer({ questions, version: 1 }),
    "GET /api/notices": () => answer({ items: notices, next_cursor: null }),
    "GET /api/documents": () => answer({ items: rules, next_cursor: null }),
    "POST /api/documents/work-rules/confirmation": confirms,
  });
  show(<FrontPage />, service, "ja");
  return service;
}

describe("The front page", () => {
  it("names the first articles that change, and says how many more there are", async () => {
    const changed_articles = [..."123456"].map((n) => `第${n}条`);
    open({ notices: [{ ...NOTICE, changed_articles: [...changed_articles, "附則"] }] });
    await screen.findByText("第1条、第2条、第3条、第4条、第5条 ほか 2 件");
  });

  it("has what is to be confirmed first, with the last day, the reason, the articles and the way to what changes", async () => {
    open({ notices: [NOTICE, TOLD, IN_FORCE] });
    const [first, second, third] = within(
      await screen.findByRole("region", { name: "あなたに関係する改定" }),
    ).getAllByRole("listitem");
    expect(first?.textContent).toContain("確認のお願い 2027年5月18日まで就業規則在宅勤務の条を設けるため。");
    expect(first?.textContent).toContain("2027年4月1日施行第15条、第43条");
    expect(second?.textContent).toContain("2027年4月1日 から変わります");
    expect(third?.textContent).toContain("2026年11月1日 に変わりました");
    const links = screen.getAllByRole("link", { name: /変わ/ });
    expect(links.map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")])).toEqual([
      ["就業規則：変わるところ", "/documents/work-rules/comparison?to=4"],
      ["旅費規程：変わるところ", "/documents/travel/comparison?to=4"],
      ["賃金規程：変わったところ", "/documents/wages/comparison?to=4"],
    ]);
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["確認しました"]);
  });

  it("says of a rule without a version before that it is new", async () => {
    open({
      notices: [
        { ...TOLD, number: 1 },
        { ...IN_FORCE, number: 1 },
      ],
    });
    const [coming, inForce] = await screen.findAllByRole("listitem");
    expect(coming?.textContent).toContain("2027年4月1日 に施行される新しい規程");
    expect(inForce?.textContent).toContain("2026年11月1日 に施行された新しい規程");
  });

  it("records a confirmation, and has its day in place of the button, with the keyboard focus", async () => {
    const notice = { ...NOTICE };
    const service = open({
      notices: [notice],
      confirms: () => {
        notice.confirmed_at = "2026-11-26T03:00:00.000Z";
        return answer({ confirmed_at: notice.confirmed_at });
      },
    });
    await userEvent.setup().click(await screen.findByRole("button", { name: "就業規則：確認しました" }));
    const said = await screen.findByText("2026年11月26日に確認しました");
    await waitFor(() => expect(document.activeElement).toBe(said));
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByText("確認のお願い")).toBeNull();
    expect(service.sent.find(({ method }) => method === "POST")?.json).toEqual({ version: 4 });
  });

  it("keeps the button where a confirmation is refused, and says why", async () => {
    open({ notices: [NOTICE], confirms: () => refusal(404, "DOCUMENT_NOT_FOUND", "この文書はありません。") });
    await userEvent.setup().click(await screen.findByRole("button", { name: "就業規則：確認しました" }));
    await screen.findByText("この文書はありません。");
    screen.getByRole("button", { name: "就業規則：確認しました" });
  });

  it("has the questions of administrators below the field, each a search, and no list where there are none", async () => {
    open({ questions: ["給料日はいつですか", "How do I travel?"] });
    const links = within(await screen.findByRole("list", { name: "質問の例" })).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("lang")])).toEqual([
      ["給料日はいつですか", `/?q=${encodeURIComponent("給料日はいつですか")}`, null],
      ["How do I travel?", "/?q=How%20do%20I%20travel%3F", "en"],
    ]);
    cleanup();
    open();
    await screen.findByRole("table");
    expect(screen.queryByRole("list")).toBeNull();
  });

  it("has no heading for changes where nothing is to be told", async () => {
    open();
    await screen.findByRole("table");
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["何をお探しですか", "規程"]);
  });

  it("lists the rules by category, one line each, what is not known left empty", async () => {
    const bare = { ...RULE, document_id: "it", title: "IT Policy", number: null, category: null, owner: null };
    const service = open({
      rules: [RULE, { ...RULE, document_id: "wages", title: "賃金規程", number: "人-002" }, bare],
    });
    const rows = within(await screen.findByRole("table")).getAllByRole("row");
    expect(rows.slice(1).map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ["人事・就業", "就業規則", "人-001", "2026年4月1日施行", "人事部"],
      ["賃金規程", "人-002", "2026年4月1日施行", "人事部"],
      ["その他", "IT Policy", "", "2026年4月1日施行", ""],
    ]);
    expect(screen.getByRole("link", { name: "IT Policy" }).getAttribute("lang")).toBe("en");
    expect(service.sent.find(({ path }) => path === "/api/documents")?.query.get("order")).toBe("category");
  });
});

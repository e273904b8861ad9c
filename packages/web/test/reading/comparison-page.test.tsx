/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ComparisonPage } from "../../src/reading/comparison/comparison-page.js";
import { answer, answering, refusal, show } from "../admin-documents/service.js";

afterEach(cleanup);

const PATH = "GET /api/documents/travel/comparison";
const side = (depth: number, ...cells: readonly (readonly [text: string, changed?: boolean])[][]) => {
  return { depth, cells: cells.map((runs) => runs.map(([text, changed = false]) => ({ text, changed }))) };
};
const section = (n: number, title: string) => ({ id: `travel::art${n}`, type: "article", label: `第${n}条`, title });
const row = (kind: string, before: object | null, after: object | null, lines = 1) => ({ kind, before, after, lines });
const heading = (text: string) => row("heading", side(0, [[text]]), side(0, [[text]]));

const COMPARISON = {
  document_id: "travel",
  from: { number: 1, title: "旅費規程", version: "2026", effective_from: "2026-04-01", in_force: true },
  to: { number: 2, title: "旅費規程", version: "2027", effective_from: "2027-04-01", note: "日当を改めるため。" },
  articles: [
    {
      section_before: section(2, "日当"),
      section_after: section(2, "日当"),
      kind: "changed",
      rows: [
        heading("第2条（日当）"),
        row("omitted", side(0, [["1."]], [["3."]]), side(0, [["1."]], [["3."]]), 3),
        row(
          "text",
          side(1, [["(1) 日当は"], ["2,000", true], ["円"]]),
          side(1, [["(1) 日当は"], ["3,000", true], ["円"]]),
        ),
        row("table_head", side(0, [["区分"]], [["額"]]), side(0, [["区分"]], [["額"]])),
        row(
          "table_row",
          side(0, [["役員"]], [["7,000", true], ["円"]]),
          side(0, [["役員"]], [["8,000", true], ["円"]]),
        ),
        row("omitted_rows", side(0), side(0), 4),
        row("text", null, side(0, [["- 新しい項", true]])),
      ],
    },
    {
      section_before: null,
      section_after: section(3, "連絡"),
      kind: "added",
      rows: [row("heading", null, side(0, [["第3条（連絡）", true]]))],
    },
    {
      section_before: section(9, "廃止"),
      section_after: null,
      kind: "removed",
      rows: [row("heading", side(0, [["第9条（廃止）", true]]), null)],
    },
  ],
};

const NOTICE = {
  ...{ document_id: "travel", title: "旅費規程", version: "2027", number: 2, notice: "confirm", note: null },
  ...{ effective_from: "2027-04-01", confirm_by: "2026-12-18", standing: "coming", changed_articles: [] },
  ...{ read_at: null as string | null, confirmed_at: null as string | null, reminded_at: null },
};

function open(
  address = "/documents/travel/comparison?from=1&to=2",
  answered = () => answer(COMPARISON),
  notices: (typeof NOTICE)[] = [],
) {
  history.replaceState(null, "", address);
  const service = answering({
    [PATH]: answered,
    "GET /api/notices": () => answer({ items: notices, next_cursor: null }),
    "POST /api/documents/travel/notice-read": () => answer({ read_at: "2026-11-26T03:00:00.000Z" }),
    "POST /api/documents/travel/confirmation": () => {
      for (const notice of notices) notice.confirmed_at = "2026-11-26T03:00:00.000Z";
      return answer({ confirmed_at: "2026-11-26T03:00:00.000Z" });
    },
  });
  show(<ComparisonPage document_id="travel" />, service, "ja");
  return service;
}
const cells = () => [...(document.querySelector("table")?.tBodies[0]?.rows ?? [])].map((line) => [...line.cells]);

describe("The comparison of two versions", () => {
  it("has the earlier version left and the later one right, with the changed words marked", async () => {
    open();
    await screen.findByRole("heading", { level: 1, name: "新旧対照表" });
    expect(
      screen
        .getAllByRole("columnheader")
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(["現行 2026年4月1日施行", "改定後 2027年4月1日施行"]);
    screen.getByText("日当を改めるため。");
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "変更 1 件",
      "新設 1 件",
      "削除 1 件",
    ]);
    const [[before, after] = []] = cells();
    const marks = (cell: Element | undefined, name: string) =>
      [...(cell?.querySelectorAll(name) ?? [])].map(({ textContent }) => textContent);
    expect(marks(before, "del")).toEqual(["2,000", "7,000"]);
    expect(marks(after, "ins")).toEqual(["3,000", "8,000", "・新しい項"]);
    expect(marks(before, "p, h2")).toEqual(["第2条（日当）", "1.～3.（略）", "(1) 日当は2,000円", "（新設）"]);
    expect(marks(after, "table tr")).toEqual(["区分額", "役員8,000円", "（略）"]);
  });

  it("says 新設 and 削除 in the empty half, and which version each half is", async () => {
    open();
    await screen.findByRole("heading", { level: 1 });
    expect(
      cells()
        .slice(1)
        .map((line) => line.map(({ textContent }) => textContent)),
    ).toEqual([
      ["現行（新設）", "改定後第3条（連絡）"],
      ["現行第9条（廃止）", "改定後（削除）"],
    ]);
  });

  it("asks for the versions of its address, and saves them for Word and as CSV", async () => {
    const user = userEvent.setup();
    const service = open();
    const saved: string[] = [];
    URL.createObjectURL = () => "blob:file";
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.download);
    };
    await user.click(await screen.findByRole("button", { name: "Word で保存" }));
    await user.click(screen.getByRole("button", { name: /CSV/ }));
    await within(document.body).findAllByRole("button");
    const queries = service.sent
      .filter(({ path }) => path.endsWith("/comparison"))
      .map(({ query }) => query.toString());
    expect([...new Set(queries)]).toEqual(["from=1&to=2", "from=1&to=2&format=docx", "from=1&to=2&format=csv"]);
  });

  it("says that there is nothing where the service says so", async () => {
    open("/documents/travel/comparison", () => refusal(404, "DOCUMENT_NOT_FOUND", "No such document."));
    await screen.findByRole("heading", { level: 1, name: "比較できる版がありません" });
  });

  it("says that both are the same where nothing differs", async () => {
    open("/documents/travel/comparison", () => answer({ ...COMPARISON, articles: [] }));
    await screen.findByText("改定前後で条文に違いはありません");
    expect(document.querySelector("table")).toBeNull();
  });

  it("marks the notice of the later version as read, confirms it by its button only, and keeps the focus there", async () => {
    const service = open(undefined, undefined, [{ ...NOTICE, number: 1 }, { ...NOTICE }]);
    const posts = () => service.sent.flatMap(({ method, path, json }) => (method === "POST" ? [[path, json]] : []));
    const read = ["/api/documents/travel/notice-read", { version: 2 }];
    const button = await screen.findByRole("button", { name: "旅費規程：確認しました" });
    screen.getByText("2026年12月18日までに確認をお願いします。");
    await waitFor(() => expect(posts()).toContainEqual(read));
    expect(posts().filter(([path]) => path !== read[0])).toEqual([]);
    await userEvent.setup().click(button);
    const said = await screen.findByText("2026年11月26日に確認しました");
    await waitFor(() => expect(document.activeElement).toBe(said));
    expect(posts()).toContainEqual(["/api/documents/travel/confirmation", { version: 2 }]);
    expect(screen.queryByText(/確認をお願いします/)).toBeNull();
  });

  it.each([
    ["a version that this reader is not told of", []],
    [
      "a notice that was read, and asks for nothing",
      [{ ...NOTICE, notice: "tell", read_at: "2026-11-26T03:00:00.000Z" }],
    ],
  ])("asks for and marks nothing for %s", async (_, notices) => {
    const service = open(undefined, undefined, notices);
    await screen.findByText("日当を改めるため。");
    await waitFor(() => expect(service.sent.some(({ path }) => path === "/api/notices")).toBe(true));
    await screen.findByRole("heading", { level: 1, name: "新旧対照表" });
    expect(service.sent.filter(({ method }) => method === "POST")).toEqual([]);
    expect(screen.queryByRole("button", { name: /確認/ })).toBeNull();
  });
});

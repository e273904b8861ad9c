/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchPage } from "../../src/reading/search-page.js";
import { Shell } from "../../src/shell/shell.js";
import { answer, answering, show } from "../admin-documents/service.js";
import { FOUND, RESULT } from "./a-search.js";

afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, "", "/");
});

const DOC = { id: "travel", title: "旅費規程", version: "1" };
const SECTION = { id: "travel::第5条", type: "article", label: "第5条", title: "日当", breadcrumb: [] };
const unit = (text: string, more: object = {}): { omitted_before: boolean } => ({
  ...{ chunk_id: "travel::第5条::paragraph-1", text, cells: null, level: 0 },
  ...{ start: 0, end: 9, quote: "日当は3,000円とする。", omitted_before: false, table_rows: null },
  ...more,
});
const ended = (outcome: string, model = "none") => ({
  outcome,
  model,
  answer_id: "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34",
  sources: [{ number: 1, doc: DOC, section: SECTION, chunk_id: "travel::第5条::paragraph-1" }],
  also_searched: [] as string[],
  answer: null as object | null,
});
const answerOf = (...units: { omitted_before: boolean }[]) => ({
  ...ended("answer"),
  answer: { doc: DOC, section: SECTION, units, omitted_after: units.some(({ omitted_before }) => omitted_before) },
});

/** The result that the answer does not quote. */
const OTHER = { ...RESULT, section: { ...RESULT.section, id: "travel::art6", label: "第6条", title: "精算" } };

/**
 * @param found the answer of the search; null: a model chooses it
 * @param chosen what POST /api/answer answers
 */
async function page(
  found: object | null,
  {
    chosen = null as Promise<Response> | null,
    language = "en" as "en" | "ja",
    address = "/?q=日当はいくら",
    fields = {},
    calls = {},
  } = {},
) {
  history.replaceState(null, "", address);
  const service = answering({
    ...calls,
    "POST /api/search": () => answer({ ...FOUND, results: [RESULT, OTHER], total: 2, ...fields, answer: found }),
    // The page's fetch awaits it.
    ...(chosen !== null && { "POST /api/answer": () => chosen as unknown as Response }),
    "POST /api/answer/feedback": () => answer(null, 204),
  });
  show(
    <Shell>
      <SearchPage />
    </Shell>,
    service,
    language,
  );
  return { ...service, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) };
}

describe("An answer in the documents' own words", () => {
  const BOX = { name: "旅費規程 第5条（日当）" };

  it("is the sentence below the name of its section and the version, with a mark wherever text is left out", async () => {
    const { sent } = await page(
      answerOf(
        unit("日当は3,000円とする。", { start: 10, end: 24, omitted_before: true }),
        unit("海外は別に定める。", { start: 40, end: 49, omitted_before: true }),
        unit("前泊の日当は、半額とする。", { start: 49, end: 62 }),
      ),
    );
    const box = await screen.findByRole("region", BOX);
    expect(within(box).getByRole("heading", { level: 2 }).nextSibling?.textContent).toBe("Version 1 · in Japanese");
    expect([...box.querySelectorAll("blockquote")].map((part) => part.textContent.trim())).toEqual([
      "… 日当は3,000円とする。",
      "… 海外は別に定める。前泊の日当は、半額とする。 …",
    ]);
    expect(box.querySelector("blockquote")?.closest("[lang]")?.getAttribute("lang")).toBe("ja");
    expect(within(box).getByRole("link", BOX).getAttribute("href")).toMatch(/&words=10-24-/);
    expect(sent.map(({ path }) => path)).not.toContain("/api/answer");
  });

  it("stands for its section: only the others are below it, with their number", async () => {
    await page(answerOf(unit("日当は3,000円とする。")), {
      language: "ja",
      fields: { results: [OTHER, { ...RESULT, section: SECTION }] },
    });
    await screen.findByRole("heading", { level: 2, name: "そのほかの条文　1 件" });
    expect(screen.getAllByRole("article")).toHaveLength(1);
    screen.getByRole("heading", { level: 3, name: "旅費規程 第6条（精算）" });
  });

  it("opens the whole section in place, marks what is quoted, and keeps the focus on the button", async () => {
    const chunk = (chunk_id: string, text_type: string, body_text: string) => ({
      ...{ chunk_id, text_type, doc_id: "travel", metadata: { section_path: [] } },
      display: { title: "", breadcrumb: [], body_text, body_md: null },
    });
    const section = SECTION.id;
    const first = [
      chunk("travel::第4条::paragraph-1", "paragraph", "前の条である。"),
      chunk("travel::第5条::heading-1", "heading", "第5条（日当）"),
      chunk("travel::第5条::paragraph-1", "paragraph", "日当は3,000円とする。端数は切り捨てる。"),
    ];
    const part = { items: first, sections: ["travel::第4条", section, section], next_cursor: "next" };
    const rest = {
      items: [chunk("travel::第5条::paragraph-2", "paragraph", "前泊は半額とする。")],
      sections: [section],
    };
    const { user } = await page(answerOf(unit("日当は3,000円とする。", { end: 13 })), {
      language: "ja",
      calls: {
        "GET /api/documents/travel/chunks": ({ query }: { query: URLSearchParams }) =>
          answer(query.get("cursor") === "next" ? { ...rest, next_cursor: null } : part),
      },
    });
    const open = await screen.findByRole("button", { name: "条文を見る", expanded: false });
    await user.click(open);
    const more = await screen.findByText("前泊は半額とする。");
    const whole = more.parentElement as HTMLElement;
    expect(whole.textContent).toBe("日当は3,000円とする。端数は切り捨てる。前泊は半額とする。");
    expect([...whole.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["日当は3,000円とする。"]);
    expect(open.getAttribute("aria-controls")).toBe(whole.id);
    expect(document.activeElement).toBe(open);
    await user.click(screen.getByRole("button", { name: "条文を閉じる", expanded: true }));
    expect(screen.queryByText("前泊は半額とする。")).toBeNull();
  });

  it("says from when its section changes, and where to see how", async () => {
    const found = answerOf(unit("日当は3,000円とする。"));
    const coming = { effective_from: "2027-04-01", version_number: 2 };
    await page({ ...found, answer: { ...found.answer, coming } }, { language: "ja" });
    const box = await screen.findByRole("region", BOX);
    within(box).getByText("この条は2027年4月1日から変わります。");
    expect(within(box).getByRole("link", { name: "変わるところ" }).getAttribute("href")).toBe(
      "/documents/travel/comparison",
    );
  });

  it("is copied with its source", async () => {
    const { user } = await page(
      answerOf(unit("日当は3,000円とする。", { omitted_before: true }), unit("前泊は半額とする。", { start: 20 })),
    );
    await user.click(await screen.findByRole("button", { name: "Copy with source" }));
    expect(await navigator.clipboard.readText()).toBe(
      "… 日当は3,000円とする。\n前泊は半額とする。\n…\n— 旅費規程 第5条（日当） (Version 1)",
    );
  });

  it("shows rows of a table below its header, named by their first cell, with numbers to the right", async () => {
    const row = (place: string, note: string, limit: string, start: number) =>
      unit(`区分: ${place} / 宿泊料: ${limit}`, {
        // Empty cells are left out.
        cells: [
          { column: "区分", text: place },
          { column: "備考", text: note },
          { column: "宿泊料", text: limit },
        ].filter(({ text }) => text !== ""),
        ...{
          chunk_id: "travel::第5条::table-1",
          start,
          end: start + 9,
          quote: `| ${place} | ${limit} |`,
          table_rows: 5,
        },
      });
    await page(answerOf(row("課長", "", "15,000円", 40), row("一般", "実費", "13,000円", 60)), { language: "ja" });
    const table = await screen.findByRole("table");
    const [head, ...rows] = within(table).getAllByRole("row");
    expect(head?.textContent).toBe("区分備考宿泊料");
    expect(rows.map((one) => one.textContent)).toEqual(["課長15,000円", "一般実費13,000円"]);
    expect(
      within(table)
        .getAllByRole("rowheader")
        .map((cell) => cell.textContent),
    ).toEqual(["課長", "一般"]);
    expect(within(table).getByRole("columnheader", { name: "宿泊料" }).className).toBe("number");
    screen.getByText("ほか 3 行");
    screen.getByRole("button", { name: "表と条文を見る" });
  });

  it.each([
    ["en", "The nearest articles"],
    ["ja", "近い条文"],
  ] as const)("is no box where none surely answers: the results are the nearest (%s)", async (language, name) => {
    await page(ended("nearest"), { language });
    await screen.findByRole("heading", { level: 2, name });
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(screen.queryByRole("region")).toBeNull();
  });

  it.each([
    ["en", "人事部", "1234", "If you are not sure, ask 人事部, 1234 about 旅費規程."],
    ["ja", "人事部", "内線 1234", "わからないときは、旅費規程の主管 人事部（内線 1234）にお尋ねください。"],
    ["ja", null, "内線 1234", "わからないときは、旅費規程の主管（内線 1234）にお尋ねください。"],
    ["ja", "人事部", null, "わからないときは、旅費規程の主管 人事部 にお尋ねください。"],
    ["ja", null, null, null],
  ] as const)(
    "names the owner of the nearest, where none surely answers (%s, %s, %s)",
    async (language, owner, contact, last) => {
      let isAsked = false;
      const facts = () => {
        isAsked = true;
        return answer({ title: "旅費規程", owner, contact });
      };
      await page(ended("nearest"), { language, calls: { "GET /api/documents/travel": facts } });
      await waitFor(() => expect(isAsked).toBe(true));
      if (last !== null) await screen.findByText(last);
      else expect(screen.queryByText(/お尋ねください/)).toBeNull();
    },
  );

  it("is not there where nothing was found", async () => {
    await page({ ...ended("nothing_found"), sources: [] });
    await screen.findByRole("heading", { level: 2, name: "Nothing found" });
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("An answer that a model chooses", () => {
  it("comes above the results, which are there before it", async () => {
    let choose: (chosen: Response) => void = () => undefined;
    const chosen = new Promise<Response>((resolve) => {
      choose = resolve;
    });
    await page(null, { chosen });
    await screen.findAllByRole("article");
    await screen.findByText("Looking for the sentence that answers…");
    choose(answer({ ...answerOf(unit("日当は3,000円とする。")), model: "used" }));
    await screen.findByRole("region", { name: "旅費規程 第5条（日当）" });
    await screen.findByRole("button", { name: "This answer helped" });
    expect(screen.queryByText("Looking for the sentence that answers…")).toBeNull();
  });

  it("names the words of a model that were searched, as text, each with a search of its own", async () => {
    const also_searched = ["出張の日当", "<img src=x onerror=alert(1)>"];
    const given = { ...ended("nearest", "used"), also_searched };
    await page(null, { chosen: Promise.resolve(answer(given)), fields: { fits: false } });
    const words = await screen.findByText(/^Also searched for/);
    const links = within(words).getAllByRole("link").slice(0, -1);
    expect(links.map(({ textContent }) => textContent)).toEqual(also_searched);
    expect(links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("q"))).toEqual(also_searched);
    expect(links[0]?.getAttribute("lang")).toBe("ja");
    expect(document.querySelector("img[src=x]")).toBeNull();
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("has the nearest sections of a model before those of the search, and each once", async () => {
    const [own] = ended("nearest").sources;
    const found = { ...own, number: 2, section: { ...SECTION, id: "travel::第9条", label: "第9条", title: "宿泊" } };
    const given = { ...ended("nearest", "used"), sources: [found, { ...own, number: 1 }] };
    const fields = { fits: false, results: [{ ...RESULT, section: SECTION }, OTHER] };
    await page(null, { chosen: Promise.resolve(answer(given)), language: "ja", fields });
    await screen.findByRole("heading", { level: 2, name: "近い条文" });
    const names = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
    expect(names).toEqual(["旅費規程 第9条（宿泊）", "旅費規程 第5条（日当）", "旅費規程 第6条（精算）"]);
  });

  it("leads to a question that follows, which is sent with the four before it", async () => {
    const chosen = () => answer({ ...answerOf(unit("日当は3,000円とする。")), model: "used" });
    const before = ["一", "二", "三", "四"].map((one) => `after=${one}`).join("&");
    const { user, sent } = await page(null, {
      address: `/?q=日当はいくら&${before}`,
      calls: {
        "POST /api/answer": chosen,
        "GET /api/suggest": () => answer({ suggestions: [] }),
        "GET /api/documents": () => answer({ items: [], next_cursor: null }),
      },
    });
    await user.click(await screen.findByRole("link", { name: "Ask a follow-up question" }));
    const field = screen.getByRole("searchbox") as HTMLInputElement;
    expect(field.value).toBe("");
    expect(document.activeElement).toBe(field);
    screen.getByText("A question after “日当はいくら”");
    await user.type(field, "じゃあ海外は{Enter}");
    await screen.findByRole("region", { name: "旅費規程 第5条（日当）" });
    const asked = sent.filter(({ path }) => path === "/api/answer").map(({ json }) => json);
    expect(asked).toMatchObject([
      { question: "日当はいくら", previous: ["一", "二", "三", "四"] },
      { question: "じゃあ海外は", previous: ["二", "三", "四", "日当はいくら"] },
    ]);
    await user.click(screen.getByRole("link", { name: "Forget “日当はいくら”" }));
    await waitFor(() => expect(sent.filter(({ path }) => path === "/api/answer")).toHaveLength(3));
    expect(sent.findLast(({ path }) => path === "/api/answer")?.json).toMatchObject({
      question: "じゃあ海外は",
      previous: [],
    });
  });

  it("is not there where the request for it fails", async () => {
    await page(null, {
      chosen: Promise.resolve(answer({ error: { code: "INTERNAL", message: "", problems: [] } }, 500)),
    });
    await screen.findAllByRole("article");
    await waitFor(() => expect(screen.queryByText("Looking for the sentence that answers…")).toBeNull());
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("The judgement of an answer", () => {
  const judged = async () => {
    const shown = await page(answerOf(unit("日当は3,000円とする。")));
    await screen.findByRole("button", { name: "This answer helped" });
    const sent = () => shown.sent.find(({ path }) => path === "/api/answer/feedback")?.json;
    return { ...shown, judgement: sent };
  };
  const { answer_id } = ended("answer");

  it("is one press if it helped", async () => {
    const { user, judgement } = await judged();
    await user.click(screen.getByRole("button", { name: "This answer helped" }));
    await screen.findByText("Thank you");
    expect(judgement()).toEqual({ answer_id, good: true, reason: null });
  });

  it("asks what is wrong if it did not", async () => {
    const { user, judgement } = await judged();
    await user.click(screen.getByRole("button", { name: "This answer did not help" }));
    expect(judgement()).toBeUndefined();
    await user.click(screen.getByRole("button", { name: "It is outdated" }));
    await screen.findByText("Thank you");
    expect(judgement()).toEqual({ answer_id, good: false, reason: "outdated" });
  });

  it("keeps the keyboard's focus", async () => {
    const { user } = await judged();
    act(() => screen.getByRole("button", { name: "This answer did not help" }).focus());
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("group", { name: "What is wrong with it?" }));
    await user.tab();
    await user.keyboard("{Enter}");
    const thanks = await screen.findByText("Thank you");
    expect(document.activeElement?.contains(thanks)).toBe(true);
  });
});

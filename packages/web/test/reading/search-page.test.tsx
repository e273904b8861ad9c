/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchPage } from "../../src/reading/search-page.js";
import { answer, answering, show } from "../admin-documents/service.js";
import { FOUND, RESULT } from "./a-search.js";

afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, "", "/");
});

/** A result that contains these words. */
const having = (...words: string[]) => ({ ...RESULT, section: { ...RESULT.section, breadcrumb: words } });
async function results(fields: object, language: "en" | "ja" = "en") {
  history.replaceState(null, "", "/?q=q");
  show(<SearchPage />, answering({ "POST /api/search": () => answer({ ...FOUND, ...fields }) }), language);
  await screen.findByRole("article");
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}
const widened = () => screen.getByText(/^Also searched for/).textContent;

describe("The results", () => {
  it("name one other word for each of two words, and the rest on demand", async () => {
    const user = await results({
      widened: ["a", "b", "c", "d"].map((said) => ({ said, also: [1, 2, 3].map((n) => `${said}${n}`) })),
      results: [having("A1 a2 a3", "b1 b2 b3 c1 c2 c3 d1 d2 d3")],
    });
    const few = "Also searched for “a1”, “b1”";
    expect(widened()).toBe(few);
    const more = screen.getByRole("button", { name: "Show all words that were searched" });
    expect(more.getAttribute("aria-expanded")).toBe("false");
    await user.click(more);
    expect(widened()).toBe(
      `Also searched for ${["a", "b", "c", "d"].flatMap((said) => [1, 2, 3].map((n) => `“${said}${n}”`)).join(", ")}`,
    );
    expect(document.activeElement).toBe(more);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Enter}");
    expect(widened()).toBe(few);
  });

  it("offer nothing more where all words are named", async () => {
    await results({ widened: [{ said: "給料", also: ["賃金"] }], results: [having("賃金規程")] }, "ja");
    screen.getByText("「賃金」でも検索しました");
    expect(document.querySelector("[aria-expanded]")).toBeNull();
  });

  it("first name the words that they contain, and others only on demand", async () => {
    const searched = [
      { said: "上限", also: ["マックス", "限度"] },
      { said: "days", also: ["デー"] },
    ];
    const user = await results({ widened: searched, results: [having("支給の限度")] });
    expect(widened()).toBe("Also searched for “限度”");
    await user.click(screen.getByRole("button", { name: "Show all words that were searched" }));
    expect(widened()).toBe("Also searched for “マックス”, “限度”, “デー”");
    cleanup();
    await results({ widened: searched });
    expect(screen.queryByText(/^Also searched for/)).toBeNull();
    screen.getByRole("button", { name: "Show all words that were searched", expanded: false });
  });

  it("always name what a misspelt word was read as", async () => {
    const corrected = ["a", "b", "c", "d"].map((written) => ({ written, read_as: `${written}1` }));
    await results({ corrected });
    for (const { written, read_as } of corrected)
      screen.getByText(`No document that you may read has “${written}”; these are the results for “${read_as}”`);
  });
});

describe("More results", () => {
  const found = (count: number, total: number) => {
    const sections = Array.from({ length: count }, (_, n) => ({ ...RESULT.section, id: `travel::art${n}` }));
    return answer({ ...FOUND, results: sections.map((section) => ({ ...RESULT, section })), total });
  };

  it.each([
    ["en", "More results", "These are the best 100. Search with other words to find the others."],
    ["ja", "さらに表示", "上位 100 件を表示しています。ほかの結果は、別の言葉で検索してください。"],
  ] as const)("are a hundred, and then other words (%s)", async (language, more, advice) => {
    history.replaceState(null, "", "/?q=q&doc=travel");
    const service = answering({
      "POST /api/search": ({ json }) => found((json as { limit: number }).limit, 140),
    });
    show(<SearchPage />, service, language);
    const link = await screen.findByRole("link", { name: more });
    expect(screen.queryByText(advice)).toBeNull();
    await userEvent.setup({ delay: null, pointerEventsCheck: 0 }).click(link);
    await screen.findByText(advice);
    expect(screen.getAllByRole("article")).toHaveLength(100);
    expect(screen.queryByRole("link", { name: more })).toBeNull();
    const filters = { doc_ids: ["travel"] };
    expect(service.sent.findLast(({ path }) => path === "/api/search")?.json).toEqual({
      query: "q",
      limit: 100,
      filters,
    });
  });

  it("are not offered where all are shown", async () => {
    await results({ total: 1 });
    await waitFor(() => expect(screen.queryByRole("link", { name: "More results" })).toBeNull());
  });
});

describe("Where nothing fits", () => {
  const shown = async (fields: object, language: "en" | "ja", rules: readonly object[] = []) => {
    history.replaceState(null, "", "/?q=q");
    const service = answering({
      "POST /api/search": () => answer({ ...FOUND, ...fields }),
      "GET /api/documents": () => answer({ items: rules, next_cursor: null }),
    });
    show(<SearchPage />, service, language);
    await screen.findByRole("heading", {
      level: 2,
      name: language === "en" ? "Nothing found" : "見つかりませんでした",
    });
    expect(screen.queryByRole("complementary")).toBeNull();
  };

  it.each([
    ["en", "See what is near in words (1)"],
    ["ja", "言葉が近い条文を見る（1 件）"],
  ] as const)("the page says so, folds what is near, and offers nothing to narrow (%s)", async (language, near) => {
    await shown({ fits: false }, language);
    const details = (await screen.findByText(near)).closest("details");
    expect(details?.open).toBe(false);
    expect(details?.querySelectorAll("article")).toHaveLength(1);
  });

  const rule = (title: string, owner: string | null, contact: string | null) => ({ title, owner, contact });

  it("and nothing was found, it names the owners and contacts of rules, and nothing is folded", async () => {
    const rules = [
      ...["就業規則", "賃金規程", "退職金規程", "福利厚生規程", "育児休業規程"].map((title) =>
        rule(title, "人事部", "1234"),
      ),
      ...[rule("旅費規程", "経理部", null), rule("Parking", null, "3456"), rule("その他", null, null)],
    ];
    await shown({ results: [], documents: [], total: 0, fits: false }, "ja", rules);
    const owners = within(
      await screen.findByRole("heading", { name: "お尋ね先" }).then((h) => h.parentElement as HTMLElement),
    );
    expect(
      owners
        .getAllByRole("term")
        .map(({ parentElement }) => [...(parentElement?.children ?? [])].map(({ textContent }) => textContent)),
    ).toEqual([
      ["人事部", "就業規則、賃金規程、退職金規程、福利厚生規程 ほか", "1234"],
      ["経理部", "旅費規程", ""],
      ["問い合わせ先", "Parking", "3456"],
    ]);
    expect(document.querySelector("details")).toBeNull();
  });

  it("and the owner of no rule is known, there is no heading for them", async () => {
    await shown({ fits: false }, "ja", [rule("その他", null, null)]);
    await screen.findByText("言葉が近い条文を見る（1 件）");
    expect(screen.queryByRole("heading", { name: "お尋ね先" })).toBeNull();
  });
});

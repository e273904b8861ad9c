/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchPage } from "../../src/reading/search-page.js";
import { answer, answering, show } from "../admin-documents/service.js";
import { FOUND } from "./a-search.js";

afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, "", "/");
});

const DOC = { id: "travel", title: "旅費規程", version: "1" };
const SECTION = { id: "travel::第5条", type: "article", label: "第5条", title: "日当", breadcrumb: [] };
const unit = (text: string, more: object = {}) => ({
  ...{ chunk_id: "travel::第5条::paragraph-1", text, cells: null, level: 0, is_context: false },
  ...{ start: 0, end: 9, quote: "日当は3,000円とする。" },
  ...more,
});
const ended = (outcome: string, model = "none") => ({
  outcome,
  model,
  answer_id: "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34",
  sources: [{ number: 1, doc: DOC, section: SECTION, chunk_id: "travel::第5条::paragraph-1" }],
  answer: null as object | null,
});
const answerOf = (...units: object[]) => ({ ...ended("answer"), answer: { doc: DOC, section: SECTION, units } });

/**
 * @param found the answer of the search; null: a model chooses it
 * @param chosen what POST /api/answer answers
 */
async function page(found: object | null, chosen: Promise<Response> | null = null) {
  history.replaceState(null, "", "/?q=日当はいくら");
  const service = answering({
    "POST /api/search": () => answer({ ...FOUND, answer: found }),
    // The page's fetch awaits it.
    ...(chosen !== null && { "POST /api/answer": () => chosen as unknown as Response }),
    "POST /api/answer/feedback": () => answer(null, 204),
  });
  show(<SearchPage />, service, "en");
  return { ...service, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) };
}

describe("An answer in the documents' own words", () => {
  it("comes with the results, below the name of its section", async () => {
    const { sent } = await page(
      answerOf(unit("一つ目の文である。", { is_context: true }), unit("日当は3,000円とする。", { start: 10, end: 24 })),
    );
    const box = await screen.findByRole("region", { name: /^旅費規程 第5条 日当/ });
    expect(within(box).getByRole("heading").parentElement?.textContent).toBe(
      "旅費規程 第5条 日当Version 1一つ目の文である。日当は3,000円とする。",
    );
    // Opens what answers, not what stands around it.
    const name = screen.getByRole("link", { name: "旅費規程 第5条 日当" });
    expect(name.getAttribute("href")).toMatch(/&words=10-24-/);
    expect(sent.map(({ path }) => path)).not.toContain("/api/answer");
  });

  it("shows rows of a table under the columns that they say", async () => {
    const row = (place: string, note: string, limit: string, start: number) =>
      unit(`区分: ${place} / 宿泊料: ${limit}`, {
        // Empty cells are left out.
        cells: [
          { column: "区分", text: place },
          { column: "備考", text: note },
          { column: "宿泊料", text: limit },
        ].filter(({ text }) => text !== ""),
        ...{ chunk_id: "travel::第5条::table-1", start, end: start + 9, quote: `| ${place} | ${limit} |` },
      });
    await page(answerOf(row("課長", "", "15,000円", 40), row("一般", "実費", "13,000円", 60)));
    const [head, ...rows] = within(await screen.findByRole("table")).getAllByRole("row");
    expect(head?.textContent).toBe("区分備考宿泊料");
    expect(rows.map((one) => one.textContent)).toEqual(["課長15,000円", "一般実費13,000円"]);
  });

  it("says that the results are the nearest where none surely answers", async () => {
    await page(ended("nearest"));
    await screen.findByText("No sentence surely answers this. These articles are the nearest.");
    await screen.findByRole("article");
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("is not there where nothing was found", async () => {
    await page({ ...ended("nothing_found"), sources: [] });
    await screen.findByRole("article");
    expect(screen.queryByRole("region")).toBeNull();
    expect(screen.queryByText(/nearest/)).toBeNull();
  });
});

describe("An answer that a model chooses", () => {
  it("comes above the results, which are there before it", async () => {
    let choose: (chosen: Response) => void = () => undefined;
    const chosen = new Promise<Response>((resolve) => {
      choose = resolve;
    });
    await page(null, chosen);
    await screen.findByRole("article");
    await screen.findByText("Looking for the sentence that answers…");
    choose(answer({ ...answerOf(unit("日当は3,000円とする。")), model: "used" }));
    await screen.findByRole("region", { name: /^旅費規程 第5条 日当/ });
    await screen.findByRole("button", { name: "This answer helped" });
    expect(screen.queryByText("Looking for the sentence that answers…")).toBeNull();
  });

  it("is not there where the request for it fails", async () => {
    await page(null, Promise.resolve(answer({ error: { code: "INTERNAL", message: "", problems: [] } }, 500)));
    await screen.findByRole("article");
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
    expect(document.activeElement).toBe(thanks);
  });
});

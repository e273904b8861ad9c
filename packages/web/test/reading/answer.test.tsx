/** @jest-environment jsdom */
import { TextDecoder } from "node:util";
import { afterEach, describe, expect, it } from "@jest/globals";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchPage } from "../../src/reading/search-page.js";
import { answer, answering, show } from "../admin-documents/service.js";
import { FOUND } from "./a-search.js";

// Missing from this DOM.
globalThis.TextDecoder ??= TextDecoder as typeof globalThis.TextDecoder;

afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, "", "/");
});

const source = (number: number, label: string) => ({
  number,
  doc: { id: "travel", title: "旅費規程", version: "1" },
  section: { id: `travel::${label}`, type: "article", label, title: "日当", breadcrumb: [] },
  chunk_id: `travel::${label}::paragraph-1`,
});
const SOURCES = { event: "sources", data: { sources: [source(1, "第4条"), source(2, "第5条")] } };
const sentence = (text: string) => ({
  event: "sentence",
  data: {
    text,
    cells: null,
    level: 0,
    is_context: false,
    citations: [
      { source: 2, chunk_id: "travel::第5条::paragraph-1", start: 0, end: 9, quote: "日当は3,000円とする。" },
    ],
  },
});
const done = (outcome: string, model: string) => ({
  event: "done",
  data: {
    outcome,
    model,
    fits: outcome !== "nothing_found",
    written_by: outcome === "answered" ? "small" : null,
    answer_id: "6f1c9a52-4d3b-4a0e-8f57-2b9d1c7e0a34",
  },
});

/** Events that the test sends one by one, to each request that asks for them: a page may ask again. */
function aStream() {
  const sent: (string | null)[] = [];
  const waiting = new Set<() => void>();
  const put = (text: string | null) =>
    act(async () => {
      sent.push(text);
      for (const go of waiting) go();
      waiting.clear();
    });
  const reader = () => {
    let at = 0;
    const read = async () => {
      while (at >= sent.length) await new Promise<void>((resolve) => waiting.add(resolve));
      const value = sent[at];
      at += 1;
      return value === null ? { done: true, value: undefined } : { done: false, value: Buffer.from(value ?? "") };
    };
    return { read, cancel: async () => undefined };
  };
  const response = () =>
    ({
      ...{ ok: true, status: 200 },
      headers: new Headers({ "Content-Type": "text/event-stream; charset=utf-8" }),
      body: { getReader: reader },
    }) as unknown as Response;
  return {
    response,
    send: ({ event, data }: { event: string; data: object }) =>
      put(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => put(null),
  };
}

/** @param extract the answer of the search; null: a model writes it */
async function page(extract: object | null, stream = aStream()) {
  history.replaceState(null, "", "/?q=日当はいくら");
  const service = answering({
    "POST /api/search": () => answer({ ...FOUND, answer: extract }),
    ...(extract === null && { "POST /api/answer": stream.response }),
    "POST /api/answer/feedback": () => answer(null, 204),
  });
  show(<SearchPage />, service, "en");
  return { ...service, stream, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) };
}

const extractOf = (...sentences: object[]) => ({
  ...done(sentences.length > 0 ? "extract" : "nothing_found", "none").data,
  ...SOURCES.data,
  sentences,
});

describe("An answer in the documents' own words", () => {
  it("comes with the results, below the name of each section that it quotes", async () => {
    const first = { ...sentence("一つ目の文である。").data.citations[0], source: 1 };
    const { sent } = await page(
      extractOf(
        { ...sentence("一つ目の文である。").data, citations: [first] },
        sentence("日当は3,000円とする。").data,
        { ...sentence("端数は切り上げる。").data, is_context: true },
      ),
    );
    const box = await screen.findByRole("region", { name: /^旅費規程 第4条 日当/ });
    const boxes = within(box)
      .getAllByRole("heading")
      .map((heading) => heading.parentElement?.textContent);
    expect(boxes).toEqual([
      "旅費規程 第4条 日当Version 1一つ目の文である。",
      "旅費規程 第5条 日当Version 1日当は3,000円とする。端数は切り上げる。",
    ]);
    const name = screen.getByRole("link", { name: "旅費規程 第5条 日当" });
    expect(name.getAttribute("href")).toMatch(/&words=0-9-/);
    expect(screen.queryByText(/language model/)).toBeNull();
    expect(sent.map(({ path }) => path)).not.toContain("/api/answer");
  });

  it("shows rows of a table under the columns that they say", async () => {
    const row = (place: string, note: string, limit: string, start: number) => ({
      text: `区分: ${place} / 宿泊料: ${limit}`,
      // Empty cells are left out.
      cells: [
        { column: "区分", text: place },
        { column: "備考", text: note },
        { column: "宿泊料", text: limit },
      ].filter(({ text }) => text !== ""),
      citations: [
        { source: 2, chunk_id: "travel::第5条::table-1", start, end: start + 9, quote: `| ${place} | ${limit} |` },
      ],
    });
    await page(extractOf(row("課長", "", "15,000円", 40), row("一般", "実費", "13,000円", 60)));
    const [head, ...rows] = within(await screen.findByRole("table")).getAllByRole("row");
    expect(head?.textContent).toBe("区分備考宿泊料");
    expect(rows.map((one) => one.textContent)).toEqual(["課長15,000円", "一般実費13,000円"]);
  });

  it("is not there where nothing was found", async () => {
    await page(extractOf());
    await screen.findByRole("article");
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("An answer that a model writes", () => {
  it("grows beside the results, each sentence with its quote and a link to its place", async () => {
    const { stream } = await page(null);
    await screen.findByRole("article");
    await stream.send(SOURCES);
    await screen.findByText("Writing an answer…");
    await stream.send(sentence("The daily allowance is 3,000 yen."));
    await screen.findByText("The daily allowance is 3,000 yen.");
    expect(screen.getByText(/日当は3,000円とする。/).closest("blockquote")).not.toBeNull();
    const link = screen.getByRole("link", { name: "Source 2: 旅費規程" });
    expect(link.getAttribute("href")).toMatch(/^\/documents\/travel\/.*&words=0-9-/);
    expect(screen.queryByRole("button", { name: "This answer helped" })).toBeNull();
    await stream.send(done("answered", "used"));
    await stream.end();
    await screen.findByRole("button", { name: "This answer helped" });
    screen.getByText(/A language model \(small\) wrote/);
    expect(screen.queryByText("Writing an answer…")).toBeNull();
  });

  it("stops when the reader says so, keeps what has come, and says with the focus that it is incomplete", async () => {
    const { stream, user } = await page(null);
    await stream.send(SOURCES);
    await stream.send(sentence("The daily allowance is 3,000 yen."));
    expect(screen.queryByText(/incomplete/)).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    // A browser's fetch ends its stream; this one is ended here.
    await stream.end();
    await waitFor(() => expect(screen.queryByText("Writing an answer…")).toBeNull());
    screen.getByText("The daily allowance is 3,000 yen.");
    const said = screen.getByText("This answer ended early, so it is incomplete.");
    expect(document.activeElement).toBe(said);
  });

  it("says that it was stopped before it had a sentence", async () => {
    const { stream, user } = await page(null);
    await stream.send(SOURCES);
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    await stream.end();
    const said = await screen.findByText("The answer ended before its first sentence.");
    expect(document.activeElement).toBe(said);
  });

  it.each(["answered", "nothing_found"])("keeps the focus that was on Stop when it ends: %s", async (outcome) => {
    const { stream } = await page(null);
    await stream.send(SOURCES);
    const stop = await screen.findByRole("button", { name: "Stop" });
    if (outcome === "answered") await stream.send(sentence("The daily allowance is 3,000 yen."));
    act(() => stop.focus());
    await stream.send(done(outcome, "used"));
    await stream.end();
    const place = await screen.findByText(outcome === "answered" ? "Answer" : "No answer found in what you may read.");
    await waitFor(() => expect(document.activeElement).toBe(place));
    expect(screen.queryByText(/incomplete|stopped/)).toBeNull();
  });

  it("leaves the focus where it is, if it was elsewhere when the answer ends", async () => {
    const { stream } = await page(null);
    await stream.send(SOURCES);
    await stream.send(sentence("The daily allowance is 3,000 yen."));
    const link = await screen.findByRole("link", { name: "第5条 日当" });
    act(() => link.focus());
    await stream.send(done("answered", "used"));
    await stream.end();
    await screen.findByRole("button", { name: "This answer helped" });
    expect(document.activeElement).toBe(link);
  });

  it("is called the documents' words where the model failed", async () => {
    const { stream } = await page(null);
    await stream.send(SOURCES);
    await stream.send(sentence("日当は3,000円とする。"));
    await stream.send(done("extract", "failed"));
    await stream.end();
    await screen.findByRole("region", { name: /^旅費規程 第5条 日当/ });
    screen.getByText(/The language model wrote nothing that the documents prove/);
  });

  it("says that nothing was found in what the reader may read", async () => {
    const { stream } = await page(null);
    await stream.send({ event: "sources", data: { sources: [] } });
    await stream.send(done("nothing_found", "none"));
    await stream.end();
    await screen.findByText("No answer found in what you may read.");
  });
});

describe("The judgement of an answer", () => {
  const judged = async () => {
    const shown = await page(extractOf(sentence("日当は3,000円とする。").data));
    await screen.findByRole("button", { name: "This answer helped" });
    const sent = () => shown.sent.find(({ path }) => path === "/api/answer/feedback")?.json;
    return { ...shown, judgement: sent };
  };
  const answer_id = done("", "").data.answer_id;

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

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { DocumentPage } from "../../src/reading/document/document-page.js";
import { answer, answering, refusal, type Sent, show } from "../admin-documents/service.js";
import {
  CHUNKS,
  OUTLINE,
  outlineOf,
  PUBLISHED,
  part,
  RELATED,
  SUB_HEADING,
  SUB_SECTIONS,
  WITH_SUB_HEADING,
} from "./a-document.js";

let printed = 0;
afterEach(() => {
  cleanup();
  printed = 0;
});

// Missing from jsdom: nothing scrolls there.
globalThis.scrollBy = () => undefined;
globalThis.print = () => {
  printed += 1;
};
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;

const PATH = "GET /api/documents/d/chunks";
const outline = (published_at = PUBLISHED) =>
  answer({
    ...{ document_id: "d", title: "旅費規程", version: "2026-01-15", published_at },
    outline: OUTLINE,
    truncated: false,
  });
const all = () => answer(part(CHUNKS, { related_sections: RELATED }));
const HIT = {
  score: 1,
  doc: { id: "d", title: "旅費規程", version: "2026-01-15" },
  chunk: CHUNKS[4],
  highlights: [[0, 2]],
};
const OTHER = { ...HIT, chunk: CHUNKS[2], highlights: [[0, 2]] };

/** Too long to load by itself: the older version ends where a newer one was published. */
const tooLong =
  (isNew: () => boolean) =>
  ({ query }: Sent) => {
    if (isNew()) return answer(part(CHUNKS, { total: query.get("limit") === "200" ? CHUNKS.length : 4_000 }));
    if (query.get("cursor") === null) return answer(part(CHUNKS.slice(3, 5), { total: 4_000, next_cursor: "old" }));
    const problems = [{ code: "cursor.other_version" }];
    return answer({ error: { code: "INVALID_REQUEST", message: "A new version.", problems } }, 400);
  };

function open(
  passage: string | null,
  answers: Readonly<Record<string, (sent: Sent) => Response>> = {},
  { address = "/documents/d", language = "en" }: { address?: string; language?: "en" | "ja" } = {},
) {
  history.replaceState(null, "", address);
  const service = answering({ [PATH]: all, "GET /api/documents/d/outline": () => outline(), ...answers });
  show(<DocumentPage document_id="d" passage={passage} />, service, language);
  return service;
}

describe("The page of a document", () => {
  it("shows the text in order, with its title, version, outline and tables", async () => {
    open(null);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("旅費規程");
    screen.getByText("Version 2026-01-15");
    const text = screen.getByRole("article");
    expect(
      within(text)
        .getAllByRole("heading")
        .map(({ textContent }) => textContent),
    ).toEqual(["第1条（目的）", "第2条（日当）", "別表第1 日当"]);
    expect(within(text).getAllByRole("row")).toHaveLength(3);
    const contents = await screen.findByRole("navigation", { name: "Contents" });
    expect(
      within(contents)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/documents/d", "/documents/d/art1", "/documents/d/art2", "/documents/d/annex1"]);
  });

  it("shows a document without headings, without an outline", async () => {
    const plain = CHUNKS.slice(0, 1);
    open(null, {
      [PATH]: () => answer(part(plain)),
      "GET /api/documents/d/outline": () => answer({ ...part([]).document, outline: [], truncated: false }),
    });
    await screen.findByText("前文");
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("asks around the passage, marks it and its words, and leads to the other results and back", async () => {
    const service = open(
      "d::art2::paragraph-1",
      { "POST /api/search": () => answer({ results: [OTHER, HIT], total: 2 }) },
      { address: "/documents/d/art2::paragraph-1?q=%E6%97%A5%E5%BD%93" },
    );
    await waitFor(() => expect(document.querySelectorAll("mark")).toHaveLength(1));
    expect(document.querySelector("mark")?.textContent).toBe("日当");
    expect(document.querySelector(".found")?.textContent).toContain("別表第1に定める");
    expect(service.sent.find(({ path }) => path.endsWith("/chunks"))?.query.get("around")).toBe("d::art2::paragraph-1");
    const aside = screen.getByRole("complementary");
    expect(within(aside).getByRole("link", { name: "Back to the results" }).getAttribute("href")).toBe(
      "/?q=%E6%97%A5%E5%BD%93",
    );
    within(aside).getByRole("link", { name: "← Previous result" });
    expect(within(aside).queryByRole("link", { name: "Next result →" })).toBeNull();
  });

  it("asks as the narrowed search did, and leads to its results and back to it", async () => {
    const service = open(
      "d::art2::paragraph-1",
      { "POST /api/search": () => answer({ results: [OTHER, HIT], total: 2 }) },
      { address: "/documents/d/art2::paragraph-1?q=a&doc=d" },
    );
    const aside = await screen.findByRole("complementary");
    const previous = await within(aside).findByRole("link", { name: "← Previous result" });
    expect(previous.getAttribute("href")).toBe("/documents/d/art1::paragraph-1?q=a&doc=d");
    expect(within(aside).getByRole("link", { name: "Back to the results" }).getAttribute("href")).toBe("/?q=a&doc=d");
    expect(service.sent.find(({ path }) => path === "/api/search")?.json).toMatchObject({
      filters: { doc_ids: ["d"] },
    });
  });

  it("leads from the last of the first results to the next of all", async () => {
    const next = { ...OTHER, chunk: { ...OTHER.chunk, chunk_id: "d::annex1::table-1" } };
    open(
      "d::art2::paragraph-1",
      {
        "POST /api/search": ({ json }) =>
          answer({ results: (json as { limit: number }).limit === 100 ? [OTHER, HIT, next] : [OTHER, HIT], total: 3 }),
      },
      { address: "/documents/d/art2::paragraph-1?q=a" },
    );
    const link = await screen.findByRole("link", { name: "Next result →" });
    expect(link.getAttribute("href")).toBe("/documents/d/annex1::table-1?q=a&all=");
    const previous = screen.getByRole("link", { name: "← Previous result" });
    expect(previous.getAttribute("href")).toBe("/documents/d/art1::paragraph-1?q=a");
  });

  it("marks the words of this document's results where the passage is not among the results", async () => {
    const elsewhere = { ...HIT, doc: { ...HIT.doc, id: "e" }, chunk: { ...HIT.chunk, chunk_id: "e::art1" } };
    const here = { ...OTHER, highlights: [[3, 5]] };
    open(
      "d::art2::paragraph-1",
      { "POST /api/search": () => answer({ results: [elsewhere, here], total: 2 }) },
      { address: "/documents/d/art2::paragraph-1?q=a" },
    );
    const marked = () => [...document.querySelectorAll("mark")].map(({ textContent }) => textContent);
    await waitFor(() => expect(marked()).toEqual(["定め"]));
    expect(screen.queryByRole("link", { name: /(Previous|Next) result/ })).toBeNull();
  });

  it("names an article's annexes beside and below it, and the articles of an annex", async () => {
    open("d::art2");
    const aside = await screen.findByRole("complementary");
    await within(aside).findByRole("heading", { name: "Annexes of 第2条" });
    expect(within(aside).getByRole("link", { name: "別表第1 日当" }).getAttribute("href")).toBe("/documents/d/annex1");
    const below = within(screen.getByRole("article")).getByRole("link", { name: "別表第1 日当" });
    expect(below.getAttribute("href")).toBe("/documents/d/annex1");
    cleanup();
    open("d::annex1");
    await within(await screen.findByRole("complementary")).findByRole("link", { name: "第2条 日当" });
  });

  it("turns to the next and the previous article by keyboard and by links", async () => {
    open("d::art1");
    const next = await screen.findByRole("link", { name: "Next article (Alt+↓): 第2条 日当" });
    expect(next.getAttribute("href")).toBe("/documents/d/art2");
    await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(location.pathname).toBe("/documents/d/art2");
  });

  it("turns past the headings inside an article, and leads to them from the outline", async () => {
    open("d::art2", {
      [PATH]: () => answer(part(WITH_SUB_HEADING, { sections: SUB_SECTIONS })),
      "GET /api/documents/d/outline": () =>
        answer({ ...part([]).document, outline: outlineOf(WITH_SUB_HEADING), truncated: false }),
    });
    const inside = await screen.findByRole("link", { name: "海外出張" });
    expect(inside.getAttribute("href")).toBe(`/documents/d/${SUB_HEADING.chunk_id.slice("d::".length)}`);
    screen.getByRole("link", { name: "Next article (Alt+↓): 別表第1 日当" });
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(location.pathname).toBe("/documents/d/art1");
  });

  it("leaves the keys of a text field to it", async () => {
    open("d::art1");
    await screen.findByRole("link", { name: "Next article (Alt+↓): 第2条 日当" });
    const field = document.body.appendChild(document.createElement("input"));
    await userEvent.type(field, "{Alt>}{ArrowDown}{/Alt}");
    field.remove();
    expect(location.pathname).toBe("/documents/d");
  });

  it("moves the focus to the passage of a jump, so that keyboard and screen reader follow", async () => {
    open("d::art2", {}, { address: "/documents/d/art2" });
    const section = () => document.getElementById("p:d::art2");
    await waitFor(() => expect(document.activeElement).toBe(section()));
    await userEvent.tab();
    expect(section()?.contains(document.activeElement)).toBe(true);
    const contents = await screen.findByRole("navigation", { name: "Contents" });
    await userEvent.click(within(contents).getByRole("link", { name: "第2条 日当" }));
    await waitFor(() => expect(document.activeElement).toBe(section()));
  });

  it("gives the focus back where it was when the search in the document closes", async () => {
    open(null, { [PATH]: () => answer(part(CHUNKS, { total: 4_000 })) });
    const button = await screen.findByRole("button", { name: "Find in this document" });
    await userEvent.click(button);
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Find in this document" }));
    await userEvent.keyboard("{Escape}");
    expect(document.activeElement).toBe(button);
  });

  it("closes the folded outline at the place that the address names already", async () => {
    open("d::art2", {}, { address: "/documents/d/art2" });
    await userEvent.click(await screen.findByRole("button", { name: /^Contents: / }));
    const dialog = await screen.findByRole("dialog", { name: "Contents" });
    await userEvent.click(within(dialog).getByRole("link", { name: "第2条 日当" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById("p:d::art2")));
  });

  it("loads the rest of the document at both ends", async () => {
    const pages: Record<string, Response> = {
      before: answer(part(CHUNKS.slice(0, 2), { total: 7, next_cursor: "x" })),
      after: answer(part(CHUNKS.slice(4), { total: 7, first: 4, previous_cursor: "x" })),
    };
    open("d::art1::paragraph-1", {
      [PATH]: ({ query }) =>
        pages[query.get("cursor") ?? ""] ??
        answer(part(CHUNKS.slice(2, 4), { total: 7, first: 2, previous_cursor: "before", next_cursor: "after" })),
    });
    await screen.findByText("前文");
    expect(within(screen.getByRole("article")).getAllByRole("row")).toHaveLength(3);
  });

  it("says that another version was published, keeps what is shown, and shows the new one on demand", async () => {
    let isNew = false;
    open(null, {
      [PATH]: ({ query }) => {
        if (isNew) return all();
        if (query.get("cursor") === null) return answer(part(CHUNKS.slice(0, 2), { total: 7, next_cursor: "old" }));
        const problems = [{ code: "cursor.other_version" }];
        return answer({ error: { code: "INVALID_REQUEST", message: "A new version.", problems } }, 400);
      },
    });
    await screen.findByText(/has a new version/);
    screen.getByText("前文");
    isNew = true;
    await userEvent.click(screen.getByRole("button", { name: "Show the new version" }));
    await screen.findByText("旅費を定める。");
    expect(screen.queryByText(/has a new version/)).toBeNull();
  });

  describe("when its tab becomes visible again", () => {
    const NEWER = "2026-01-15T01:00:00.001Z";
    let outlines: number;
    let answersNow: (() => Response) | null;
    /** Opens the document; once its tab has become visible again, its outline is answered by `now`. */
    const opened = async (now: () => Response, chunks = all) => {
      outlines = 0;
      answersNow = null;
      open(null, {
        [PATH]: chunks,
        "GET /api/documents/d/outline": () => {
          outlines += 1;
          return answersNow === null ? outline() : answersNow();
        },
      });
      await screen.findByText("前文");
      await screen.findByRole("navigation", { name: "Contents" });
      outlines = 0;
      answersNow = now;
    };
    const becomesVisible = () =>
      act(async () => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

    it("asks once, and says nothing if the version is the same", async () => {
      await opened(() => outline());
      await becomesVisible();
      await waitFor(() => expect(outlines).toBe(1));
      expect(screen.queryByText(/has a new version/)).toBeNull();
      screen.getByText("前文");
    });

    it("says that there is a new version, also of the same name, and shows it on demand", async () => {
      let isNew = false;
      const document_of = { ...part([]).document, published_at: NEWER };
      await opened(
        () => outline(NEWER),
        () => (isNew ? answer(part(CHUNKS.slice(1), { document: document_of })) : all()),
      );
      await becomesVisible();
      const said = await screen.findByText(/has a new version/);
      expect(said.closest('[role="status"]')).not.toBeNull();
      screen.getByText("前文");
      isNew = true;
      await userEvent.click(screen.getByRole("button", { name: "Show the new version" }));
      await waitFor(() => expect(screen.queryByText(/has a new version/)).toBeNull());
      expect(screen.queryByText("前文")).toBeNull();
    });

    it("says that the document is no longer available, without a reason", async () => {
      await opened(() => refusal(404, "DOCUMENT_NOT_FOUND", "No such document."));
      await becomesVisible();
      const alert = await screen.findByRole("alert");
      const heading = within(alert).getByRole("heading", { name: "This document is no longer available" });
      within(alert).getByText("It may have been removed, or it is not open to you.");
      expect(document.activeElement).toBe(heading);
      expect(screen.queryByText("前文")).toBeNull();
    });

    it("keeps what is shown if the service does not answer", async () => {
      await opened(() => refusal(500, "INTERNAL_ERROR", "No."));
      await becomesVisible();
      await waitFor(() => expect(outlines).toBe(1));
      screen.getByText("前文");
      expect(screen.queryByRole("alert")).toBeNull();
    });
  });

  it("says that another version was published while all of it loads, and prints when asked again", async () => {
    let isNew = false;
    open("d::art2::paragraph-1", { [PATH]: tooLong(() => isNew) }, { address: "/documents/d/art2::paragraph-1?q=x" });
    await userEvent.click(await screen.findByRole("button", { name: "Print" }));
    await screen.findByText(/has a new version/);
    isNew = true;
    await userEvent.click(screen.getByRole("button", { name: "Show the new version" }));
    await screen.findByText("旅費を定める。");
    expect(location.pathname).toBe("/documents/d/art2");
    expect(printed).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(printed).toBe(1));
  });

  it("searches in the version that it shows", async () => {
    let isNew = false;
    const service = open(null, { [PATH]: tooLong(() => isNew) });
    const find = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "Find in this document" }));
      await userEvent.type(screen.getByRole("textbox", { name: "Find in this document" }), "定める");
    };
    await find();
    await screen.findByText(/has a new version/);
    isNew = true;
    const outlines = () => service.sent.filter(({ path }) => path.endsWith("/outline")).length;
    const before = outlines();
    await userEvent.click(screen.getByRole("button", { name: "Show the new version" }));
    await find();
    await screen.findByText("2 passages");
    expect(outlines()).toBeGreaterThan(before);
  });

  it("goes on loading when it is asked to print after a failure", async () => {
    let fails = true;
    const later = () => (fails ? refusal(403, "FORBIDDEN", "Not now.") : answer(part(CHUNKS.slice(2), { total: 7 })));
    const first = () => answer(part(CHUNKS.slice(0, 2), { total: 7, next_cursor: "x" }));
    const service = open(null, { [PATH]: ({ query }) => (query.get("cursor") ? later() : first()) });
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(service.sent.filter(({ query }) => query.get("cursor") === "x")).toHaveLength(2));
    fails = false;
    await userEvent.click(await screen.findByRole("button", { name: "Print" }));
    await waitFor(() => expect(printed).toBe(1));
    const asked = service.sent.length;
    await userEvent.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(printed).toBe(2));
    expect(service.sent).toHaveLength(asked);
  });

  it("prints a document that is loaded without another request", async () => {
    const service = open(null);
    const button = await screen.findByRole("button", { name: "Print" });
    const chunks = () => service.sent.filter(({ path }) => path.endsWith("/chunks")).length;
    const before = chunks();
    await userEvent.click(button);
    await waitFor(() => expect(printed).toBe(1));
    expect(chunks()).toBe(before);
  });

  it("shows the document where the passage of an old link is gone, and says so", async () => {
    open("d::art9::paragraph-1", {
      [PATH]: ({ query }) => (query.get("around") ? refusal(404, "CHUNK_NOT_FOUND", "No such chunk.") : all()),
    });
    await screen.findByText(/passage of this link is not in the document/);
    screen.getByText("前文");
  });

  it("answers alike for a hidden and a missing document", async () => {
    open(null, { [PATH]: () => refusal(404, "DOCUMENT_NOT_FOUND", "No such document.") }, { language: "ja" });
    await screen.findByRole("heading", { name: "文書が見つかりません" });
  });

  it("names a section whose heading is not among the chunks", async () => {
    open(null, { [PATH]: () => answer(part(CHUNKS.filter(({ text_type }) => text_type !== "heading"))) });
    await screen.findByText("第2条 日当", { selector: ".missing" });
  });
});

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
const FACTS = {
  ...{ document_id: "d", title: "旅費規程", version: "2026-01-15", published_at: PUBLISHED, version_number: 2 },
  ...{ number: "総-004", category: null, owner: "経理部" as string | null, effective_from: "2026-02-01" },
  ...{
    contact: "内線 1234" as string | null,
    coming: null as object | null,
    history: "admins",
    original: false,
    notice: null as object | null,
    abolished: null as object | null,
  },
};
const COMING = { effective_from: "2027-04-01", version: "3", version_number: 3, note: null };
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
const ABOLISHED = {
  ...{ code: "document.abolished", title: "慶弔規程", effective_on: "2026-09-30", reason: "一つにまとめたため。" },
  ...{ replaced_by: "welfare", number: "人-004", owner: "人事部", contact: null },
};
const gone = () =>
  answer({ error: { code: "DOCUMENT_ABOLISHED", message: "It was abolished.", problems: [ABOLISHED] } }, 410);

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
  answers: Parameters<typeof answering>[0] = {},
  { address = "/documents/d", language = "en" }: { address?: string; language?: "en" | "ja" } = {},
) {
  history.replaceState(null, "", address);
  const service = answering({
    [PATH]: all,
    "GET /api/documents/d": () => answer(FACTS),
    "GET /api/documents/d/outline": () => outline(),
    ...answers,
  });
  show(<DocumentPage document_id="d" passage={passage} />, service, language);
  return service;
}

describe("The page of a document", () => {
  it("shows the text in order, with its title, outline and tables", async () => {
    open(null);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("旅費規程");
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

    it("says that the version before the one shown is in force again", async () => {
      await opened(() => outline("2025-12-01T00:00:00.000Z"));
      await becomesVisible();
      await screen.findByText(/has a new version/);
    });

    it("says that the document was abolished meanwhile, and why", async () => {
      await opened(() => gone());
      await becomesVisible();
      const alert = await screen.findByRole("alert");
      within(alert).getByText("Abolished on September 30, 2026.");
      expect(document.activeElement).toBe(within(alert).getByRole("heading", { name: "慶弔規程" }));
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

describe("What is known of a document", () => {
  const facts = (fields: Partial<typeof FACTS>) => ({ "GET /api/documents/d": () => answer({ ...FACTS, ...fields }) });
  const terms = async (shown = "2026年2月1日施行") => {
    await screen.findByText(shown);
    return screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  };

  it("stands below its title; what is not known is left out with its label", async () => {
    open(null, facts({ owner: null, contact: null }), { language: "ja" });
    expect(await terms()).toEqual([
      ["現行", "2026年2月1日施行"],
      ["規程番号", "総-004"],
    ]);
    cleanup();
    open(null, facts({ coming: COMING }), { language: "ja" });
    expect((await terms()).slice(1, 3)).toEqual([
      ["改定予定", "2027年4月1日施行 変わるところ 改定後の条文"],
      ["主管", "経理部　内線 1234"],
    ]);
    expect(screen.getByRole("link", { name: "改定後の条文" }).getAttribute("href")).toBe("/documents/d?version=3");
  });

  it("has what the readers were told of the version in force, and its planned end with what replaces it", async () => {
    const abolished = { effective_on: "2027-10-01", reason: "一つにまとめるため。", replaced_by: "welfare" };
    open(
      null,
      {
        ...facts({ notice: { number: 2, notice: "tell" }, abolished }),
        "GET /api/documents/welfare": () => answer({ ...FACTS, document_id: "welfare", title: "福利厚生規程" }),
      },
      { language: "ja" },
    );
    await screen.findByRole("link", { name: "福利厚生規程" });
    expect((await terms()).slice(0, 3)).toEqual([
      ["現行", "2026年2月1日施行 変わったところ"],
      ["廃止予定", "2027年10月1日廃止 一つにまとめるため。"],
      ["これに代わる規程", "福利厚生規程"],
    ]);
    expect(screen.getByRole("link", { name: "変わったところ" }).getAttribute("href")).toBe(
      "/documents/d/comparison?to=2",
    );
  });

  it("has its text only when it is known which articles change, so that it does not move", async () => {
    let compare: (compared: Response) => void = () => undefined;
    const comparing = new Promise<Response>((resolve) => {
      compare = resolve;
    });
    const service = open(null, { ...facts({ coming: COMING }), "GET /api/documents/d/comparison": () => comparing });
    await waitFor(() => expect(service.sent.some(({ path }) => path.endsWith("/comparison"))).toBe(true));
    expect(screen.queryByRole("article")).toBeNull();
    compare(answer({ articles: [] }));
    await screen.findByRole("article");
  });

  it("says below the heading of each article that changes from when, and of no other", async () => {
    const article = { type: "article", label: "第2条", title: "日当" };
    const other = { type: "article", label: "第1条", title: "目的" };
    const rows: unknown[] = [];
    open(
      null,
      {
        ...facts({ coming: COMING }),
        "GET /api/documents/d/comparison": () =>
          answer({
            articles: [
              { section_before: article, section_after: article, kind: "changed", rows },
              { section_before: other, section_after: { ...other, label: "第3条" }, kind: "renumbered", rows },
            ],
          }),
      },
      { language: "ja" },
    );
    const said = await screen.findByText("2027年4月1日から変わります");
    const passage = said.closest<HTMLElement>(".passage");
    within(passage as HTMLElement).getByRole("heading", { name: "第2条（日当）" });
    expect(
      within(passage as HTMLElement)
        .getByRole("link", { name: "変わるところ" })
        .getAttribute("href"),
    ).toBe("/documents/d/comparison");
  });

  const HISTORY = [
    { number: 3, effective_from: "2027-04-01", note: "在宅勤務のため。", standing: "coming", until: null },
    { number: 2, effective_from: "2026-02-01", note: null, standing: "in_force", until: "2027-03-31" },
    { number: 1, effective_from: "2025-04-01", note: "制定", standing: "past", until: "2026-01-31" },
  ];
  const history = { "GET /api/documents/d/history": () => answer({ items: HISTORY, next_cursor: null }) };

  it("opens the history, with the last day of each past version, and the text of a day", async () => {
    const service = open(null, { ...facts({ history: "readers" }), ...history }, { language: "ja" });
    const user = userEvent.setup();
    const toggle = await screen.findByRole("button", { name: "改定履歴" });
    await user.click(toggle);
    expect(toggle.getAttribute("aria-expanded")).toBe("true");
    const table = await screen.findByRole("table", { name: "改定履歴" });
    expect(
      within(table)
        .getAllByRole("row")
        .slice(1)
        .map((row) => [...row.querySelectorAll(".value")].map(({ textContent }) => textContent)),
    ).toEqual([
      ["2027年4月1日", "改定予定", "在宅勤務のため。", "変わるところ"],
      ["2026年2月1日", "現行", "", "変わったところ"],
      ["2025年4月1日", "2026年1月31日まで", "制定", ""],
    ]);
    await user.type(screen.getByLabelText("この日の条文を読む"), "2025-10-01");
    await user.click(screen.getByRole("button", { name: "開く" }));
    await screen.findByText("2025年10月1日の条文を表示しています。");
    expect(service.sent.findLast(({ path }) => path.endsWith("/chunks"))?.query.get("as_of")).toBe("2025-10-01");
    const contents = await screen.findByRole("navigation", { name: "目次" });
    expect(within(contents).getAllByRole("link").at(-1)?.getAttribute("href")).toBe(
      "/documents/d/annex1?as_of=2025-10-01",
    );
    expect(screen.getByRole("link", { name: "現行の条文を読む" }).getAttribute("href")).toBe("/documents/d");
  });

  it("reads the coming version, and says from when it is in force", async () => {
    const service = open(null, history, { address: "/documents/d?version=3", language: "ja" });
    await screen.findByText("2027年4月1日に施行される条文を表示しています。");
    expect(service.sent.find(({ path }) => path.endsWith("/chunks"))?.query.get("version")).toBe("3");
  });

  it("is of the first version before its day, whose text is read then", async () => {
    const first = { ...COMING, version_number: 2 };
    const hidden = ({ query }: Sent) =>
      query.get("version") === "2" ? all() : refusal(404, "DOCUMENT_NOT_FOUND", "No such document.");
    const items = [{ ...HISTORY[0], number: 2 }];
    open(
      "d::art2",
      {
        ...facts({ coming: first }),
        [PATH]: hidden,
        "GET /api/documents/d/outline": () => refusal(404, "DOCUMENT_NOT_FOUND", "No such document."),
        "GET /api/documents/d/history": () => answer({ items, next_cursor: null }),
      },
      { address: "/documents/d/art2", language: "ja" },
    );
    await screen.findByText("2027年4月1日に施行される条文を表示しています。");
    expect(location.pathname + location.search).toBe("/documents/d/art2?version=2");
    screen.getByRole("article");
    expect(screen.queryByRole("link", { name: "現行の条文を読む" })).toBeNull();
  });

  it("has no version in force before the day of the first one", async () => {
    const first = { ...COMING, version_number: 2 };
    open(
      null,
      { ...facts({ coming: first, owner: null, contact: null }), ...history },
      { address: "/documents/d?version=2", language: "ja" },
    );
    await screen.findByText("2027年4月1日施行");
    expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["改定予定", "規程番号"]);
    expect(screen.queryByRole("link", { name: "変わるところ" })).toBeNull();
  });

  it("says of an abolished document, whose last text administrators read, that it is not in force", async () => {
    const past = HISTORY.map((revision) => ({ ...revision, standing: "past" }));
    open(
      null,
      {
        ...facts({ abolished: { effective_on: "2026-09-30", reason: "一つにまとめたため。", replaced_by: null } }),
        "GET /api/documents/d/history": () => answer({ items: past, next_cursor: null }),
      },
      { language: "ja" },
    );
    await screen.findByText(/この文書は廃止されました。/);
    expect(await terms("2026年9月30日廃止")).toContainEqual(["廃止", "2026年9月30日廃止 一つにまとめたため。"]);
    expect(screen.queryByText("現行")).toBeNull();
    screen.getByRole("article");
  });

  it("says of a day without a text that there is none", async () => {
    const none = () => refusal(404, "DOCUMENT_NOT_FOUND", "No such document");
    open(null, { [PATH]: none }, { address: "/documents/d?as_of=1999-01-01" });
    await screen.findByRole("heading", { name: "No version was in force on this day" });
  });

  it("says of an abolished document when and why it ended, what replaces it and whom to ask, without its text", async () => {
    const successor = () => answer({ ...FACTS, document_id: "welfare", title: "福利厚生規程" });
    const calls = { [PATH]: gone, "GET /api/documents/d": gone, "GET /api/documents/welfare": successor };
    open(null, calls, { language: "ja" });
    await screen.findByText("2026年9月30日に廃止されました。");
    await screen.findByRole("link", { name: "福利厚生規程" });
    expect(screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual(
      [
        ["理由", "一つにまとめたため。"],
        ["これに代わる規程", "福利厚生規程"],
        ["主管", "人事部"],
        ["規程番号", "人-004"],
      ],
    );
    expect(screen.queryByRole("article")).toBeNull();
  });
});

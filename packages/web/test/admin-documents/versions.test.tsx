/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { EVERYONE } from "@retrieval/core";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { StructuredChunk } from "../../src/admin/documents/answers.js";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { comparedRows } from "../../src/admin/documents/versions/compared-rows.js";
import { wordDiff } from "../../src/admin/documents/versions/word-diff.js";
import { answer, answering, refusal, show } from "./service.js";

afterEach(cleanup);

const PATH = "/api/manage/documents/work-rules";
const chunk = (n: number, content: string) =>
  ({
    chunk_id: `work-rules::paragraph-${n}`,
    doc_id: "work-rules",
    text_type: "paragraph",
    content,
    content_md: null,
    metadata: { text_hash: content },
    display: { title: "", breadcrumb: [`第${n}条`], body_text: content, body_md: null },
  }) as unknown as StructuredChunk;

const FIRST = [chunk(1, "同じ文章"), chunk(2, "日当は 2,000円とする。"), chunk(3, "廃止された条文")];
const SECOND = [chunk(1, "同じ文章"), chunk(2, "日当は 3,000円とする。"), chunk(4, "新しい条文")];

/** A document with two versions, of which the first can be restored. */
function versioned({ hasDraft = false } = {}) {
  const versions = [
    {
      number: 2,
      title: "就業規則",
      version: "2026-04-01",
      published_at: "2026-04-01T00:00:00.000Z",
      by_user: null,
      original_for: "admins",
    },
    {
      number: 1,
      title: "旧規則",
      version: "2025-04-01",
      published_at: "2025-04-01T00:00:00.000Z",
      by_user: "900001",
      original_for: "readers",
    },
  ];
  const chunks = (all: StructuredChunk[]) => (sent: { query: URLSearchParams }) => {
    // Two pages, as a long document has.
    const from = Number(sent.query.get("cursor") ?? 0);
    return answer({ items: all.slice(from, from + 2), next_cursor: from === 0 ? "2" : null });
  };
  return answering({
    [`GET ${PATH}/access-rules`]: () =>
      answer({ document_id: "work-rules", title: "就業規則", access_rules: EVERYONE, warnings: [] }),
    [`GET ${PATH}/versions`]: () => answer({ items: versions, next_cursor: null }),
    [`GET ${PATH}/versions/1/chunks`]: chunks(FIRST),
    [`GET ${PATH}/chunks`]: (sent) => chunks(sent.query.has("draft") || versions.length === 3 ? FIRST : SECOND)(sent),
    "POST /api/manage/documents/plan": () => answer({ items: [{ draft: hasDraft ? {} : null, publication: {} }] }),
    [`POST ${PATH}/versions/1/restore`]: () => {
      const [, first] = versions as [object, (typeof versions)[number]];
      versions.unshift({ ...first, number: 3 });
      return answer({ number: 3, changes: { unchanged: 1, changed: 1, added: 1, removed: 1 } });
    },
  });
}

describe("The versions of a document", () => {
  it("are listed with who and when, and can be restored after a confirmation", async () => {
    const service = versioned();
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service);
    await screen.findByRole("heading", { name: /Version 2/ });
    screen.getByText("旧規則");
    screen.getByText(/900001/);
    screen.getByText(/The service itself/);
    screen.getByText("Original file for administrators");
    screen.getByText("Original file for readers");
    expect(screen.queryByRole("button", { name: "Restore version 2" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Restore version 1" }));
    const question = await screen.findByRole("alertdialog");
    within(question).getByText(/“旧規則” \(2025-04-01\) is published again as a new version/);
    expect(within(question).queryByText(/draft/)).toBeNull();
    expect(service.sent.some(({ path }) => path.endsWith("/restore"))).toBe(false);
    await user.click(within(question).getByRole("button", { name: "Restore this version" }));
    await screen.findByText("Version 1 is published again as version 3. 3 passages changed.");
    await screen.findByRole("heading", { name: /Version 3/ });
    expect(service.sent.filter(({ path }) => path.endsWith("/restore"))).toHaveLength(1);
  });

  it("warn before a draft is deleted by a restoration", async () => {
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, versioned({ hasDraft: true }));
    await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
    await screen.findByText("This document has a draft, which will be deleted.");
  });

  it("say that a draft may be there where the service did not answer", async () => {
    const user = userEvent.setup();
    const service = versioned();
    const fetch: typeof service.fetch = async (input, init) =>
      String(input).endsWith("/plan") ? refusal(500, "INTERNAL_ERROR", "Failed.") : service.fetch(input, init);
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, { ...service, fetch });
    await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
    await screen.findByText("It could not be checked whether the document has a draft, which would be deleted");
  });

  it("are compared passage by passage, with the changed words marked", async () => {
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, versioned());
    await user.click(await screen.findByRole("button", { name: "Compare version 1 with the published one" }));
    const heading = await screen.findByRole("heading", { name: "Version 1 compared with the published version" });
    expect(document.activeElement).toBe(heading);
    await screen.findByText("1 unchanged passage");
    expect([...document.querySelectorAll("del")].map(({ textContent }) => textContent)).toEqual(["2,000"]);
    expect([...document.querySelectorAll("ins")].map(({ textContent }) => textContent)).toEqual(["3,000"]);
    screen.getByText("新しい条文");
    screen.getByText("廃止された条文");
    expect(screen.getAllByText(/^(Changed|Added|Removed)$/).map(({ textContent }) => textContent)).toEqual([
      "Changed",
      "Removed",
      "Added",
    ]);
    await user.click(screen.getByRole("button", { name: "← All versions" }));
    await screen.findByRole("heading", { name: /Version 2/ });
  });

  it("are compared with a version that was published since they were listed", async () => {
    const user = userEvent.setup();
    const service = versioned();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service);
    const compare = await screen.findByRole("button", { name: "Compare version 1 with the published one" });
    // Version 3 has the contents of version 1.
    await service.fetch(`${PATH}/versions/1/restore`, { method: "POST" });
    await user.click(compare);
    await screen.findByText("Both versions have the same passages");
  });

  it("are compared with a draft before it is published", async () => {
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, versioned());
    await user.click(await screen.findByRole("button", { name: "Compare with the published version" }));
    await screen.findByRole("heading", { name: "Published version compared with the draft" });
    await screen.findByText("1 unchanged passage");
    expect([...document.querySelectorAll("del")].map(({ textContent }) => textContent)).toEqual(["3,000"]);
    expect([...document.querySelectorAll("ins")].map(({ textContent }) => textContent)).toEqual(["2,000"]);
    await user.click(screen.getByRole("button", { name: "← The draft" }));
    await screen.findByRole("button", { name: "Publish" });
  });

  it("of an unpublished document do not exist", async () => {
    const service = answering({
      [`GET ${PATH}/access-rules`]: () => refusal(404, "DOCUMENT_NOT_FOUND", "No such document."),
    });
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service);
    await screen.findByText("This document is not published");
  });
});

describe("comparedRows", () => {
  const kinds = (rows: ReturnType<typeof comparedRows>) =>
    rows.map((row) =>
      row.kind === "unchanged"
        ? `${row.count} same`
        : `${row.kind} ${row.kind === "removed" ? row.before.content : row.after.content}`,
    );

  it("follows the later version, with removed passages where they were", () => {
    const before = [chunk(1, "a"), chunk(2, "b"), chunk(3, "c"), chunk(4, "d")];
    const after = [chunk(5, "new"), chunk(1, "a"), chunk(3, "C"), chunk(6, "last")];
    expect(kinds(comparedRows(before, after))).toEqual([
      "added new",
      "1 same",
      "removed b",
      "changed C",
      "removed d",
      "added last",
    ]);
  });

  it("has one row for a run of unchanged passages, and shows each removed one once if others moved", () => {
    const before = [chunk(1, "a"), chunk(2, "b"), chunk(3, "c")];
    expect(kinds(comparedRows(before, before))).toEqual(["3 same"]);
    const moved = [chunk(3, "c"), chunk(1, "a")];
    expect(kinds(comparedRows(before, moved))).toEqual(["2 same", "removed b"]);
  });
});

describe("wordDiff", () => {
  const shown = (pieces: readonly { text: string; isMarked: boolean }[]) =>
    pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join("");

  it.each([
    ["annual leave of ten days", "annual leave of 12 days", "annual leave of [ten] days", "annual leave of [12] days"],
    ["出張の日当は実費とする", "出張の手当は実費とする", "出張の[日当]は実費とする", "出張の[手当]は実費とする"],
    ["same", "same", "same", "same"],
    ["", "all new", "", "[all new]"],
  ])("marks the words of %j and %j that the other lacks", (before, after, old, now) => {
    const diff = wordDiff(before, after);
    expect([shown(diff.before), shown(diff.after)]).toEqual([old, now]);
  });

  it("marks all of two texts that have too little in common, in bounded time", () => {
    const text = (word: string) => Array.from({ length: 2_000 }, (_, i) => `${word}${i}`).join(" ");
    const { before, after } = wordDiff(text("a"), text("b"));
    expect([before, after].map((pieces) => pieces.map(({ isMarked }) => isMarked))).toEqual([[true], [true]]);
  });
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { EVERYONE } from "@retrieval/core";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { StructuredChunk } from "../../src/admin/documents/answers.js";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
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
function versioned({ hasDraft = false, destroyed = false } = {}) {
  const versions = [
    {
      number: 2,
      title: "就業規則",
      version: "2026-04-01",
      published_at: "2026-04-01T00:00:00.000Z",
      by_user: null,
      original_for: "admins",
      ...{ effective_from: "2026-04-01", note: null, standing: "in_force", withdrawn: null as object | null },
    },
    {
      number: 1,
      title: "旧規則",
      version: "2025-04-01",
      published_at: "2025-04-01T00:00:00.000Z",
      by_user: "900001",
      original_for: "readers",
      ...{ effective_from: "2025-04-01", note: "制定", standing: "past", withdrawn: null as object | null },
    },
  ];
  if (destroyed) {
    const withdrawn = { at: "2026-05-01T00:00:00.000Z", by_user: "900001", reason: "RETENTION_YEARS=7" };
    versions[1] = { ...(versions[1] as (typeof versions)[number]), standing: "withdrawn", withdrawn };
  }
  const chunks = (all: StructuredChunk[]) => (sent: { query: URLSearchParams }) => {
    // Two pages, as a long document has.
    const from = Number(sent.query.get("cursor") ?? 0);
    return answer({ items: all.slice(from, from + 2), next_cursor: from === 0 ? "2" : null });
  };
  return answering({
    [`GET ${PATH}/access-rules`]: () =>
      answer({ document_id: "work-rules", title: "就業規則", access_rules: EVERYONE, warnings: [] }),
    [`GET ${PATH}/versions`]: () => answer({ items: versions, next_cursor: null }),
    "GET /api/config": () => answer({ time_zone: "UTC" }),
    [`POST ${PATH}/versions/1/withdraw`]: ({ json }) => {
      const withdrawn = { at: "2026-05-01T00:00:00.000Z", by_user: "900001", ...(json as object) };
      versions[1] = { ...(versions[1] as (typeof versions)[number]), standing: "withdrawn", withdrawn };
      return answer(null, 204);
    },
    [`PATCH ${PATH}/versions/2`]: () => answer(null, 204),
    [`GET ${PATH}/versions/1/chunks`]: chunks(FIRST),
    [`GET ${PATH}/chunks`]: (sent) => chunks(sent.query.has("draft") ? FIRST : SECOND)(sent),
    "POST /api/manage/documents/plan": () => answer({ items: [{ draft: hasDraft ? {} : null, publication: {} }] }),
    [`POST ${PATH}/versions/1/restore`]: () =>
      answer({ number: null, changes: { unchanged: 1, changed: 1, added: 1, removed: 1 }, warnings: [] }),
  });
}

describe("The versions of a document", () => {
  it("are listed with who and when, and can be restored as a draft", async () => {
    const service = versioned();
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service);
    await screen.findByRole("heading", { name: /Version 2/ });
    screen.getByText(/旧規則/);
    screen.getByText(/900001/);
    screen.getByText(/The service itself/);
    screen.getByText("Original file for administrators");
    screen.getByText("Original file for readers");
    expect(screen.queryByRole("button", { name: "Restore version 2" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Restore version 1" }));
    const question = await screen.findByRole("alertdialog");
    within(question).getByText(/“旧規則” \(2025-04-01\) is kept as a draft/);
    expect(within(question).queryByText(/This document has a draft/)).toBeNull();
    expect(service.sent.some(({ path }) => path.endsWith("/restore"))).toBe(false);
    await user.click(within(question).getByRole("button", { name: "Make a draft" }));
    await waitFor(() => expect(location.pathname).toBe("/admin/documents/work-rules/draft"));
    expect(service.sent.filter(({ path }) => path.endsWith("/restore")).map(({ json }) => json)).toEqual([
      { publish: false },
    ]);
  });

  it("warn before a draft is replaced by a restoration", async () => {
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, versioned({ hasDraft: true }));
    await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
    await screen.findByText("This document has a draft, which this one replaces.");
  });

  it("say that a draft may be there where the service did not answer", async () => {
    const user = userEvent.setup();
    const service = versioned();
    const fetch: typeof service.fetch = async (input, init) =>
      String(input).endsWith("/plan") ? refusal(500, "INTERNAL_ERROR", "Failed.") : service.fetch(input, init);
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, { ...service, fetch });
    await user.click(await screen.findByRole("button", { name: "Restore version 1" }));
    await screen.findByText("It could not be checked whether the document has a draft, which this one would replace");
  });

  it("and the draft are compared on a page of their own", async () => {
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, versioned());
    const compare = await screen.findByRole("link", { name: "Compare version 1 with version 2" });
    expect(compare.getAttribute("href")).toBe("/documents/work-rules/comparison?from=1&to=2");
    cleanup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, versioned());
    const draft = await screen.findByRole("link", { name: "Compare with the version in force" });
    expect(draft.getAttribute("href")).toBe("/documents/work-rules/comparison?to=draft");
  });

  it("are withdrawn with a reason, except the one in force", async () => {
    const service = versioned();
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service);
    await user.click(await screen.findByRole("button", { name: "Withdraw version 1" }));
    expect(screen.queryByRole("button", { name: "Withdraw version 2", hidden: true })).toBeNull();
    const dialog = within(await screen.findByRole("alertdialog", { name: "Withdraw version 1?" }));
    dialog.getByText(/by no address.*This cannot be undone/);
    const confirm = dialog.getByRole("button", { name: "Withdraw this version" });
    expect(confirm).toHaveProperty("disabled", true);
    await user.type(dialog.getByLabelText("Reason"), "Wrong file");
    await user.click(confirm);
    await screen.findByText("Version 1 is withdrawn");
    await screen.findByText(/Wrong file/);
    expect(screen.queryByRole("button", { name: /(Restore|Correct|Withdraw).* version 1/ })).toBeNull();
    expect(service.sent.find(({ path }) => path.endsWith("/withdraw"))?.json).toEqual({ reason: "Wrong file" });
  });

  it("say in words that one was destroyed after its retention", async () => {
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, versioned({ destroyed: true }), "ja");
    await screen.findByText(/保存期間（7 年）の満了により破棄/);
  });

  it("have their day and reason corrected, with a warning of another one that comes into force", async () => {
    const service = versioned();
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service, "ja");
    await user.click(await screen.findByRole("button", { name: "第 2 版の施行日・理由を訂正" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "第 2 版の訂正" }));
    const confirm = dialog.getByRole("button", { name: "訂正する" });
    expect(confirm).toHaveProperty("disabled", true);
    const from = dialog.getByLabelText("施行日");
    fireEvent.change(from, { target: { value: "2999-04-01" } });
    await dialog.findByText("訂正するとすぐに、第 1 版が現行になります。");
    fireEvent.change(from, { target: { value: "2026-03-01" } });
    expect(dialog.queryByText(/現行になります/)).toBeNull();
    await user.type(dialog.getByLabelText("改定の理由"), "法改正のため。");
    await user.click(confirm);
    await screen.findByText("第 2 版を訂正しました");
    expect(service.sent.find(({ method }) => method === "PATCH")?.json).toEqual({
      ...{ effective_from: "2026-03-01", note: "法改正のため。" },
    });
  });

  it("of an unpublished document do not exist", async () => {
    const service = answering({
      [`GET ${PATH}/access-rules`]: () => refusal(404, "DOCUMENT_NOT_FOUND", "No such document."),
    });
    show(<DocumentAdminPage document_id="work-rules" part="versions" />, service);
    await screen.findByText("This document is not published");
  });
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { EVERYONE } from "@retrieval/core";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { answer, answering, refusal, show } from "./service.js";

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

const PATH = "/api/manage/documents/work-rules";
const chunk = {
  chunk_id: "work-rules::paragraph-1",
  doc_id: "work-rules",
  text_type: "paragraph",
  display: { title: "", breadcrumb: ["第1章 総則"], body_text: "在宅勤務について定める。", body_md: null },
};

const DRAFT = {
  ...{ accepted: 7, title: "就業規則", version: "2027-04-01", version_is_default: false, by_user: null },
  ...{ effective_from: null as string | null, note: null, notice: "none", confirm_by: null },
  returned: null as object | null,
};

const KINDS = ["changed", "moved", "renumbered", "added"];

/** A document with a draft that can be published. @param ruled when its rule is read after that */
function drafted({
  ruled = Promise.resolve(),
  draft = DRAFT as Omit<typeof DRAFT, "by_user"> & { by_user: string | null },
  inForce = null as string | null,
  four_eyes = false,
} = {}) {
  let isPublished = false;
  return answering({
    async [`GET ${PATH}/access-rules`]() {
      if (!isPublished) return refusal(404, "DOCUMENT_NOT_FOUND", "No such document.");
      await ruled;
      return answer({ document_id: "work-rules", title: "就業規則", access_rules: EVERYONE, warnings: [] });
    },
    [`GET ${PATH}/chunks`]: ({ query }) =>
      (query.get("draft") === "true") === isPublished
        ? refusal(404, "DOCUMENT_NOT_FOUND", "There is no draft of this document.")
        : answer({ items: [chunk], next_cursor: null }),
    [`GET ${PATH}`]: () =>
      answer({
        document_id: "work-rules",
        title: "就業規則",
        abolished: null,
        version_number: null,
        coming: null,
        deletable: true,
        draft,
      }),
    [`GET ${PATH}/versions`]: () =>
      answer({ items: inForce === null ? [] : [{ number: 1, standing: "in_force", effective_from: inForce }] }),
    "GET /api/documents/work-rules/comparison": () => answer({ articles: KINDS.map((kind) => ({ kind })) }),
    "GET /api/config": () => answer({ time_zone: "UTC", four_eyes }),
    "POST /api/manage/documents/plan": () => {
      const publication = { access_rules: EVERYONE, readers: { now: 0, after: 281 } };
      return answer({ items: [{ draft: { title: "就業規則", version: "2" }, publication, problems: [] }] });
    },
    [`POST ${PATH}/draft/return`]: () => answer(null, 204),
    [`POST ${PATH}/draft/approve`]: () =>
      answer({ changes: { unchanged: 2, changed: 1, added: 7, removed: 0 }, warnings: [] }),
    [`POST ${PATH}/publish`]: () => {
      if (isPublished) return refusal(404, "DOCUMENT_NOT_FOUND", "There is no draft of this document.");
      isPublished = true;
      return answer({
        changes: { unchanged: 2, changed: 1, added: 7, removed: 0 },
        warnings: [{ message: "the access rule was changed after this version was sent" }],
      });
    },
    [`DELETE ${PATH}`]: () => ({ ok: true, status: 204, headers: new Headers(), text: async () => "" }) as Response,
  });
}

describe("A draft", () => {
  it("is shown as it will be, published after a confirmation, and reports the changes", async () => {
    let readRule = () => {};
    const service = drafted({ ruled: new Promise((resolve) => (readRule = resolve)) });
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, service);
    await screen.findByText("在宅勤務について定める。");
    screen.getByText("第1章 総則");
    await user.click(screen.getByRole("button", { name: "Publish" }));
    expect(service.sent.some(({ path }) => path.endsWith("/publish"))).toBe(false);
    await screen.findByText("281 users will be able to read it immediately");
    screen.getByText("Access rule: Everyone.");
    screen.getByText("Apart from administrators and developers, no user can read it today.");
    await user.click(await screen.findByRole("button", { name: /^Publish \(in force immediately/ }));
    await screen.findByText("The draft is published");
    screen.getByText("7 added");
    screen.getByText(/access rule was changed after this version was sent/);
    readRule();
    await screen.findByRole("heading", { name: "就業規則" });
    screen.getByText("The draft is published");
    expect(service.sent.filter(({ path }) => path.endsWith("/publish"))).toHaveLength(1);
  });

  it("waits for another administrator where this one uploaded it, and shows the comment with which it was returned", async () => {
    const own = { ...DRAFT, by_user: "900001" };
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, drafted({ four_eyes: true, draft: own }));
    await screen.findByText("Waiting for another administrator");
    await screen.findByText("在宅勤務について定める。");
    expect(screen.queryByRole("button", { name: /Publish|Approve|Return/ })).toBeNull();
    cleanup();
    const returned = { at: "2027-01-01T00:00:00.000Z", by_user: "100001", comment: "第3条の金額" };
    const service = drafted({ four_eyes: true, draft: { ...own, returned } });
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, service);
    await screen.findByText("第3条の金額");
    screen.getByText(/^Returned by/);
    screen.getByText("Upload a corrected version; it replaces this draft.");
  });

  it("of another administrator is returned with a comment, or approved", async () => {
    const service = drafted({ four_eyes: true, draft: { ...DRAFT, by_user: "100001" } });
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, service, "ja");
    await user.click(await screen.findByRole("button", { name: "差し戻し" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByRole("button", { name: "差し戻す" })).toHaveProperty("disabled", true);
    await user.type(dialog.getByLabelText("修正してほしい点"), "第3条の金額");
    await user.click(dialog.getByRole("button", { name: "差し戻す" }));
    await user.click(await screen.findByRole("button", { name: "承認して公開" }));
    await user.click(await screen.findByRole("button", { name: /^公開する/ }));
    await screen.findByText("下書きを公開しました");
    const posted = service.sent.filter(({ path }) => path.includes("/draft/"));
    expect(posted.map(({ path }) => path)).toEqual([`${PATH}/draft/return`, `${PATH}/draft/approve`]);
    expect(posted.map(({ headers }) => headers["If-Match"])).toEqual(['"7"', '"7"']);
    expect(posted[0]?.json).toEqual({ comment: "第3条の金額" });
  });

  it("that does not exist is no failure", async () => {
    show(<DocumentAdminPage document_id="other" part="draft" />, answering({}));
    await screen.findByText("There is no draft of this document");
    screen.getByText("Not published");
  });

  it("is offered if a document is not published", async () => {
    show(<DocumentAdminPage document_id="work-rules" part="access" />, drafted());
    const link = await screen.findByRole("link", { name: "Look for a draft" });
    expect(link.getAttribute("href")).toBe("/admin/documents/work-rules/draft");
  });
});

describe("The dialog of a publication", () => {
  const TODAY = new Date().toISOString().slice(0, 10);
  const open = async (state: Parameters<typeof drafted>[0], version = DRAFT.version) => {
    const service = drafted({ draft: { ...DRAFT, version }, ...state });
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, service, "ja");
    await user.click(await screen.findByRole("button", { name: "公開" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "就業規則の公開" }));
    const from = dialog.getByLabelText<HTMLInputElement>("施行日");
    const choose = async (day: string) => {
      await user.clear(from);
      await user.type(from, day);
    };
    return { service, user, dialog, from, choose };
  };
  const sent = (service: ReturnType<typeof drafted>) =>
    service.sent.find(({ path }) => path.endsWith("/publish"))?.json;

  it("begins with today, counts the articles that change, and leads to the comparison", async () => {
    const { dialog, from } = await open({ inForce: "2025-04-01" }, "4版");
    expect(from.value).toBe(TODAY);
    await dialog.findByText(/変更 3 件、新設 1 件、削除 0 件$/);
    expect(dialog.getByRole("link", { name: "新旧対照表を見る" }).getAttribute("href")).toBe(
      "/documents/work-rules/comparison?to=draft",
    );
    expect(dialog.queryByText(/日付が施行日と違います|過去です/)).toBeNull();
  });

  it("repeats the day on its button, and sends the name, the reason, who is told and until when", async () => {
    const { service, user, dialog, choose } = await open({});
    await choose("2999-04-01");
    const name = dialog.getByLabelText<HTMLInputElement>("版の名前");
    expect(name.value).toBe("2027-04-01");
    await user.clear(name);
    await user.type(name, "第4版");
    await user.type(dialog.getByLabelText("改定の理由"), "法改正のため。");
    await user.click(dialog.getByRole("radio", { name: "確認を求める" }));
    const publish = dialog.getByRole("button", { name: "公開する（2999年4月1日施行）" });
    expect(publish).toHaveProperty("disabled", true);
    await user.type(dialog.getByLabelText("確認の期限"), "2999-05-01");
    await user.click(publish);
    await screen.findByText("下書きを公開しました");
    expect(sent(service)).toEqual({
      ...{ effective_from: "2999-04-01", version: "第4版", notice: "confirm" },
      ...{ note: "法改正のため。", confirm_by: "2999-05-01" },
    });
  });

  it("warns of a day that is over, of one before the version in force, and of another date in the version's name", async () => {
    const { dialog, choose } = await open({ inForce: "2025-04-01" });
    dialog.getByText("版の名前の日付が施行日と違います。");
    await choose("2026-04-01");
    await dialog.findByText(/^施行日が過去です。公開するとすぐに施行されます。/);
    dialog.getByRole("button", { name: "公開する（2026年4月1日施行、すぐに切り替え）" });
    await choose("2024-04-01");
    await dialog.findByText(/^2025年4月1日に施行された版のほうが新しいため、過去の版として残ります。/);
    dialog.getByRole("button", { name: "過去の版として公開する（2024年4月1日施行）" });
    await choose("2027-04-01");
    expect(dialog.queryByText(/日付が施行日と違います/)).toBeNull();
  });

  it("names a version after its day where no name is given", async () => {
    const { service, user, dialog } = await open({ draft: { ...DRAFT, version_is_default: true } });
    expect(dialog.getByLabelText<HTMLInputElement>("版の名前").value).toBe("");
    await user.click(dialog.getByRole("button", { name: /^公開する/ }));
    await screen.findByText("下書きを公開しました");
    expect(sent(service)).toMatchObject({ version: null });
  });

  it("begins with the day that the draft was sent with", async () => {
    const { from } = await open({ draft: { ...DRAFT, effective_from: "2027-04-01" } });
    expect(from.value).toBe("2027-04-01");
  });
});

describe("Deleting a document", () => {
  it("requires the typed identifier, and returns to the list", async () => {
    const service = drafted();
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, service);
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const question = await screen.findByRole("alertdialog");
    const confirm = within(question).getByRole("button", { name: "Delete this document" });
    await user.type(within(question).getByRole("textbox"), "work-rule");
    expect(confirm).toHaveProperty("disabled", true);
    await user.keyboard("{Enter}");
    expect(service.sent.some(({ method }) => method === "DELETE")).toBe(false);
    await user.keyboard("s{Enter}");
    await screen.findByText("Not published");
    expect(service.sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    expect(location.pathname).toBe("/admin/documents");
  });
});

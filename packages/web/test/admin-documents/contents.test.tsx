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

/** A document with a draft that can be published. @param ruled when its rule is read after that */
function drafted(ruled = Promise.resolve()) {
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
    "POST /api/manage/documents/plan": () => {
      const publication = { access_rules: EVERYONE, readers: { now: 0, after: 281 } };
      return answer({ items: [{ draft: { title: "就業規則", version: "2" }, publication, problems: [] }] });
    },
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
    const service = drafted(new Promise((resolve) => (readRule = resolve)));
    const user = userEvent.setup();
    show(<DocumentAdminPage document_id="work-rules" part="draft" />, service);
    await screen.findByText("在宅勤務について定める。");
    screen.getByText("第1章 総則");
    await user.click(screen.getByRole("button", { name: "Publish" }));
    expect(service.sent.some(({ path }) => path.endsWith("/publish"))).toBe(false);
    await screen.findByText("281 users will be able to read it immediately");
    screen.getByText("Access rule: Everyone.");
    screen.getByText("Apart from administrators and developers, no user can read it today.");
    await user.click(await screen.findByRole("button", { name: "Publish the draft" }));
    await screen.findByText("The draft is published");
    screen.getByText("7 added");
    screen.getByText(/access rule was changed after this version was sent/);
    readRule();
    await screen.findByRole("heading", { name: "就業規則" });
    screen.getByText("The draft is published");
    expect(service.sent.filter(({ path }) => path.endsWith("/publish"))).toHaveLength(1);
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

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { EVERYONE } from "@retrieval/core";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { DocumentsAdminPage } from "../../src/admin/documents/documents-admin-page.js";
import { answer, answering, refusal, type Sent, show } from "./service.js";

afterEach(cleanup);

const PATH = "/api/manage/documents/work-rules";
const RECORD = {
  ...{ document_id: "work-rules", title: "就業規則", version: "2026-04-01", access_rules: EVERYONE, draft: null },
  ...{ number: "人-001", category: "人事/就業", owner: "人事部", contact: null, review_by: "2026-10-01" },
  ...{ editors: ["100001"], history: "admins", effective_from: "2026-04-01" },
  ...{ abolished: null, version_number: 1, next_on: null },
};

describe("The fields of a document", () => {
  const open = (change: (sent: Sent) => Response) => {
    const service = answering({
      [`GET ${PATH}/access-rules`]: () => answer({ title: "就業規則", access_rules: EVERYONE, warnings: [] }),
      [`GET ${PATH}`]: () => answer(RECORD),
      [`PATCH ${PATH}`]: change,
    });
    show(<DocumentAdminPage document_id="work-rules" part="fields" />, service);
    return service;
  };

  it("are shown, and only those that are edited are sent, null for an emptied one", async () => {
    const service = open(() => answer(RECORD));
    const user = userEvent.setup();
    const number = await screen.findByRole<HTMLInputElement>("textbox", { name: "Number" });
    expect(number.value).toBe("人-001");
    const save = screen.getByRole("button", { name: "Save" });
    expect(save).toHaveProperty("disabled", true);
    await user.clear(number);
    await user.type(screen.getByRole("textbox", { name: "Contact" }), "1234");
    await user.click(screen.getByRole("radio", { name: "Everyone who may read it" }));
    const editors = screen.getByRole("grid", { name: "Only these administrators may change it" });
    await user.click(within(editors).getByRole("button", { name: "Remove 100001" }));
    screen.getByText("All administrators may change it");
    await user.click(save);
    await screen.findByText("Saved.");
    expect(service.sent.find(({ method }) => method === "PATCH")?.json).toEqual({
      ...{ number: null, contact: "1234", history: "readers", editors: [] },
    });
  });

  it("stay as they were typed where the service refuses them", async () => {
    open(() => refusal(403, "FORBIDDEN", "Only these administrators change this document: 100001."));
    const user = userEvent.setup();
    await user.type(await screen.findByRole("textbox", { name: "Owner" }), "2");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/Only these administrators change this document/);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Owner" }).value).toBe("人事部2");
  });
});

describe("The list of documents", () => {
  it("is narrowed to a category, an owner, what is due for a review, and what was abolished", async () => {
    const service = answering({
      "GET /api/manage/documents": () => answer({ items: [RECORD], next_cursor: null }),
      "GET /api/manage/models": () => answer({ items: [] }),
      "GET /api/manage/drafts": () => answer({ items: [], next_cursor: null }),
      "GET /api/manage/embeddings": () => answer({ documents: 0, embedded: 0, kept_back: 0 }),
    });
    const last = () =>
      Object.fromEntries(service.sent.findLast(({ path }) => path === "/api/manage/documents")?.query ?? []);
    const user = userEvent.setup();
    show(<DocumentsAdminPage />, service);
    await user.click(await screen.findByRole("button", { name: "Only 人事部" }));
    await waitFor(() => expect(last()).toEqual({ owner: "人事部" }));
    expect(screen.queryByText("October 1, 2026")).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Only those due for a review" }));
    await waitFor(() => expect(last()).toEqual({ review_due: "true", owner: "人事部" }));
    await screen.findByText("October 1, 2026");
    await user.click(screen.getByRole("button", { name: "Not only 人事部" }));
    await waitFor(() => expect(last()).toEqual({ review_due: "true" }));
    await user.click(screen.getByRole("checkbox", { name: "Only abolished ones" }));
    await waitFor(() => expect(last()).toEqual({ review_due: "true", abolished: "true" }));
  });
});

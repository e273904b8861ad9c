/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { EVERYONE } from "@retrieval/core";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentAdminPage } from "../../src/admin/documents/document-admin-page.js";
import { answer, answering, refusal, show } from "./service.js";

afterEach(cleanup);

const PATH = "/api/manage/documents/condolence";
const RULES = { title: "慶弔規程", access_rules: EVERYONE, warnings: [] };
const IN_FORCE = {
  ...{ document_id: "condolence", title: "慶弔規程", version: "1", access_rules: EVERYONE, draft: null },
  ...{ effective_from: "2026-04-01", version_number: 1, coming: null, next_on: null as string | null },
  ...{ abolished: null as object | null, deletable: false },
};
const END = { effective_on: "2027-04-01", reason: "福利厚生規程に統合したため。", replaced_by: "welfare" };

/** What the list of versions shows besides. */
const shown = (version: object) => ({
  ...{ title: "慶弔規程", version: "1", published_at: "2026-04-01T00:00:00.000Z", by_user: null, original_for: null },
  ...{ note: null, notice: "none", confirm_by: null, withdrawn: null, ...version },
});

/** A document that can be abolished, and whose end can be cancelled. */
function documentOf(fields: Partial<Record<keyof typeof IN_FORCE, unknown>> = {}, calls = {}) {
  let record = { ...IN_FORCE, ...fields };
  const service = answering({
    [`GET ${PATH}/access-rules`]: () => answer(RULES),
    "GET /api/manage/documents/welfare/access-rules": () => answer({ ...RULES, title: "福利厚生規程" }),
    [`GET ${PATH}`]: () => answer(record),
    [`GET ${PATH}/versions`]: () => answer({ items: [], next_cursor: null }),
    "GET /api/manage/documents": () =>
      answer({ items: [IN_FORCE, { ...IN_FORCE, document_id: "welfare", title: "福利厚生規程" }], next_cursor: null }),
    [`POST ${PATH}/abolish`]: ({ json }) => {
      const abolished = json as typeof END;
      record = { ...record, abolished, next_on: abolished.effective_on };
      return answer(null, 204);
    },
    [`DELETE ${PATH}/abolish`]: () => {
      record = { ...record, abolished: null, next_on: null };
      return answer(null, 204);
    },
    ...calls,
  });
  show(<DocumentAdminPage document_id="condolence" part="versions" />, service, "ja");
  return service;
}

describe("The end of a document", () => {
  it("is decided with a day, a reason and a successor, and can be cancelled until it comes", async () => {
    const service = documentOf();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "廃止" }));
    const dialog = await screen.findByRole("alertdialog", { name: /慶弔規程.*の廃止/ });
    expect(within(dialog).getByRole("button", { name: "廃止" })).toHaveProperty("disabled", true);
    fireEvent.change(within(dialog).getByLabelText(/廃止日/), { target: { value: END.effective_on } });
    const confirm = within(dialog).getByRole("button", { name: "廃止する（2027年4月1日）" });
    expect(confirm).toHaveProperty("disabled", true);
    await user.type(within(dialog).getByLabelText(/廃止の理由/), END.reason);
    await user.click(within(dialog).getByRole("combobox", { name: /これに代わる規程/ }));
    await user.keyboard("{ArrowDown}");
    await user.click(await screen.findByRole("option", { name: /福利厚生規程/ }));
    expect(screen.queryByRole("option", { name: /慶弔規程/ })).toBeNull();
    await within(dialog).findByText("福利厚生規程");
    await user.click(confirm);
    await screen.findByText("2027年4月1日に廃止されます");
    screen.getByText(END.reason);
    expect(service.sent.find(({ method }) => method === "POST")?.json).toEqual(END);
    expect(screen.queryByRole("button", { name: "廃止" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "廃止を取りやめる" }));
    await screen.findByRole("button", { name: "廃止" });
    expect(screen.queryByText("2027年4月1日に廃止されます")).toBeNull();
  });

  it("is corrected in the same dialog, also after its day", async () => {
    const service = documentOf({ version_number: null, effective_from: null, abolished: END });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "廃止の訂正" }));
    const field = await screen.findByLabelText(/廃止日/);
    expect(field).toHaveProperty("value", END.effective_on);
    fireEvent.change(field, { target: { value: "2027-05-01" } });
    await user.click(screen.getByRole("button", { name: "廃止する（2027年5月1日）" }));
    await screen.findByText("2027年5月1日に廃止されます");
    const corrected = { ...END, effective_on: "2027-05-01" };
    expect(service.sent.find(({ method }) => method === "POST")?.json).toEqual(corrected);
  });

  it("names the versions to come that will not come into force", async () => {
    const version = (number: number, effective_from: string, standing: string) => ({
      number,
      effective_from,
      standing,
    });
    const items = [
      version(3, "2027-06-01", "coming"),
      version(2, "2027-02-01", "coming"),
      version(1, "2026-04-01", "in_force"),
    ];
    documentOf({}, { [`GET ${PATH}/versions`]: () => answer({ items: items.map(shown), next_cursor: null }) });
    await userEvent.setup().click(await screen.findByRole("button", { name: "廃止" }));
    const field = await screen.findByLabelText(/廃止日/);
    fireEvent.change(field, { target: { value: "2027-04-01" } });
    await screen.findByText("2027年6月1日施行の版は、施行されなくなります。");
    fireEvent.change(field, { target: { value: "2027-07-01" } });
    expect(screen.queryByText(/施行されなくなります/)).toBeNull();
  });

  it("takes the place of a deletion, except for what was published by mistake", async () => {
    documentOf();
    await screen.findByRole("button", { name: "廃止" });
    expect(screen.queryByRole("button", { name: "削除" })).toBeNull();
    cleanup();
    documentOf({ deletable: true });
    await screen.findByRole("button", { name: "削除" });
  });

  it("is decided also before the first version is in force", async () => {
    const coming = { effective_from: "2999-04-01", version: "1", version_number: 1, note: null };
    documentOf({ version_number: null, effective_from: null, coming });
    await screen.findByRole("button", { name: "廃止" });
  });

  it("is not decided where the service refuses it, and says why", async () => {
    const refused = "Only these administrators change this document: 100001.";
    documentOf({}, { [`POST ${PATH}/abolish`]: () => refusal(403, "FORBIDDEN", refused) });
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "廃止" }));
    fireEvent.change(await screen.findByLabelText(/廃止日/), { target: { value: END.effective_on } });
    await user.type(screen.getByLabelText(/廃止の理由/), END.reason);
    await user.click(screen.getByRole("button", { name: "廃止する（2027年4月1日）" }));
    await screen.findByText(refused);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/廃止の理由/).value).toBe(END.reason);
  });

  it("cannot be cancelled any more when it has come", async () => {
    documentOf({ abolished: END, effective_from: null, version_number: null });
    await screen.findByText("2027年4月1日に廃止されました");
    expect(screen.queryByRole("button", { name: "廃止を取りやめる" })).toBeNull();
    expect(screen.queryByRole("button", { name: "廃止" })).toBeNull();
  });

  it("is over when a later version has put the document in force again", async () => {
    documentOf({ abolished: END, effective_from: "2027-06-01", version_number: 2 });
    await screen.findByRole("button", { name: "廃止" });
    expect(screen.queryByText(/に廃止/)).toBeNull();
  });
});

/** @jest-environment jsdom */
import { afterEach, describe, expect, it } from "@jest/globals";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { VocabularyPage } from "../src/admin/vocabulary/vocabulary-page.js";
import "./patience.js";
import { answer, refusal, type Sent, show } from "./admin-documents/service.js";

// Missing from jsdom.
Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(0);

const entry = (said: string, meant: readonly string[], fields: object = {}) => ({
  ...{ said, meant, both_ways: false, weight: 0.8, on: true, starter: false, version: `${said}1` },
  ...fields,
});
const BONUS = entry("ボーナス", ["賞与"], { starter: true });
const HOME = entry("在宅", ["テレワーク"], { weight: 0.25 });
const ADMIN = { user_id: "900001", display_name: "管理 太郎", role: "admin", expires_at: "2999-01-01T00:00:00.000Z" };
const CHANGES = { added: [entry("車", ["自動車"])], changed: [], removed: [BONUS], unchanged: 1 };

/** Answers each call as the test says. */
class VocabularyService {
  readonly sent: Sent[] = [];
  readonly bodies: unknown[] = [];
  answers: Readonly<Record<string, () => Response>> = {};

  readonly fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(input), "https://service.example");
    const json = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const headers = init.headers as Record<string, string>;
    const call = {
      method: init.method ?? "GET",
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers,
      json,
    };
    this.sent.push(call);
    if (init.body) this.bodies.push(init.body);
    const list = { items: [BONUS, HOME], matches: 2, next_cursor: null };
    const usual: Readonly<Record<string, () => Response>> = {
      "GET /api/session": () => answer(ADMIN),
      "GET /api/manage/vocabulary": () => answer(list),
      ...this.answers,
    };
    return usual[`${call.method} ${call.path}`]?.() ?? refusal(404, "NOT_FOUND", "Nothing there.");
  };

  get changes() {
    const { sent } = this;
    return sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path, headers, json }) => {
        const condition = headers["If-Match"] ?? `new ${headers["If-None-Match"]}`;
        return [method, path.replace("/api/manage/vocabulary", ""), condition, json];
      });
  }
}

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

async function shown(service: VocabularyService) {
  show(<VocabularyPage />, service);
  await screen.findByRole("table");
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const SAID = "The word that users say";
const MEANT = "Words that documents use instead";
const ENTRY = "/api/manage/vocabulary/在宅";

describe("The vocabulary", () => {
  it("sends each change of an entry with the version that was shown", async () => {
    const service = new VocabularyService();
    service.answers = {
      [`PUT ${ENTRY}`]: () => answer(HOME),
      [`DELETE ${ENTRY}`]: () => answer(null, 204),
    };
    await shown(service);
    fireEvent.click(screen.getByRole("checkbox", { name: "Use “在宅”" }));
    await screen.findByText(/在宅.* is saved. The next search uses it/);
    press(/^Change .*在宅/);
    type(MEANT, " 在宅勤務 \nテレワーク\n在宅勤務\n");
    press("Save");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    press(/^Remove .*在宅/);
    press("Remove");
    await screen.findByText(/在宅.* is removed/);
    press("Add an entry");
    type(SAID, " 車 ");
    type(MEANT, "自動車");
    press("Save");
    await screen.findByText("Nothing there.");
    const { starter: _, version: __, ...home } = HOME;
    expect(service.changes).toEqual([
      ["PUT", "/在宅", '"在宅1"', { ...HOME, on: false }],
      ["PUT", "/在宅", '"在宅1"', { ...home, meant: ["在宅勤務", "テレワーク"] }],
      ["DELETE", "/在宅", '"在宅1"', undefined],
      ["PUT", "/車", "new *", { ...home, said: "車", meant: ["自動車"], weight: 0.8 }],
    ]);
  });

  it("shows how an entry is now that another user has changed, and keeps what was typed", async () => {
    const service = new VocabularyService();
    const theirs = entry("在宅", ["在宅勤務"], { version: "在宅2" });
    service.answers = {
      [`PUT ${ENTRY}`]: () => refusal(412, "PRECONDITION_FAILED", "It has changed."),
      [`GET ${ENTRY}`]: () => answer(theirs),
    };
    await shown(service);
    press(/^Change .*在宅/);
    type(MEANT, "自宅勤務");
    press("Save");
    await screen.findByText(/在宅.*在宅勤務.*weight 0.8/);
    service.answers = { [`PUT ${ENTRY}`]: () => answer(theirs) };
    press("Save");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(service.changes.map(([, , version, json]) => [version, (json as typeof HOME).meant])).toEqual([
      ['"在宅1"', ["自宅勤務"]],
      ['"在宅2"', ["自宅勤務"]],
    ]);
  });

  it("opens the entry of the word in its address, or a new one", async () => {
    const service = new VocabularyService();
    service.answers = { [`GET ${ENTRY}`]: () => answer(HOME) };
    const open = (said: string) => {
      history.replaceState(null, "", `/admin/vocabulary?said=${said}`);
      show(<VocabularyPage />, service);
    };
    open("在宅");
    await within(await screen.findByRole("alertdialog", { name: /Change .*在宅/ })).findByDisplayValue("テレワーク");
    cleanup();
    open("車");
    await within(await screen.findByRole("alertdialog", { name: "Add an entry" })).findByDisplayValue("車");
  });
});

describe("A CSV", () => {
  const choose = () =>
    fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
      target: { files: [new File(["said,meant\n"], "words.csv", { type: "text/csv" })] },
    });
  const put = "PUT /api/manage/vocabulary";

  it("shows its changes, applies them to the version that it was compared with, and shows new ones after another change", async () => {
    const service = new VocabularyService();
    service.answers = { [put]: () => answer(CHANGES, 200, { etag: '"v1"' }) };
    await shown(service);
    choose();
    const dialog = await screen.findByRole("alertdialog", { name: "Use words.csv?" });
    within(dialog).getByText("1 added, 1 removed");
    within(dialog).getByText(/1 unchanged/);
    within(dialog).getByText(/車.*自動車/);
    let calls = 0;
    service.answers = {
      [put]: () =>
        ++calls === 1 ? refusal(412, "PRECONDITION_FAILED", "It has changed.") : answer(CHANGES, 200, { etag: '"v2"' }),
    };
    press("Replace the vocabulary");
    await within(dialog).findByText(/has changed since/);
    press("Replace the vocabulary");
    await screen.findByText(/The vocabulary is replaced: 1 added, 1 removed/);
    expect(service.changes.map(([, , version]) => version)).toEqual(["new undefined", '"v1"', "new undefined", '"v2"']);
    // Not the file, which may change on the disk.
    expect(service.bodies).toEqual(Array(4).fill(expect.any(Uint8Array)));
  });

  it("that is refused shows what the service says", async () => {
    const message = "line 3: “x” stands in line 2 too; line 4: weight must be a number from 0.1 to 1.";
    const service = new VocabularyService();
    service.answers = {
      [put]: () => answer({ error: { code: "INVALID_REQUEST", message, problems: [] } }, 400),
    };
    await shown(service);
    choose();
    const refused = within(await screen.findByRole("alert"));
    refused.getByText("The file cannot be used");
    refused.getByText(message);
  });
});

/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { CLOSED, EVERYONE } from "@retrieval/core";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DocumentsAdminPage } from "../../src/admin/documents/documents-admin-page.js";
import { UploadPanel } from "../../src/admin/documents/upload/upload-panel.js";
import { answer, answering, refusal, type Sent, show } from "./service.js";

/** The pending request. */
let request: Upload;
/** How many files were sent, and how many of them were answered. */
let sent: number;
let answered: number;

class Upload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = "";
  url = "";
  constructor() {
    request = this;
  }
  open(_method: string, url: string) {
    const { pathname, search } = new URL(url);
    this.url = decodeURIComponent(pathname + search);
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => "content-type: application/json\r\n";
  send() {
    sent += 1;
  }
  abort() {
    this.onabort?.();
  }
  async answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    await act(async () => this.onload?.());
    answered += 1;
  }
}

/** jsdom has no Response. */
function JsonResponse(text: string, { status }: { status: number }) {
  return answer(JSON.parse(text), status);
}

beforeEach(() => {
  sent = answered = 0;
  globalThis.Response = JsonResponse as unknown as typeof Response;
  globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest;
});
afterEach(cleanup);

const job = (more: object) => ({
  job_id: "7",
  document_id: "telework",
  state: "done",
  progress: 1,
  warnings: [],
  changes: null,
  unchanged: false,
  problems: [],
  ...more,
});

const BOARD = { ...CLOSED, allowed_groups: ["board"] };
/** The preview for an upload without a rule, while there is no draft. */
const undrafted =
  (readers: object, access_rules = EVERYONE) =>
  ({ query }: Sent) =>
    query.get("draft") === "true"
      ? refusal(404, "DOCUMENT_NOT_FOUND", "This document has no draft.")
      : answer({ access_rules, readers });

function open(jobs: object[] = [], language: "en" | "ja" = "en", page = <UploadPanel document_id="" />) {
  const closed = undrafted({ now: 0, after: 0 }, CLOSED);
  const service = answering({
    "GET /api/manage/jobs/7": () => answer(jobs.length > 1 ? jobs.shift() : jobs[0]),
    "GET /api/manage/documents/a/publication": closed,
    "GET /api/manage/documents/b/publication": closed,
    "GET /api/manage/documents/c/publication": closed,
    "GET /api/manage/documents/known/access-rules": () =>
      answer({ document_id: "known", title: "Known", access_rules: EVERYONE, warnings: [] }),
    "GET /api/manage/documents/known/publication": undrafted({ now: 281, after: 281 }),
    "GET /api/manage/documents/telework/publication": undrafted({ now: 0, after: 281 }),
    // Its former rule applies again.
    "GET /api/manage/documents/deleted/publication": undrafted({ now: 0, after: 2 }, BOARD),
    "GET /api/manage/documents/drafted/publication": () =>
      answer({ access_rules: EVERYONE, readers: { now: 0, after: 281 } }),
    "GET /api/manage/documents/corrected/access-rules": () =>
      answer({ document_id: "corrected", title: "Corrected", access_rules: EVERYONE, warnings: [] }),
    "GET /api/manage/documents/corrected/publication": ({ query }) =>
      query.get("draft") === "true"
        ? answer({ access_rules: BOARD, readers: { now: 281, after: 2 } })
        : answer({ access_rules: EVERYONE, readers: { now: 281, after: 281 } }),
    "GET /api/manage/documents": () =>
      answer({ items: [{ document_id: "known", title: "Known", version: "3", access_rules: EVERYONE }] }),
  });
  show(page, service, language);
  return { user: userEvent.setup({ delay: null, pointerEventsCheck: 0, applyAccept: false }) };
}

type User = ReturnType<typeof userEvent.setup>;

async function choose(user: User, ...names: string[]) {
  await waitFor(() => expect(document.querySelector("input[type=file]")).not.toBeNull());
  const files = names.map((name) => new File(["x"], name));
  await user.upload(document.querySelector("input[type=file]") as HTMLInputElement, files);
}

async function send(user: User, name: string | RegExp = "Upload") {
  await waitFor(() => expect(screen.getByRole("button", { name })).toHaveProperty("disabled", false));
  await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(sent).toBe(answered + 1));
}

/** As a browser gives what is dropped: files, and folders that it may be unable to read. */
async function drop(...items: readonly object[]) {
  const zone = await screen.findByRole("button", { name: /^Drop|ドロップ/ });
  const dataTransfer = { types: ["Files"], items, effectAllowed: "all", dropEffect: "copy", getData: () => "" };
  for (const event of [fireEvent.dragEnter, fireEvent.dragOver, fireEvent.drop]) event(zone, { dataTransfer });
}

const fileEntry = (name: string) => ({
  isFile: true,
  name,
  file: (done: (file: File) => void) => done(new File(["x"], name)),
});
const folder = (name: string, ...inside: readonly object[]) => {
  const rest = [inside, []];
  return {
    isDirectory: true,
    name,
    createReader: () => ({ readEntries: (done: (e?: object) => void) => done(rest.shift()) }),
  };
};
const closedFolder = (name: string) => ({
  ...{ isDirectory: true, name },
  createReader: () => ({
    readEntries: (_: unknown, fail: (error: Error) => void) => fail(new DOMException("x", "NotReadableError")),
  }),
});
const item = (entry: { name: string }) => ({
  ...{ kind: "file", type: "", webkitGetAsEntry: () => entry },
  getAsFile: () => new File(["x"], entry.name),
});

describe("Files that are dropped", () => {
  it.each([
    ["en", "The browser could not read these, so nothing of them was taken:", "rules/private, secret"],
    ["ja", "次のものはブラウザーで読み取れなかったため、追加されていません。", "rules/private、secret"],
  ] as const)(
    "and folders that the browser cannot read are named, and the others taken: %s",
    async (language, title, names) => {
      open([], language);
      await drop(item(folder("rules", fileEntry("a.md"), closedFolder("private"))), item(closedFolder("secret")));
      const alert = await screen.findByRole("alert");
      expect(alert.textContent).toBe(title + names);
      screen.getByText("rules/a.md");
      await drop(item(fileEntry("b.md")));
      await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
      screen.getByText("b.md");
    },
  );

  it("do not include hidden files of folders", async () => {
    open();
    await drop(item(folder("rules", fileEntry("a.md"), fileEntry("~$a.docx"), folder(".git", fileEntry("b.md")))));
    await screen.findByText("rules/a.md");
    expect(screen.queryByText(/b\.md|~\$/)).toBeNull();
  });

  it.each([
    ["a text", { kind: "string", type: "text/plain" }],
    ["an empty folder", item(folder("rules"))],
    ["a folder of hidden files", item(folder("rules", fileEntry(".DS_Store")))],
  ])("%s has none of: that is announced, instead of what an earlier drop had", async (_, nothing) => {
    open();
    await drop(item(folder("rules", fileEntry("a.md"), fileEntry("logo.png"))));
    await screen.findByText("rules/logo.png");
    await drop(nothing);
    const said = await screen.findByText("There was no file in it, so nothing was added.");
    expect(said.closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByText("rules/logo.png")).toBeNull();
    screen.getByText("rules/a.md");
    await drop(item(fileEntry("b.md")));
    await screen.findByText("b.md");
    expect(screen.queryByText("There was no file in it, so nothing was added.")).toBeNull();
  });

  it("and have no file leave the one that was chosen for a new version", async () => {
    const { user } = open([], "ja", <UploadPanel document_id="known" />);
    await choose(user, "a.md");
    await screen.findByText("a.md");
    await drop(item(folder("rules")));
    await screen.findByText("ファイルが含まれていなかったため、何も追加されていません。");
    screen.getByText("a.md");
  });
});

describe("An upload", () => {
  it("of a new document can keep it as a restricted draft, and reports the result", async () => {
    const changes = { unchanged: 0, changed: 0, added: 12, removed: 0 };
    const { user } = open([
      job({ state: "running", progress: 0.4 }),
      job({
        changes,
        contents: { chapters: 2, articles: 1, tables: 0 },
        warnings: [{ problem: { code: "table.merged_cells" } }],
      }),
    ]);
    await choose(user, "telework.md");
    await screen.findByText("There is no published document with this ID.");
    await user.type(screen.getByRole("textbox", { name: "Title" }), "Telework");
    expect(screen.getByRole("radio", { name: "Keep it as a draft" })).toHaveProperty("checked", true);
    await user.click(screen.getByRole("radio", { name: "No users yet" }));
    await send(user);
    expect(request.url).toBe(
      '/api/manage/documents/telework?title=Telework&publish=false&original=admins&access_rules={"allow_all":false}',
    );
    act(() => request.upload.onprogress?.({ loaded: 1, total: 4 }));
    expect(screen.getByRole("progressbar", { name: "Sending the file" }).getAttribute("aria-valuenow")).toBe("0.25");
    await request.answer(202, { job_id: "7" });
    await screen.findByRole("progressbar", { name: "Processing the document" });
    await screen.findByText("The draft is ready");
    screen.getByText("12 passages read (2 chapters, 1 article, 0 tables)");
    screen.getByText(/^a table has merged cells/);
    const link = screen.getByRole("link", { name: "See the draft" });
    expect(link.getAttribute("href")).toBe("/admin/documents/telework/draft");
  });

  it("shows the future rule and its number of readers before sending", async () => {
    const { user } = open();
    await choose(user, "telework.md");
    await screen.findByText("281 users will be able to read it once it is published");
    screen.getByRole("radio", { name: "Everyone (the default)" });
    screen.getByText("Access rule: Everyone.");
    screen.getByText("Apart from administrators and developers, no user can read it today.");
    await user.click(screen.getByRole("radio", { name: "Publish immediately" }));
    screen.getByText("281 users will be able to read it immediately");
    await user.click(screen.getByRole("radio", { name: "No users yet" }));
    screen.getByText("Only administrators and developers will be able to read it immediately");
    screen.getByText("Access rule: Only administrators and developers.");
    screen.getByText("Apart from administrators and developers, no user can read it today.");
    await send(user);
    expect(request.url).toBe('/api/manage/documents/telework?original=admins&access_rules={"allow_all":false}');
  });

  it("of an existing document leaves its rule unchanged", async () => {
    const { user } = open();
    await choose(user, "known.pdf");
    await screen.findByText("This is a new version of “Known” (now 3). Who may read it stays as it is.");
    expect(screen.queryByRole("radio", { name: "No users yet" })).toBeNull();
    await screen.findByText("281 users will be able to read it once it is published");
    screen.getByText("Access rule: Everyone.");
    screen.getByText("Today 281 users can read it.");
    await send(user);
    expect(request.url).toBe("/api/manage/documents/known?publish=false&original=admins");
  });

  it("can give readers the file itself, with a warning for a Word document, and sends the choice", async () => {
    const { user } = open();
    await choose(user, "known.docx");
    await screen.findByText(/This is a new version of “Known”/);
    expect(screen.getByRole("radio", { name: "For administrators" })).toHaveProperty("checked", true);
    expect(screen.queryByText(/tracked changes/)).toBeNull();
    await user.click(screen.getByRole("radio", { name: "For readers" }));
    screen.getByText(/comments, tracked changes and hidden parts/);
    await send(user);
    expect(request.url).toBe("/api/manage/documents/known?publish=false&original=readers");
  });

  it("does not call the ID of a deleted document new", async () => {
    const { user } = open();
    await choose(user, "deleted.md");
    await screen.findByText("Access rule: group board.");
    expect(screen.getByText(/^There is no published document/).textContent).toBe(
      "There is no published document with this ID.",
    );
    expect(document.body.textContent).not.toMatch(/ID is new/);
  });

  it.each([
    ["en", "There is no published document with this ID. This document has a draft, which will be replaced."],
    ["ja", "この文書 ID の公開中の文書はありません。 公開待ちの下書きがあり、アップロードすると置き換えられます。"],
  ] as const)("says that it replaces a draft that waits: %s", async (language, said) => {
    const { user } = open([], language);
    await choose(user, "drafted.md");
    await screen.findByText(said);
  });

  it("kept as a draft keeps the rule of the draft that it replaces", async () => {
    const { user } = open();
    await choose(user, "corrected.md");
    await screen.findByText(/This document has a draft/);
    await screen.findByText("Access rule: group board.");
    screen.getByText("2 users will be able to read it once it is published");
    await user.click(screen.getByRole("radio", { name: "Publish immediately" }));
    await screen.findByText("Access rule: Everyone.");
    expect(document.body.textContent).not.toContain("stays as it is");
  });

  it("of structured chunks leaves everything to the file", async () => {
    const { user } = open();
    await choose(user, "known.json");
    await screen.findByText(/Structured chunks carry title/);
    expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull();
    await send(user);
    expect(request.url).toBe("/api/manage/documents/known");
  });

  it("of an unsupported file is not sent", async () => {
    const { user } = open();
    await choose(user, "old.doc");
    await screen.findByText(/^This file cannot be read/);
    expect(screen.getByRole("button", { name: "Upload" })).toHaveProperty("disabled", true);
  });

  it("that is refused shows why, and keeps the choices", async () => {
    const { user } = open();
    await choose(user, "telework.md");
    await send(user);
    await request.answer(400, {
      error: { code: "INVALID_REQUEST", message: "…", problems: [{ code: "upload.empty" }] },
    });
    await screen.findByText("The body is empty; send the file as the raw body.");
    expect(screen.getByRole("textbox", { name: /Document ID/ })).toHaveProperty("value", "telework");
  });

  it("is cancelled without an error", async () => {
    const { user } = open();
    await choose(user, "telework.md");
    await send(user);
    await user.click(screen.getByRole("button", { name: "Cancel the upload" }));
    await screen.findByText("telework.md");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("that could not be processed shows why", async () => {
    const { user } = open([job({ state: "failed", problems: [{ code: "pdf.not_pdf" }] })]);
    await choose(user, "telework.pdf");
    await send(user);
    await request.answer(202, { job_id: "7" });
    await screen.findByText("The file is not a PDF; send it with its own media type.");
  });

  it.each([
    ["en", "Upload", "no text on pages 2-3", "The PDF has 2001 pages, more than 2000; split it."],
    [
      "ja",
      "アップロード",
      "2～3 ページには文字がありません",
      "PDF のページ数（2001 ページ）が上限（2000 ページ）を超えています。文書を分割してください。",
    ],
  ] as const)(
    "says what is odd or wrong about its file in the reader's language: %s",
    async (language, upload, odd, wrong) => {
      for (const [ended, said] of [
        [job({ warnings: [{ problem: { code: "pdf.no_text", pages: [2, 3] } }] }), odd],
        [job({ state: "failed", problems: [{ code: "pdf.too_many_pages", pages: 2001, max: 2000 }] }), wrong],
      ] as const) {
        const { user } = open([ended], language);
        await choose(user, "a.pdf");
        await send(user, upload);
        await request.answer(202, { job_id: "7" });
        await screen.findByText(said);
        cleanup();
      }
    },
  );

  it("of a scan shows that it waits as a draft, although it was to be published", async () => {
    const recognised = { problem: { code: "pdf.recognised", pages: [1, 2], confidences: [92, 88] } };
    const { user } = open([job({ warnings: [recognised] })]);
    await choose(user, "known.pdf");
    await user.click(screen.getByRole("radio", { name: "Publish immediately" }));
    await send(user);
    expect(request.url).not.toContain("publish=false");
    await request.answer(202, { job_id: "7" });
    await screen.findByText("The draft is ready");
    screen.getByText(/Confidence \(0 to 100\): 92 on page 1, 88 on page 2$/);
  });

  it("shows in Japanese why it was refused", async () => {
    const { user } = open([], "ja");
    await choose(user, "a.md");
    await send(user, "アップロード");
    const problems = [{ code: "body.too_large", bytes: 52_428_800 }];
    await request.answer(413, { error: { code: "PAYLOAD_TOO_LARGE", message: "…", problems } });
    await screen.findByText("送信内容のサイズが、このアドレスの上限（50 MiB）を超えています。");
  });
});

describe("An upload of several files", () => {
  const file = (name: string) => within(screen.getByRole("group", { name }));
  const accepted = (job_id: string) => request.answer(202, { job_id });

  it("sends one after the other with one choice for all; a refused one stops none and is tried again alone", async () => {
    const changes = { unchanged: 0, changed: 0, added: 3, removed: 0 };
    const { user } = open([job({ changes })]);
    await choose(user, "a.md", "b.md", "c.md");
    await user.type(file("b.md").getByRole("textbox", { name: "Title" }), "B");
    await user.click(screen.getByRole("radio", { name: "Publish immediately" }));
    await send(user, "Upload 3 documents");
    expect(request.url).toBe("/api/manage/documents/a?original=admins");
    file("c.md").getByText("Waiting");
    await accepted("7");
    await waitFor(() => expect(request.url).toBe("/api/manage/documents/b?title=B&original=admins"));
    file("a.md").getByText("Published");
    file("a.md").getByText("3 passages read");
    await request.answer(400, {
      error: { code: "INVALID_REQUEST", message: "…", problems: [{ code: "upload.empty" }] },
    });
    await waitFor(() => expect(request.url).toBe("/api/manage/documents/c?original=admins"));
    screen.getByText("2 of 3 done, 1 failed");
    await accepted("7");
    await screen.findByText("2 published, 1 failed");
    file("b.md").getByText("The body is empty; send the file as the raw body.");

    const title = file("b.md").getByRole("textbox", { name: "Title" });
    await user.clear(title);
    await user.type(title, "Better");
    await send(user, /^Try again/);
    expect(request.url).toBe("/api/manage/documents/b?title=Better&original=admins");
    await accepted("7");
    await screen.findByText("3 published");
    expect(sent).toBe(4);
    await user.click(screen.getByRole("button", { name: "Upload others" }));
    expect(screen.queryByRole("group", { name: "a.md" })).toBeNull();
  });

  it("says before it is sent what is wrong, and sends the others", async () => {
    const { user } = open();
    await choose(user, "a.md", "b.md", "old.xls", "known.md");
    file("old.xls").getByText(/^This file cannot be read/);
    const id = file("b.md").getByRole("textbox", { name: /Document ID/ });
    await user.clear(id);
    await user.type(id, "a");
    for (const name of ["a.md", "b.md"]) file(name).getByText(/^Another file here has the same ID/);
    await file("known.md").findByText(/^This is a new version of “Known”/);
    await screen.findByText("3 files with a problem will not be sent.");
    const link = screen.getByRole("link", { name: "old.xls" });
    expect(document.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.textContent).toMatch(/^old\.xls/);
    await user.click(file("b.md").getByRole("button", { name: /^Remove/ }));
    await screen.findByText("1 file with a problem will not be sent.");
    // One of them is new, so none is published without a decision.
    expect(screen.getByRole("radio", { name: "Keep it as a draft" })).toHaveProperty("checked", true);
    await send(user, "Upload 2 documents");
    expect(request.url).toBe("/api/manage/documents/a?publish=false&original=admins");
  });

  it("restricts the new documents, keeps the rules of the others, and shows both", async () => {
    const { user } = open([job({})]);
    await choose(user, "a.md", "b.md", "known.md");
    await user.click(await screen.findByRole("radio", { name: "No users yet" }));
    await user.click(screen.getByRole("radio", { name: "Publish immediately" }));
    await screen.findByText("2 documents: a, b.");
    screen.getByText("Document: known.");
    screen.getByText("Only administrators and developers will be able to read each of them immediately");
    screen.getByText("281 users will be able to read it immediately");
    const urls: string[] = [];
    await send(user, "Upload 3 documents");
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(sent).toBe(count));
      urls.push(request.url);
      await accepted("7");
    }
    const rule = '?original=admins&access_rules={"allow_all":false}';
    expect(urls).toEqual(
      [`a${rule}`, `b${rule}`, "known?original=admins"].map((rest) => `/api/manage/documents/${rest}`),
    );
  });

  it("stops after the file that is being sent, removes one that waits, and asks before the page is left", async () => {
    const { user } = open([job({})]);
    await choose(user, "a.md", "b.md", "c.md");
    await send(user, "Upload 3 documents");
    await user.click(file("b.md").getByRole("button", { name: /^Remove/ }));
    expect(screen.queryByRole("group", { name: "b.md" })).toBeNull();
    await user.click(screen.getByRole("link", { name: "Close" }));
    const asked = within(await screen.findByRole("alertdialog", { name: "Cancel the upload?" }));
    await user.click(asked.getByRole("button", { name: "Stay here" }));
    await user.click(screen.getByRole("button", { name: "Stop after this file" }));
    await accepted("7");
    await screen.findByText("1 saved as a draft");
    expect(sent).toBe(1);
    file("c.md").getByRole("textbox", { name: /Document ID/ });
  });

  it("goes on while the rules of other documents are changed", async () => {
    history.replaceState(null, "", "/admin/documents?upload=");
    const { user } = open([job({})], "en", <DocumentsAdminPage />);
    await choose(user, "a.md", "b.md");
    await send(user, "Upload 2 documents");
    await user.click(screen.getByRole("checkbox", { name: "Select “Known”" }));
    await user.click(screen.getByRole("button", { name: "Change who may read them" }));
    await screen.findByRole("heading", { name: "Change who may read 1 document" });
    for (const count of [1, 2]) {
      await waitFor(() => expect(sent).toBe(count));
      await accepted("7");
    }
    await user.click(screen.getByRole("button", { name: "Back to the list" }));
    await screen.findByText("2 saved as drafts");
  });
});

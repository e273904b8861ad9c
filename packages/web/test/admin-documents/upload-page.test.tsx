/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { EVERYONE } from "@retrieval/core";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UploadPage } from "../../src/admin/documents/upload/upload-page.js";
import "../patience.js";
import { answer, answering, type Sent, show } from "./service.js";

/** The pending request. */
let request: Upload;

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
  send() {}
  abort() {
    this.onabort?.();
  }
  async answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    await act(async () => this.onload?.());
  }
}

/** jsdom has no Response. */
function JsonResponse(text: string, { status }: { status: number }) {
  return answer(JSON.parse(text), status);
}

beforeEach(() => {
  globalThis.Response = JsonResponse as unknown as typeof Response;
  globalThis.XMLHttpRequest = Upload as unknown as typeof XMLHttpRequest;
});
afterEach(cleanup);

const READERS = { access_rules: EVERYONE, readers: { now: 0, after: 281 } };
const item = (document_id: string, more: object = {}) => ({
  ...{ document_id, published: null, draft: null, publication: READERS, error: null, problems: [] },
  ...more,
});
const ITEMS: Readonly<Record<string, object>> = {
  known: item("known", { published: { title: "Known", version: "3" }, draft: { title: "Known", version: "4" } }),
  old: item("old", {
    publication: null,
    error: "Old Excel workbooks",
    problems: [{ code: "file.other_format", format: "xls" }],
  }),
};
const plan = ({ json }: Sent) => {
  const { documents } = json as { documents: { document_id: string }[] };
  return answer({ items: documents.map(({ document_id }) => ITEMS[document_id] ?? item(document_id)) });
};
const job = (job_id: string, document_id: string, more: object) => ({
  ...{ job_id, document_id, title: null, by_user: null, created_at: "2026-01-31T00:00:00.000Z" },
  ...{ state: "done", progress: 1, warnings: [], changes: null, contents: null, draft: true, unchanged: false },
  ...{ error: null, problems: [], ...more },
});

function open(jobs: object[], language: "en" | "ja" = "en") {
  show(
    <UploadPage />,
    answering({
      "POST /api/manage/documents/plan": plan,
      "GET /api/manage/jobs": () => answer({ items: jobs, next_cursor: null }),
    }),
    language,
  );
  return userEvent.setup({ delay: null, pointerEventsCheck: 0, applyAccept: false });
}

async function choose(user: ReturnType<typeof userEvent.setup>, ...names: string[]) {
  await waitFor(() => expect(document.querySelector("input[type=file]")).not.toBeNull());
  const files = names.map((name) => new File(["x"], name));
  await user.upload(document.querySelector("input[type=file]") as HTMLInputElement, files);
}

const file = (name: string) => within(screen.getByRole("group", { name }));

describe("An upload", () => {
  it("is planned, sent file by file, and followed as jobs; a failed one is taken up again", async () => {
    const changes = { unchanged: 0, changed: 0, added: 12, removed: 0 };
    const contents = { chapters: 2, articles: 1, tables: 0 };
    const warnings = [{ message: "a table has merged cells", problem: { code: "table.merged_cells" } }];
    const user = open([
      job("8", "known", { state: "failed", error: "The file is not a PDF." }),
      job("7", "a", { changes, contents, warnings }),
      job("6", "of-another-administrator", {}),
    ]);
    await choose(user, "a.md", "known.pdf", "old.xls");
    await file("a.md").findByText("There is no published document with this ID.");
    file("known.pdf").getByText(/^This is a new version of “Known” \(before it: 3\)\. This document has a draft/);
    file("old.xls").getByText(/^Old Excel workbooks/);
    screen.getByText("281 users will be able to read each of them once it is published");
    screen.getByText("1 file with a problem will not be sent.");
    expect(screen.getByRole("radio", { name: "Keep it as a draft" })).toHaveProperty("checked", true);
    await user.click(screen.getByRole("radio", { name: "No users yet" }));
    await screen.findByText("Only administrators and developers will be able to read it once it is published");
    await user.click(screen.getByRole("button", { name: "Upload 2 documents" }));
    await waitFor(() =>
      expect(request?.url).toBe(
        '/api/manage/documents/a?publish=false&original=admins&access_rules={"allow_all":false}',
      ),
    );
    act(() => request.upload.onprogress?.({ loaded: 1, total: 4 }));
    expect(screen.getByRole("progressbar", { name: "Sending the file" }).getAttribute("value")).toBe("0.25");
    file("known.pdf").getByText("Waiting");
    await request.answer(202, { job_id: "7" });
    await waitFor(() => expect(request.url).toBe("/api/manage/documents/known?publish=false&original=admins"));
    await request.answer(202, { job_id: "8" });

    const row = async (name: RegExp) => within(await screen.findByRole("row", { name }));
    const done = await row(/^a Sav/);
    done.getByText("Saved as a draft");
    done.getByText("12 passages read (2 chapters, 1 article, 0 tables)");
    done.getByText(/^a table has merged cells/);
    expect(done.getByRole("link", { name: "See the draft" }).getAttribute("href")).toBe("/admin/documents/a/draft");
    const failed = await row(/known/);
    failed.getByText("The file is not a PDF.");
    screen.getByText(/1 done, 1 failed/);
    expect(screen.queryByText(/of-another-administrator/)).toBeNull();
    await user.click(failed.getByRole("button", { name: /^Try again/ }));
    file("known.pdf").getByRole("textbox", { name: /Document ID/ });
    expect(screen.queryByRole("row", { name: /known/ })).toBeNull();
    // What was sent takes no room: these, known.pdf and old.xls are a hundred.
    await choose(user, ...Array.from({ length: 98 }, (_, i) => `more${i}.md`));
    await waitFor(() => expect(document.querySelectorAll("li[id^=upload-]")).toHaveLength(100));
    expect(screen.queryByText(/^At most 100 files/)).toBeNull();
  });

  it("that is published immediately takes the day from which it is in force", async () => {
    const user = open([]);
    await choose(user, "a.md");
    await file("a.md").findByText("There is no published document with this ID.");
    expect(screen.queryByLabelText("In force from")).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Publish immediately" }));
    fireEvent.change(screen.getByLabelText("In force from"), { target: { value: "2025-04-01" } });
    await waitFor(() => expect(screen.getByRole("button", { name: "Upload" })).toHaveProperty("disabled", false));
    await user.click(screen.getByRole("button", { name: "Upload" }));
    await waitFor(() => expect(request?.url).toBe("/api/manage/documents/a?effective_from=2025-04-01&original=admins"));
  });

  it("that is refused says why in the words of the service, and keeps its fields", async () => {
    const user = open([], "ja");
    await choose(user, "a.md");
    await waitFor(() => expect(screen.getByRole("button", { name: "アップロード" })).toHaveProperty("disabled", false));
    await user.click(screen.getByRole("button", { name: "アップロード" }));
    await waitFor(() => expect(request?.url).toMatch(/^\/api\/manage\/documents\/a/));
    const problems = [{ code: "body.too_large", bytes: 52_428_800 }];
    await request.answer(413, { error: { code: "PAYLOAD_TOO_LARGE", message: "大きすぎます。", problems } });
    await screen.findByText("大きすぎます。");
    expect(screen.getByRole("textbox", { name: /文書 ID/ })).toHaveProperty("value", "a");
  });
});

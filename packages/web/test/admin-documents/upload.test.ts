import { describe, expect, it } from "@jest/globals";
import { isDocumentId as coreIsDocumentId } from "@retrieval/core/chunks";
import { isDocumentId, suggestDocumentId } from "../../src/admin/documents/upload/document-id.js";
import { mediaTypeOf } from "../../src/admin/documents/upload/media-type.js";
import { sendFile } from "../../src/admin/documents/upload/send-file.js";
import { uploadCall } from "../../src/admin/documents/upload/upload-call.js";
import { Api } from "../../src/api/client.js";
import { Waiting } from "../../src/api/waiting.js";

describe("An identifier after a file's name", () => {
  it.each([
    ["work-rules.md", "work-rules"],
    ["テレワーク 規程 (案).docx", "テレワーク-規程-案"],
    // As macOS writes the name: が in two characters.
    ["か\u3099いよう.pdf", "がいよう"],
    ["Report v1.2.pdf", "Report-v1.2"],
    ["._hidden file_.html", "hidden-file"],
    ["(((.md", ""],
    [`${"長".repeat(200)}.md`, "長".repeat(128)],
  ])("for %s", (name, id) => {
    expect(suggestDocumentId(name)).toBe(id);
  });

  it.each(["a", "a.b_c-d", "規程", "-a", ".a", "a b", "", "a/b", "𠮷野家", "a".repeat(128), "a".repeat(129)])(
    "is judged as the service judges it: %j",
    (id) => {
      expect(isDocumentId(id)).toBe(coreIsDocumentId(id));
    },
  );
});

describe("The media type", () => {
  it.each([
    ["a.md", "text/markdown"],
    ["a.MARKDOWN", "text/markdown"],
    ["a.htm", "text/html"],
    ["a.b.pdf", "application/pdf"],
    ["a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["a.json", "application/json"],
    ["a.doc", null],
    ["pdf", null],
  ])("follows from the end of the name: %s", (name, type) => {
    expect(mediaTypeOf(name)).toBe(type);
  });
});

const choices = { document_id: "a b", title: " T ", version: "", publish: true, isRestricted: false };

describe("The call of an upload", () => {
  it("says only what was chosen", () => {
    expect(uploadCall(choices, "text/html")).toMatchObject({
      method: "PUT",
      path: "/api/manage/documents/a%20b",
      query: { title: "T", version: "", publish: null, access_rules: null },
      headers: { "Content-Type": "text/html" },
    });
  });

  it("keeps a draft, and a new document from everybody", () => {
    const { query } = uploadCall({ ...choices, publish: false, isRestricted: true }, "text/html");
    expect(query).toMatchObject({ publish: false, access_rules: '{"allow_all":false}' });
  });

  it("says nothing beside structured chunks, which say it themselves", () => {
    expect(uploadCall({ ...choices, publish: false, isRestricted: true }, "application/json").query).toEqual({});
  });
});

/** A request that the test answers. */
class Request {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = "";
  opened: string[] = [];
  headers: Record<string, string> = {};
  sent: unknown;
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader = (name: string) => (name === "retry-after" ? "7" : null);
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}

function sending() {
  let signedOut = 0;
  const api = new Api({
    token: () => "kept",
    language: () => "en",
    onUnauthorized: () => {
      signedOut += 1;
    },
    onForbidden: () => undefined,
    waiting: new Waiting(),
  });
  const request = new Request();
  const controller = new AbortController();
  const shares: number[] = [];
  const file = new Blob(["x"]);
  const done = sendFile<{ job_id: string }>(api, uploadCall(choices, "text/html"), file, {
    onProgress: (share) => shares.push(share),
    signal: controller.signal,
    open: () => request as unknown as XMLHttpRequest,
  });
  return { request, controller, shares, file, done, signedOut: () => signedOut };
}

describe("A file on its way", () => {
  it("goes with the session's token and tells how far it is", async () => {
    const { request, shares, file, done } = sending();
    expect(request.opened).toEqual(["PUT", "/api/manage/documents/a%20b?title=T"]);
    expect(request.headers).toEqual({
      "Accept-Language": "en",
      Authorization: "Bearer kept",
      "Content-Type": "text/html",
    });
    expect(request.sent).toBe(file);
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.upload.onprogress?.({ loaded: 4, total: 4 });
    request.answer(202, { job_id: "7" });
    await expect(done).resolves.toEqual({ job_id: "7" });
    expect(shares).toEqual([0.25, 1]);
  });

  it("is refused as any other call", async () => {
    const { request, done, signedOut } = sending();
    request.answer(413, { error: { code: "TOO_LARGE", message: "At most 50 MiB." } });
    await expect(done).rejects.toMatchObject({
      code: "TOO_LARGE",
      status: 413,
      message: "At most 50 MiB.",
      retryAfter: 7,
    });
    expect(signedOut()).toBe(0);
  });

  it("ends the session where its token is refused", async () => {
    const { request, done, signedOut } = sending();
    request.answer(401, { error: { code: "UNAUTHORIZED", message: "No." } });
    await expect(done).rejects.toMatchObject({ status: 401 });
    expect(signedOut()).toBe(1);
  });

  it("is broken off by whoever cancels", async () => {
    const { controller, done } = sending();
    controller.abort();
    await expect(done).rejects.toBe(controller.signal.reason);
  });

  it("says so where the service cannot be reached", async () => {
    const { request, done } = sending();
    request.onerror?.();
    await expect(done).rejects.toMatchObject({ code: "UNREACHABLE" });
  });
});

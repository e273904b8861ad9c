import { beforeEach, describe, expect, it } from "@jest/globals";
import { DOCUMENT_BYTES_MAX, mediaTypeOf } from "@retrieval/api/client";
import { CLOSED, EVERYONE } from "@retrieval/core";
import type { DropItem } from "react-aria-components/useDragAndDrop";
import { fetchWithProgress } from "../../src/admin/documents/upload/fetch-with-progress.js";
import { uploadCall } from "../../src/admin/documents/upload/upload-call.js";
import { sizeProblem, sortOut, uploadFile } from "../../src/admin/documents/upload/upload-file.js";
import { FIRST_SETTINGS, planOf } from "../../src/admin/documents/upload/upload-plan.js";
import { UploadQueue } from "../../src/admin/documents/upload/upload-queue.js";
import { Api } from "../../src/api/client.js";
import { type Wait, Waiting } from "../../src/api/waiting.js";
import { droppedFiles } from "../../src/ui/chosen-files.js";

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

describe("The files of an upload", () => {
  const chosen = (path: string, size = 1) => ({ path, file: { name: path.split("/").at(-1), size } as File });

  it("come from dropped folders with all subfolders, each with its path", async () => {
    const file = (name: string) => ({ kind: "file", name, getFile: async () => new File(["x"], name) });
    const folder = (name: string, ...items: object[]) => ({
      kind: "directory",
      name,
      async *getEntries() {
        yield* items;
      },
    });
    const dropped = [file("a.md"), { kind: "text" }, folder("rules", file("b.md"), folder("old", file("c.md")))];
    const { files, unreadable } = await droppedFiles(dropped as unknown as Iterable<DropItem>);
    expect(files.map(({ path }) => path)).toEqual(["a.md", "rules/b.md", "rules/old/c.md"]);
    expect(files.map(({ file }) => file.name)).toEqual(["a.md", "b.md", "c.md"]);
    expect(unreadable).toEqual([]);
  });

  it("leave out a folder's other files, and report those beyond the limit", () => {
    const files = ["rules/b.md", "rules/a.pdf", "rules/logo.png", "old.xls"];
    const { taken, ...rest } = sortOut(
      files.map((path) => chosen(path)),
      2,
    );
    expect(taken.map(({ path }) => path)).toEqual(["old.xls", "rules/a.pdf"]);
    expect(rest).toEqual({ leftOut: ["rules/logo.png"], beyond: 1 });
  });

  it.each([
    [1, null],
    [DOCUMENT_BYTES_MAX, null],
    [DOCUMENT_BYTES_MAX + 1, "tooLarge"],
    [0, "empty"],
  ])("are judged by their size before they are sent: %d bytes", (size, problem) => {
    expect(sizeProblem(chosen("a.md", size))).toBe(problem);
  });
});

describe("The plan of an upload", () => {
  const files = ["new.md", "old.md", "given.json", "bad.md", "empty.md"].map((name, key) =>
    uploadFile({ path: name, file: { name, size: name === "empty.md" ? 0 : 1 } as File }, key, ""),
  );
  const ofAll = { access_rules: EVERYONE, readers: { now: 0, after: 281 } };
  const ofBoard = { access_rules: { ...CLOSED, allowed_groups: ["board"] }, readers: { now: 3, after: 2 } };
  const published = { title: "Old", version: "3" };
  const item = (document_id: string, more: object) => ({
    ...{ document_id, published: null, draft: null, publication: ofAll, error: null, problems: [] },
    ...more,
  });
  const items = [
    item("new", {}),
    item("old", { published, publication: ofBoard }),
    item("given", {}),
    item("bad", { publication: null, error: "No.", problems: [{ code: "document_id.ill_formed" }] }),
  ] as Parameters<typeof planOf>[2];

  it("sends what the service would take, keeps the rest back, and names the readers to come", () => {
    const plan = planOf(files, FIRST_SETTINGS, items);
    expect([...plan.choices].map(([, { document_id, publish }]) => [document_id, publish])).toEqual([
      ["new", false],
      ["old", false],
      ["given", false],
    ]);
    expect(plan.keptBack.map(({ path }) => path)).toEqual(["bad.md", "empty.md"]);
    expect([plan.hasNew, plan.opensToAll]).toEqual([true, true]);
    expect(plan.audiences).toEqual([
      { preview: ofAll, when: "later", documents: ["new"] },
      { preview: ofBoard, when: "later", documents: ["old"] },
      { preview: ofAll, when: "byFile", documents: ["given"] },
    ]);
  });

  it("publishes and restricts new documents only, and joins documents with the same readers", () => {
    const settings = { ...FIRST_SETTINGS, publish: true, isRestricted: true };
    const alike = [...items, item("other", {})] as typeof items;
    const other = uploadFile({ path: "other.md", file: { name: "other.md", size: 1 } as File }, 9, "");
    const plan = planOf([...files, other], settings, alike);
    const published = [...plan.choices.values()].filter(({ publish }) => publish);
    expect(published.map(({ document_id }) => document_id)).toEqual(["new", "other"]);
    expect([...plan.choices.values()].filter(({ isRestricted }) => isRestricted).map((of) => of.document_id)).toEqual([
      "new",
      "other",
    ]);
    expect(plan.audiences).toEqual([
      { preview: { access_rules: CLOSED, readers: { now: 0, after: 0 } }, when: "atOnce", documents: ["new", "other"] },
      { preview: ofBoard, when: "later", documents: ["old"] },
      { preview: ofAll, when: "byFile", documents: ["given"] },
    ]);
  });
});

describe("The queue of an upload", () => {
  /** The files that are being sent, each waiting for its answer. */
  const sent: { readonly id: string; readonly signal: AbortSignal; end: (outcome: Promise<string>) => void }[] = [];
  const begin = (...names: string[]) => {
    sent.length = 0;
    const queue = new UploadQueue(
      (_, { document_id: id }, onShare, signal) =>
        new Promise((resolve, reject) => {
          onShare(0.5);
          signal.addEventListener("abort", () => reject(signal.reason));
          sent.push({ id, signal, end: (outcome) => outcome.then(resolve, reject) });
        }),
    );
    queue.add(
      names.map((name) => ({ path: name, file: { name, size: 1 } as File })),
      "",
    );
    const start = (...ids: string[]) =>
      queue.start(
        new Map(
          queue
            .files()
            .filter(({ document_id }) => ids.includes(document_id))
            .map(({ key, document_id }) => [key, { ...FIRST_SETTINGS, document_id, title: "" }]),
        ),
      );
    const states = () =>
      queue
        .files()
        .map(({ document_id, state }) => [document_id, state.kind, ...("share" in state ? [state.share] : [])]);
    const answer = async (id: string, outcome: Promise<string>) => {
      sent.find((each) => each.id === id)?.end(outcome);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { queue, start, states, answer };
  };

  it("sends one file after the other; one that is refused can be changed and stops no other", async () => {
    const { queue, start, states, answer } = begin("a.md", "b.md", "c.md");
    start("a", "b", "c");
    expect(states()).toEqual([
      ["a", "sending", 0.5],
      ["b", "sending", null],
      ["c", "sending", null],
    ]);
    const refusal = new Error("No.");
    await answer("a", Promise.reject(refusal));
    await answer("b", Promise.resolve("7"));
    await answer("c", Promise.resolve("8"));
    expect(states()).toEqual([
      ["a", "chosen"],
      ["b", "sent"],
      ["c", "sent"],
    ]);
    expect(queue.files()[0]?.state).toMatchObject({ error: refusal });
    queue.retry("7");
    start("b");
    expect(sent.map(({ id }) => id)).toEqual(["a", "b", "c", "b"]);
  });

  it("stops after the file that is being sent, cancels that one, and lets go of a file that waits", async () => {
    const { queue, start, states, answer } = begin("a.md", "b.md", "c.md");
    start("a", "b", "c");
    const remove = (id: string) => {
      for (const file of queue.files()) if (file.document_id === id) queue.remove(file);
    };
    remove("b");
    queue.stop();
    remove("a");
    await answer("a", Promise.resolve("7"));
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(states()).toEqual([
      ["a", "chosen"],
      ["c", "chosen"],
    ]);
    expect(queue.files()[0]?.state).toMatchObject({ error: null });
  });

  it("ends everything when the page is left", () => {
    const { queue, start } = begin("a.md");
    start("a");
    queue.close();
    expect([queue.files(), sent[0]?.signal.aborted]).toEqual([[], true]);
  });
});

const file = new Blob(["x"]);
const choices = {
  document_id: "a b",
  title: " T ",
  version: "",
  effective_from: "",
  publish: true,
  isRestricted: false,
  original: "admins",
} as const;

describe("The call of an upload", () => {
  it("sends only the choices", () => {
    expect(uploadCall(choices, file, "text/html")).toEqual({
      document_id: "a b",
      body: file,
      type: "text/html",
      title: "T",
      original: "admins",
    });
  });

  it("says whom the file itself is for", () => {
    for (const original of ["admins", "readers", "none"] as const) {
      expect(uploadCall({ ...choices, original }, file, "text/html")).toMatchObject({ original });
    }
  });

  it("keeps a draft, and restricts a new document", () => {
    expect(uploadCall({ ...choices, publish: false, isRestricted: true }, file, "text/html")).toMatchObject({
      publish: false,
      access_rules: '{"allow_all":false}',
    });
  });

  it("sends the day only with what is published", () => {
    const dated = { ...choices, effective_from: "2025-04-01" };
    expect(uploadCall(dated, file, "text/html").effective_from).toBe("2025-04-01");
    expect(uploadCall({ ...dated, publish: false }, file, "text/html").effective_from).toBeUndefined();
  });

  it("sends no fields with structured chunks, which carry them", () => {
    const call = uploadCall({ ...choices, publish: false, isRestricted: true }, file, "application/json");
    expect(call).toEqual({ document_id: "a b", body: file, type: "application/json" });
  });
});

/** The pending request. */
let request: Request;

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
  getAllResponseHeaders = () => "content-type: application/json; charset=utf-8\r\nretry-after: 7\r\n";
  send(body: unknown) {
    this.sent = body;
    request = this;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}

beforeEach(() => {
  globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest;
});

async function sending() {
  let signedOut = 0;
  const waiting = new Waiting();
  const api = new Api({
    url: "https://service.example",
    token: () => "kept",
    language: () => "en",
    onUnauthorized: () => {
      signedOut += 1;
    },
    onForbidden: () => undefined,
    waiting,
  });
  const controller = new AbortController();
  const shares: number[] = [];
  const client = api.over(fetchWithProgress((share) => shares.push(share)));
  const { signal } = controller;
  const done = client.uploadDocument({ ...uploadCall(choices, file, "text/html"), signal });
  // The token is awaited before anything is sent.
  await new Promise((resolve) => setImmediate(resolve));
  return { waiting, controller, shares, done, signedOut: () => signedOut };
}

describe("A file that is being sent", () => {
  it("carries the session's token and reports progress", async () => {
    const { shares, done } = await sending();
    expect(request.opened).toEqual([
      "PUT",
      "https://service.example/api/manage/documents/a%20b?title=T&original=admins",
    ]);
    expect(request.headers).toEqual({
      accept: "application/json, */*;q=0.1",
      "accept-language": "en",
      authorization: "Bearer kept",
      "content-type": "text/html",
    });
    expect(request.sent).toBe(file);
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.upload.onprogress?.({ loaded: 4, total: 4 });
    request.answer(202, { job_id: "7" });
    await expect(done).resolves.toMatchObject({ status: 202, body: { job_id: "7" } });
    expect(shares).toEqual([0.25, 1]);
  });

  it("is refused like any other call", async () => {
    const { done, signedOut } = await sending();
    request.answer(413, { error: { code: "PAYLOAD_TOO_LARGE", message: "At most 50 MiB." } });
    await expect(done).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      status: 413,
      message: "At most 50 MiB.",
      retryAfterMs: 7_000,
    });
    expect(signedOut()).toBe(0);
  });

  it("ends the session if its token is refused", async () => {
    const { done, signedOut } = await sending();
    request.answer(401, { error: { code: "UNAUTHORIZED", message: "No." } });
    await expect(done).rejects.toMatchObject({ status: 401 });
    expect(signedOut()).toBe(1);
  });

  it("can be cancelled while it is sent and while it waits", async () => {
    const sent = await sending();
    sent.controller.abort();
    await expect(sent.done).rejects.toBe(sent.controller.signal.reason);
    const waits = await sending();
    const shown = nextWait(waits.waiting);
    request.answer(503, { error: { code: "UNAVAILABLE", message: "Later." } });
    expect(await shown).toMatchObject({ why: "busy" });
    waits.controller.abort();
    await expect(waits.done).rejects.toBe(waits.controller.signal.reason);
  });

  it("waits for a service that cannot be reached", async () => {
    const { waiting, controller, done } = await sending();
    const shown = nextWait(waiting);
    request.onerror?.();
    expect(await shown).toMatchObject({ why: "unreachable" });
    controller.abort();
    await expect(done).rejects.toBe(controller.signal.reason);
  });
});

const nextWait = (waiting: Waiting) =>
  new Promise<Wait | null>((resolve) => void waiting.subscribe(() => resolve(waiting.shown())));

import { afterEach, describe, expect, it } from "@jest/globals";
import { UnavailableError } from "@retrieval/core/errors";
import type { ListAsk, RevisionText } from "@retrieval/core/ports";
import type { IndexLostError } from "../../src/search-index/index-lost-error.js";
import { IndexThread } from "../../src/search-index/index-thread.js";
import { EVERYTHING } from "./small-company.js";

/** An engine in a real thread, whose questions and documents say what happens: it waits, fails, or fills its memory. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { parentPort } from "node:worker_threads";
import { IndexHost } from "${new URL("../../dist/search-index/index-host.js", import.meta.url)}";
const documents = new Map();
const asked = [];
const wait = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ); };
const engine = {
  putDocument: () => undefined,
  removeDocument: () => undefined,
  *putText(text) {
    if (text.document_id === "broken") throw new Error("broken document");
    if (text.document_id === "large") for (let i = 0; i < 200; i++) { wait(1); yield; }
    documents.set(text.document_id, text);
  },
  *removeText(id) { documents.delete(id); },
  setVocabulary: () => undefined,
  list({ query }) {
    asked.push(query);
    if (query === "slow") wait(150);
    if (query === "wrong") throw new Error("wrong question");
    if (query === "full") { const kept = []; for (;;) kept.push({ a: [kept.length] }); }
    if (query === "asked") return { documents: asked };
    return { documents: [...documents.values()].map(({ document_id, vectors }) => document_id + vectors.length) };
  },
  stats: () => ({ documents: documents.size }),
};
const host = new IndexHost(engine, (reply) => parentPort.postMessage(reply));
parentPort.on("message", (message) => host.receive(message));
`)}`,
);

const threads: IndexThread[] = [];
const SEVEN = { number: 7, stamp: "s" };
const never = new AbortController().signal;

afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.stop()));
});

async function aThread() {
  const lost: IndexLostError[] = [];
  const thread = new IndexThread({ script, heap_megabytes: 64, onLost: (error) => lost.push(error) });
  threads.push(thread);
  await thread.change({ kind: "directory", generation: SEVEN, documents: [], removed: [], vocabulary: null });
  const list = async (query: string, until = never) =>
    (await thread.ask("list", { ...EVERYTHING, query } satisfies ListAsk, until)).documents as unknown as string[];
  return { thread, list, lost };
}

const texts = (...given: readonly RevisionText[]) => ({ kind: "texts", texts: given }) as const;
const removal = (...document_ids: string[]) => ({ kind: "remove texts", document_ids }) as const;

const aText = (document_id: string, vectors: Uint8Array = new Uint8Array(3)): RevisionText => {
  return { document_id, revision_id: "1", vectors, meaning: null };
};

describe("the thread of the index", () => {
  it("answers from what it was given, with the generation that it has reached", async () => {
    const { thread, list } = await aThread();
    const size = await thread.change(texts(aText("a"), aText("b")));
    expect(size.documents).toBe(2);
    await thread.change(removal("a", "z"));
    expect(await list("")).toEqual(["b3"]);
    expect(await thread.ask("list", EVERYTHING, never)).toMatchObject({ generation: SEVEN });
    expect(thread.figures.searches).toBe(2);
  });

  it("gets the bytes of vectors, and nothing else of a buffer that they share", async () => {
    const { thread, list } = await aThread();
    const whole = new Uint8Array(1_000_000);
    const shared = Buffer.from("shared");
    await thread.change(texts(aText("a", whole), aText("b", shared)));
    expect(await list("")).toEqual(["a1000000", "b6"]);
    expect([whole.byteLength, shared.toString()]).toEqual([0, "shared"]);
  });

  it("answers in order, and never what ran out of time before its turn", async () => {
    const { list } = await aThread();
    const time = new AbortController();
    const slow = [list("slow"), list("slow")];
    const late = list("late", time.signal);
    const next = list("asked");
    time.abort();
    await expect(late).rejects.toThrow(UnavailableError);
    await expect(list("later", time.signal)).rejects.toThrow(UnavailableError);
    expect(await next).toEqual(["slow", "slow", "asked"]);
    await Promise.all(slow);
  });

  it("refuses at the end of its time a question that runs, and goes on", async () => {
    const { list } = await aThread();
    await expect(list("slow", AbortSignal.timeout(20))).rejects.toThrow(UnavailableError);
    expect(await list("")).toEqual([]);
  });

  it("answers while it takes up a large document", async () => {
    const { thread, list } = await aThread();
    const change = thread.change(texts(aText("large")));
    let answers = 0;
    let isOver = false;
    void change.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await list("");
      answers += 1;
    }
    // 200 steps of 1 ms: it looks for questions every 2 ms.
    expect(answers).toBeGreaterThan(20);
  });

  it("takes a change of the directory while it takes up a large document", async () => {
    const { thread } = await aThread();
    const generation = { number: 8, stamp: "t" };
    const ended: string[] = [];
    await Promise.all([
      thread.change(texts(aText("large"))).then(() => ended.push("text")),
      thread
        .change({ kind: "directory", generation, documents: [], removed: ["a"], vocabulary: null })
        .then(() => ended.push("directory")),
    ]);
    expect(ended).toEqual(["directory", "text"]);
  });

  it("survives a question that its engine cannot answer", async () => {
    const { list, lost } = await aThread();
    await expect(list("wrong")).rejects.toThrow("wrong question");
    expect(await list("")).toEqual([]);
    expect(lost).toEqual([]);
  });

  it("ends with a document that its engine cannot take, with all that waits", async () => {
    const { thread, list, lost } = await aThread();
    const change = thread.change(texts(aText("broken")));
    await expect(change).rejects.toThrow("broken document");
    expect(lost).toEqual([expect.objectContaining({ message: "broken: broken document", broken_revision: "1" })]);
    await expect(list("")).rejects.toThrow(UnavailableError);
    await expect(thread.change(removal())).rejects.toThrow("broken document");
  });

  it("ends alone when its memory is full", async () => {
    const { list, lost } = await aThread();
    const waiting = [list("full"), list(""), list("")];
    for (const answer of waiting) await expect(answer).rejects.toThrow(UnavailableError);
    expect(lost).toEqual([expect.objectContaining({ message: expect.stringContaining("memory limit") })]);
  });

  it("is not lost when it is stopped", async () => {
    const { thread, list, lost } = await aThread();
    const slow = list("slow");
    const stopped = thread.stop();
    await expect(slow).rejects.toThrow(UnavailableError);
    await stopped;
    expect(lost).toEqual([]);
  });
});

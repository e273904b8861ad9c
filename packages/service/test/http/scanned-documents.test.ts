import { describe, expect, it } from "@jest/globals";
import { DRAWN_LINES, drawnPdf, scannedPdf } from "@retrieval/contract";
import { isolatedPageRecogniser } from "../../src/adapters/isolated-page-recogniser.js";
import { loadPageRecogniser } from "../../src/wiring/load-page-recogniser.js";
import { callAs, type TestService, useTestService } from "../harness.js";

const PDF = { "Content-Type": "application/pdf" };
const SURE = { angle: 0 };
const SLANTING = { angle: 30 };

/** An upload that asks for its publication. @returns its job when it has ended */
async function publish(t: TestService & { readonly admin: string }, document_id: string, pdf: Uint8Array) {
  const path = `/api/manage/documents/${document_id}?wait=true`;
  const sent = callAs(t, t.admin, "put", path, undefined, PDF).send(Buffer.from(pdf) as unknown as string);
  return (await sent).body;
}

const codesOf = (job: { warnings: { problem: { code: string } }[] }) => job.warnings.map(({ problem }) => problem.code);

describe("a PDF of scanned pages, where OCR is installed", () => {
  const t = useTestService({ recogniser: loadPageRecogniser({ warn: console.warn }) });

  it("becomes a draft of its sure pages with their confidence, and is read once it is published", async () => {
    const job = await publish(t, "travel", await scannedPdf([SURE, SLANTING]));
    expect(job).toMatchObject({ state: "done", contents: { articles: 2 } });
    expect(codesOf(job)).toEqual(["pdf.recognised", "pdf.recognised_poorly", "pdf.only_pictures"]);
    const [{ message, problem }, poor] = job.warnings;
    const [confidence] = problem.confidences;
    expect(problem.pages).toEqual([1]);
    expect(message).toContain(`Confidence (0 to 100): ${confidence} on page 1`);
    expect(poor.problem).toMatchObject({ pages: [2], min: 85 });

    const reader = await t.signedIn("reader");
    const read = () => callAs(t, reader, "get", "/api/documents/travel/chunks");
    expect((await read()).status).toBe(404);
    expect((await callAs(t, t.admin, "post", "/api/manage/documents/travel/publish")).status).toBe(200);
    const { items: chunks } = (await read()).body;
    const texts = chunks.map(({ content }: { content: string }) => content);
    expect(texts).toEqual(DRAWN_LINES.slice(1).map(({ text }) => text));
    for (const { metadata } of chunks) {
      expect(metadata).toMatchObject({
        doc_title: "Travel Rules",
        page_range: [1, 1],
        preprocessing: { llm_revision: null, ocr_confidence: confidence },
      });
    }
  });

  it("is refused with its pages if no page is sure, and leaves the version before it as it is", async () => {
    expect((await publish(t, "hotels", drawnPdf([SURE]))).state).toBe("done");
    const job = await publish(t, "hotels", await scannedPdf([SLANTING]));
    expect(job).toMatchObject({
      state: "failed",
      problems: [
        { code: "pdf.recognised_poorly", pages: [1] },
        { code: "pdf.only_pictures", pages: [1] },
      ],
    });
    expect(job.error).toMatch(/page 1 is a picture: recognise the text \(OCR\) and send the file again/);
    expect((await callAs(t, t.admin, "get", "/api/documents/hotels/chunks")).status).toBe(200);
  });
});

describe("a recogniser that fails on each page", () => {
  const script = `import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("broken"); });`;
  const logged: unknown[] = [];
  const logger = { warn: (entry: unknown) => logged.push(entry) };
  const t = useTestService({
    recogniser: isolatedPageRecogniser(new URL(`data:text/javascript,${encodeURIComponent(script)}`), logger),
  });

  it("leaves documents as they are without OCR, and is not asked for more than three pages of one", async () => {
    const text = await publish(t, "text", drawnPdf([SURE]));
    expect(text).toMatchObject({ state: "done", warnings: [] });
    const scan = await publish(t, "scan", await scannedPdf(Array(5).fill(SURE)));
    const pages = [1, 2, 3, 4, 5];
    expect(scan).toMatchObject({ state: "failed", problems: [{ code: "pdf.only_pictures", pages }] });
    expect(logged).toEqual(
      pages.slice(0, 3).map((page) => ({ page, err: expect.objectContaining({ message: "broken" }) })),
    );
  });
});

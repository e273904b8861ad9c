import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { realDataDir } from "@retrieval/contract/real-data-dir";
import { structureDocument } from "@retrieval/core/chunks";
import { mediaTypeOf } from "@retrieval/core/limits";
import { readerOf } from "@retrieval/ingest";
import { densePdf } from "./dense-pdf.js";
import { figure } from "./figures.js";
import { interleaved, type Timing } from "./interleaved.js";
import type { Report } from "./report.js";

const FILES = [
  "handbook-ja/001_就業規則.md",
  "gdpr/gdpr-eurlex-en.html",
  "docx/unit_test_headers_numbered.docx",
  "pdf/model-work-rules-ja.pdf",
].map((name) => `${realDataDir}/${name}`);
const ROUNDS = 5;
const LARGE_MARKDOWN = [1, 5, 50] as const;
const DENSE_PAGES = 1_000;
const PROCESSOR_SECONDS_MAX = 30;
const MEGABYTES_MAX = 600;
const PEAK = fileURLToPath(new URL("ingest-peak.js", import.meta.url));

/** What the separate process prints. */
interface Peak {
  readonly outcome: string;
  readonly seconds: number;
  readonly processor_seconds: number;
  readonly megabytes: number;
}

/** How fast each format becomes chunks in a warm process, and how much memory a fresh process takes for large files. */
export async function ingestSpeed(report: Report): Promise<void> {
  const there = FILES.filter(existsSync);
  for (const file of FILES.filter((name) => !existsSync(name)))
    report.text(`Left out, because it is not there: ${basename(file)}`);
  const timings = await interleaved(
    there.map((file) => async () => {
      await chunksOf(file);
    }),
    ROUNDS,
  );
  const rows: string[][] = [];
  for (const [i, file] of there.entries()) {
    const timing = timings[i] as Timing;
    const seconds = timing.median / 1000;
    const chunks = await chunksOf(file);
    const pages = Math.max(0, ...chunks.map(({ metadata }) => metadata.page_range?.[1] ?? 0));
    const kilobytes = statSync(file).size / 1000;
    const speed = pages > 0 ? `${(pages / seconds).toFixed(0)} pages/s` : `${(kilobytes / seconds).toFixed(0)} kB/s`;
    rows.push([basename(file), chunks.length.toString(), figure(timing), speed]);
  }
  report.table(["file", "chunks", "ms", "speed"], rows);
  report.text("Each in a fresh process, read as the service reads an upload and within its limits:");
  await peaks(there, report);
}

async function chunksOf(file: string) {
  const { tree } = await readerOf(mediaTypeOf(file) as string)(readFileSync(file));
  return structureDocument({ document_id: "d", title: "d" }, tree);
}

async function peaks(there: readonly string[], report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "retrieval-bench-"));
  try {
    const large = LARGE_MARKDOWN.map((megabytes) => {
      const file = join(folder, `${megabytes} MB.md`);
      writeFileSync(file, largeMarkdown(megabytes * 1024 * 1024));
      return file;
    });
    const dense = join(folder, `${DENSE_PAGES} dense pages.pdf`);
    writeFileSync(dense, densePdf(DENSE_PAGES));
    const rows: string[][] = [];
    for (const file of [...there.filter((name) => extname(name) === ".pdf"), dense, ...large]) {
      const { stdout } = await promisify(execFile)(process.execPath, [PEAK, file]);
      const { outcome, seconds, processor_seconds, megabytes } = JSON.parse(stdout) as Peak;
      const figures = [seconds, processor_seconds].map((figure) => figure.toFixed(1));
      rows.push([basename(file), outcome, ...figures, megabytes.toFixed(0)]);
      if (file !== dense) continue;
      report.claim({
        what: `${DENSE_PAGES} dense PDF pages`,
        target: `${PROCESSOR_SECONDS_MAX} s of processor time, ${MEGABYTES_MAX} MB`,
        measured: `${processor_seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB with the process`,
        met: processor_seconds <= PROCESSOR_SECONDS_MAX && megabytes < MEGABYTES_MAX,
      });
    }
    report.table(["file", "outcome", "s", "processor s", "MB resident"], rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Articles of rules, numbered consecutively. */
function largeMarkdown(bytes: number): string {
  const parts: string[] = [];
  for (let size = 0, article = 1; size < bytes; article += 1) {
    const part = `## 第${article}条（手当その${article}）\n\n会社は、社員が第${article}項の事由に該当するときは、別表第1に定める額を支給する。\n\n1. 課長 30,000円\n2. 部長 50,000円\n\n`;
    parts.push(part);
    size += Buffer.byteLength(part);
  }
  return `# 規程\n\n${parts.join("")}`;
}

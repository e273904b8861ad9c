import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "@jest/globals";
import type { StructuredUpload } from "@retrieval/core/ports";
import type { Problem } from "@retrieval/core/problems";
import { isolatedStructuredUploads, type TaskLimits } from "../src/index.js";

const LIMITS = { seconds: 60, heap_megabytes: 1_024 };
const MEBIBYTE = 1024 * 1024;
const utf8 = (text: string) => new TextEncoder().encode(text);
const bodyOf = (chunks: readonly object[]) => utf8(JSON.stringify({ chunks }));

async function readWithin(limits: TaskLimits, chunks: readonly object[]): Promise<StructuredUpload | Problem> {
  return isolatedStructuredUploads(limits)("doc", bodyOf(chunks));
}

describe("uploads of structured chunks, read in a thread", () => {
  test("end at the limits, with their problems", async () => {
    const content_md = "*a **a ".repeat(400) + "b** b*".repeat(400);
    const slow = Array.from({ length: 2_000 }, () => ({ text_type: "table", content_md }));
    expect(await readWithin({ ...LIMITS, seconds: 1, elapsed_seconds: 60 }, slow)).toEqual({
      code: "chunks.slow_to_read",
      seconds: 1,
    });
    const many = Array.from({ length: 60_000 }, () => ({ text_type: "paragraph", content: "x" }));
    expect(await readWithin({ ...LIMITS, heap_megabytes: 20 }, many)).toEqual({ code: "chunks.large_to_read" });
  });

  test("of the size of the largest body and made to fill the memory end the thread at most, never the process", async () => {
    const read = isolatedStructuredUploads(LIMITS);
    const filled = (open: string, unit: string, close: string) =>
      utf8(open + unit.repeat(Math.floor((50 * MEBIBYTE - 100) / unit.length)) + close);
    for (const body of [
      filled('{"chunks":[', "{},", "{}]}"),
      filled('{"title":"T","chunks":[],"x":[', "{},", "{}]}"),
      filled('{"chunks":[[', "[],", "[]]]}"),
      filled("[", "{},", "{}]"),
      filled("", "[", ""),
    ]) {
      expect(await read("doc", body)).toHaveProperty("code");
    }
  });

  test("do not block other work", async () => {
    const text = "宿泊料は、別表第1に定める。".repeat(12);
    const body = bodyOf(Array.from({ length: 50_000 }, () => ({ text_type: "paragraph", content: text })));
    expect(body.byteLength).toBeGreaterThan(20 * MEBIBYTE);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const began = performance.now();
    const upload = await isolatedStructuredUploads(LIMITS)("doc", body);
    const took = performance.now() - began;
    delay.disable();
    expect(typeof upload).toBe("object");
    // On a busy machine, all work is slower.
    expect(delay.max / 1e6).toBeLessThan(Math.max(1_000, took / 2));
  });
});

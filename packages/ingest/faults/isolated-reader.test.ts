import { describe, expect, test } from "@jest/globals";
import { UnreadableDocumentError } from "@retrieval/core/ports";
import { IsolatedReader } from "../src/index.js";
import { readHere, readIsolated } from "../test/read.js";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("reading in a separate thread", () => {
  const inThread = (reader: IsolatedReader, source: Uint8Array, type = "text/markdown") =>
    readIsolated(reader, type, source);
  const here = (source: Uint8Array) => readHere("text/markdown", source);
  const limits = { seconds: 60, heap_megabytes: 256 };

  test("gives the same answer, and the same refusals", async () => {
    const reader = new IsolatedReader(limits);
    const source = utf8("# T\n\n## 第1条\n\n1. a\n\n![](x.png)\n");
    expect(await inThread(reader, source)).toEqual(await here(source));
    await expect(inThread(reader, utf8(`${"> ".repeat(200)}a`))).rejects.toThrow(UnreadableDocumentError);
    await expect(inThread(reader, source, "image/png")).rejects.toMatchObject({
      problems: [{ code: "file.no_reader", media_type: "image/png" }],
    });
  });

  test("ends at the time limit, whatever the parser is doing", async () => {
    const reader = new IsolatedReader({ ...limits, seconds: 1, elapsed_seconds: 60 });
    const slow = utf8("*a **a ".repeat(20_000) + "b** b*".repeat(20_000));
    const reading = inThread(reader, slow);
    await expect(reading).rejects.toThrow(UnreadableDocumentError);
    await expect(reading).rejects.toMatchObject({ problems: [{ code: "file.slow_to_read", seconds: 1 }] });
  });

  test("ends at the limit of memory", async () => {
    const reader = new IsolatedReader({ seconds: 60, heap_megabytes: 40 });
    await expect(inThread(reader, utf8("- a\n".repeat(200_000)))).rejects.toThrow("file.large_to_read");
  });

  test("hinders none of the documents after it, nor those beside it", async () => {
    const reader = new IsolatedReader({ ...limits, seconds: 8 });
    const good = utf8("# T\n\n## 第1条\n\na\n");
    const expected = await here(good);
    const slow = inThread(reader, utf8("*a **a ".repeat(100_000) + "b** b*".repeat(100_000)));
    const beside = await Promise.all([inThread(reader, good), inThread(reader, good)]);
    await expect(slow).rejects.toThrow(UnreadableDocumentError);
    for (const one of [...beside, await inThread(reader, good), await inThread(reader, good)]) {
      expect(one).toEqual(expected);
    }
  });

  test("does not block other work", async () => {
    let ticks = 0;
    const clock = setInterval(() => ticks++, 10);
    await inThread(new IsolatedReader(limits), utf8("1. a\n".repeat(5_000)));
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(10);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { AnswerWriter } from "@retrieval/core/ports";

export interface OpenAnswerWriter {
  readonly writer: AnswerWriter;
  /** How many requests its server has received. */
  requests(): number;
  close(): Promise<void>;
}

/**
 * The contract of {@link AnswerWriter}.
 * @param open a writer whose model is healthy and writes the data that it is given, as it is
 */
export function answerWriterContract(name: string, open: () => Promise<OpenAnswerWriter>): void {
  describe(`${name} keeps the contract of AnswerWriter`, () => {
    let opened: OpenAnswerWriter;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const { signal } = new AbortController();
    const ask = (data: string) => ({ instructions: "Write the data.", question: "慶弔休暇は何日か", data });
    const write = (data: string) => all(opened.writer.write(ask(data), signal));

    it.each([
      ["Japanese, and characters of two UTF-16 units", "𠮷野家の慶弔休暇は五日とする。🙂"],
      ["lines of JSON", '{"text": "五日", "source": 1}\n{"text": "b", "source": 2}\n'],
      ["what looks like an event stream", "data: [DONE]\n\nevent: error\r\n: comment\r\n\r\ndata: {}"],
      ["line separators and zero-width characters", "a\u2028b\u2029c\u200bd\ufeffe"],
    ])("writes the text unchanged: %s", async (_, text) => {
      expect((await write(text)).join("")).toBe(text);
    });

    it("yields no empty piece", async () => {
      expect(await write("慶弔休暇は五日とする。")).not.toContain("");
    });

    it("ends without a piece if the model writes nothing", async () => {
      expect(await write("")).toEqual([]);
    });

    it("throws timeout, without its server, if the signal aborted before", async () => {
      const aborted = all(opened.writer.write(ask("a"), AbortSignal.abort()));
      await expect(aborted).rejects.toMatchObject({ name: "ModelFailed", failure: { failed: "timeout" } });
      expect(opened.requests()).toBe(0);
    });

    it("remembers nothing of an earlier call, also after one that was not read to its end", async () => {
      for await (const _ of opened.writer.write(ask("first first first"), signal)) break;
      expect((await write("second")).join("")).toBe("second");
    });

    it("answers calls at the same time independently", async () => {
      const texts = ["一日", "two days", "三日"];
      const written = await Promise.all(texts.map(write));
      expect(written.map((pieces) => pieces.join(""))).toEqual(texts);
    });

    it("names its model and where it sends texts", () => {
      expect(opened.writer.model).not.toBe("");
      expect(opened.writer.host).toMatch(/^[^/@]+$/);
    });
  });
}

async function all(pieces: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const piece of pieces) read.push(piece);
  return read;
}

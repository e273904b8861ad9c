import { describe, expect, it } from "@jest/globals";
import { eventStream, type StreamEvent } from "../src/answers/event-stream.js";

async function* from(...events: readonly (StreamEvent | Promise<unknown>)[]): AsyncGenerator<StreamEvent> {
  for (const event of events) {
    if (event instanceof Promise) await event;
    else yield event;
  }
}

async function all(parts: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of parts) texts.push(text);
  return texts;
}

describe("server-sent events", () => {
  it("are lines of JSON, one event each", async () => {
    const { parts } = eventStream(from({ event: "sentence", data: { text: "一\n二" } }, { event: "done", data: {} }));
    expect(await all(parts)).toEqual(['event: sentence\ndata: {"text":"一\\n二"}\n\n', "event: done\ndata: {}\n\n"]);
  });

  it("are comments while nothing comes, so that no proxy takes the connection for dead", async () => {
    let come = () => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const { parts } = eventStream(from(coming, { event: "done", data: {} }), 1);
    expect([(await parts.next()).value, (await parts.next()).value]).toEqual([":\n\n", ":\n\n"]);
    come();
    const left = await all(parts);
    expect(left.at(-1)).toBe("event: done\ndata: {}\n\n");
  });

  it("end the work behind them when the client leaves", async () => {
    let ended = false;
    async function* work(): AsyncGenerator<StreamEvent> {
      try {
        yield { event: "sources", data: {} };
        yield { event: "done", data: {} };
      } finally {
        ended = true;
      }
    }
    for await (const _ of eventStream(work()).parts) break;
    expect(ended).toBe(true);
  });
});

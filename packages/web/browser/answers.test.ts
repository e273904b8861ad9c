import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const { researcher } = USERS;
const QUESTION = `/?q=${encodeURIComponent("通勤手当の上限はいくらですか")}`;

interface Passage {
  readonly source: number;
  readonly text: string;
}

/** A server that quotes the first passage it is sent, adds sentences that no passage proves, and waits where it is told. */
class SmallModel {
  url = "";
  #server: Server | null = null;
  #goOn: () => void = () => undefined;
  #waits: Promise<void> = Promise.resolve();

  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const { messages } = JSON.parse(await text(request)) as { messages: { content: string }[] };
      const lines = messages[1]?.content.split("\n").filter((line) => line.startsWith('{"source"')) ?? [];
      const [passage] = lines.map((line) => JSON.parse(line) as Passage);
      const quote = /[^。\n]*55,000円を上限とする。/.exec(passage?.text ?? "")?.[0] ?? "";
      const say = (content: string) =>
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      say(`${JSON.stringify({ text: "通勤手当の上限は66,000円です。", source: 1, quote })}\n`);
      say(`${JSON.stringify({ text: "<img src=x onerror=alert(1)> 上限は55,000円です。", source: 1, quote })}\n`);
      say(`${JSON.stringify({ text: "1か月当たり55,000円が上限です。", source: 1, quote })}\n`);
      await this.#waits;
      response.end("data: [DONE]\n\n");
    });
    await new Promise<void>((listening) => this.#server?.listen(0, "127.0.0.1", listening));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  wait(): void {
    this.#waits = new Promise((resolve) => {
      this.#goOn = resolve;
    });
  }

  goOn(): void {
    this.#goOn();
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}

const model = new SmallModel();
await model.start();
afterAll(() => model.stop());

describe("an answer that a model writes", () => {
  const visits = browserBesideDemo({ ANSWER_URL: model.url, ANSWER_MODEL: "small" });

  it("grows beside the results, shows only what is proven, and each sentence's quote leads to its place", async () => {
    model.wait();
    const { page } = await visits().openAs(researcher, QUESTION, { locale: "ja-JP" });
    const answer = page.getByRole("region", { name: "回答" });
    await answer.getByText("1か月当たり55,000円が上限です。").waitFor();
    await page.getByRole("article").first().waitFor();
    await answer.getByRole("button", { name: "停止" }).waitFor();
    expect(await answer.textContent()).not.toMatch(/66,000|onerror/);
    model.goOn();
    await answer.getByRole("button", { name: "役に立った", exact: true }).waitFor();
    await answer.locator("blockquote").getByRole("link").click();
    await page.waitForURL(/\/documents\/wage-rules\//);
    await page.getByRole("heading", { name: "賃金規程", level: 1 }).waitFor();
    await page.locator("main mark").first().waitFor();
    expect((await page.locator("main mark").allTextContents()).join("")).toMatch(/55,000円を上限とする。$/);
  });

  it("ends when the reader stops it by keyboard, and is judged by keyboard", async () => {
    model.wait();
    const { page } = await visits().openAs(researcher, QUESTION, { locale: "en-US" });
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.locator("blockquote").waitFor();
    await answer.getByRole("button", { name: "Stop" }).press("Enter");
    await answer.getByText("Writing an answer…").waitFor({ state: "hidden" });
    const said = answer.getByText("This answer ended early, so it is incomplete.");
    expect(await said.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await answer.textContent()).toContain("55,000円が上限です");
    model.goOn();
    await page.reload();
    await answer.getByRole("button", { name: "This answer did not help" }).press("Enter");
    await answer.getByRole("button", { name: "It is outdated" }).press("Enter");
    await answer.getByText("Thank you").waitFor();
  });

  it("is the documents' own words while the model is away", async () => {
    model.stop();
    const { page } = await visits().openAs(researcher, QUESTION, { locale: "ja-JP" });
    await page.getByRole("region", { name: "賃金規程 第13条（通勤手当）" }).getByText("55,000円").waitFor();
  });
});

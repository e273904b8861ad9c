import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const { researcher } = USERS;
const QUESTION = `/?q=${encodeURIComponent("通勤手当の上限はいくらですか")}`;

interface Unit {
  readonly unit: number;
  readonly text: string;
}

/** A server that chooses the unit with 55,000円, and waits where it is told. */
class SmallModel {
  url = "";
  #server: Server | null = null;
  #goOn: () => void = () => undefined;
  #waits: Promise<void> = Promise.resolve();

  async start(): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const { messages } = JSON.parse(await text(request)) as { messages: { content: string }[] };
      const lines = messages[1]?.content.split("\n").filter((line) => line.startsWith('{"unit"')) ?? [];
      const units = lines.map((line) => JSON.parse(line) as Unit).filter(({ text }) => text.includes("55,000円"));
      const content = JSON.stringify({ units: units.slice(0, 1).map(({ unit }) => unit) });
      await this.#waits;
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
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

describe("an answer that a model chooses", () => {
  const visits = browserBesideDemo({ ANSWER_URL: model.url, ANSWER_MODEL: "small" });

  it("comes above the results, in the document's own words, and leads to its place", async () => {
    model.wait();
    const { page } = await visits().openAs(researcher, QUESTION, { locale: "ja-JP" });
    await page.getByRole("article").first().waitFor();
    await page.getByText("答えとなる箇所を探しています…").waitFor();
    model.goOn();
    const answer = page.getByRole("region", { name: "賃金規程 第13条（通勤手当）" });
    await answer.getByText("55,000円").waitFor();
    await answer.getByRole("link").click();
    await page.waitForURL(/\/documents\/wage-rules\//);
    await page.getByRole("heading", { name: "賃金規程", level: 1 }).waitFor();
    await page.locator("main mark").first().waitFor();
    expect((await page.locator("main mark").allTextContents()).join("")).toMatch(/通勤手当を支給する。$/);
  });

  it("is judged by keyboard", async () => {
    const { page } = await visits().openAs(researcher, QUESTION, { locale: "en-US" });
    const answer = page.getByRole("region", { name: /^賃金規程 第13条/ });
    await answer.getByRole("button", { name: "This answer did not help" }).press("Enter");
    await answer.getByRole("button", { name: "It is outdated" }).press("Enter");
    await answer.getByText("Thank you").waitFor();
  });

  it("is chosen by the words of the question while the model is away", async () => {
    model.stop();
    const { page } = await visits().openAs(researcher, QUESTION, { locale: "ja-JP" });
    await page.getByRole("region", { name: "賃金規程 第13条（通勤手当）" }).getByText("55,000円").waitFor();
  });
});

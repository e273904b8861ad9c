import { beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, general } = USERS;

const LONG = "big-rules";
const WIDE = "wide-table";
/** Chapters, articles in each, and paragraphs in each article: 10,050 chunks. */
const [CHAPTERS, ARTICLES, PARAGRAPHS] = [50, 40, 4];
const WORD = "深海潜航艇";

async function upload(document_id: string, title: string, chunks: readonly object[]): Promise<void> {
  const answer = await visits().demo.call(admin, `/api/manage/documents/${document_id}?wait=true`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ title, version: "2026-01-01", chunks }),
  });
  expect(await answer.json()).toMatchObject({ state: "done" });
}

function longDocument(): object[] {
  const chunks: object[] = [];
  for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
    const path = [{ level: 1, type: "chapter", label: `第${chapter}章`, title: `題${chapter}` }];
    chunks.push({ text_type: "heading", content: `第${chapter}章 題${chapter}`, metadata: { section_path: path } });
    for (let i = 1; i <= ARTICLES; i++) {
      const n = (chapter - 1) * ARTICLES + i;
      const section_path = [...path, { level: 2, type: "article", label: `第${n}条`, title: `名${n}` }];
      chunks.push({ text_type: "heading", content: `第${n}条（名${n}）`, metadata: { section_path } });
      for (let p = 1; p <= PARAGRAPHS; p++) {
        const text = `${n}の${p}。${"業務の内容と手続を定める。".repeat(1 + ((n * p) % 7))}${n === 1_777 && p === 3 ? WORD : ""}`;
        chunks.push({ text_type: "paragraph", content: text, metadata: { section_path } });
      }
    }
  }
  return chunks;
}

const passages = (page: Page) => page.locator("[data-section] > [data-type]").count();
const current = (page: Page) => page.locator('nav [aria-current="location"]').first().textContent();
const topOf = (page: Page, id: string) =>
  page.evaluate((elementId) => document.getElementById(elementId)?.getBoundingClientRect().top ?? null, `p:${id}`);
/** Waits until a passage is in the upper half of the window. */
const opened = (page: Page, id: string) =>
  page.waitForFunction((elementId) => {
    const top = document.getElementById(elementId)?.getBoundingClientRect().top;
    return top !== undefined && top > 0 && top < innerHeight / 2;
  }, `p:${id}`);
const isCurrent = (page: Page, name: string) =>
  page.waitForFunction((text) => document.querySelector('nav [aria-current="location"]')?.textContent === text, name);
/** Until the browser has told what is on screen. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

describe("A document of the sample company", () => {
  it("opens at the passage that was found, marked, below its heading, and leads back to the results", async () => {
    const { page } = await visits().openAs(general, `/?q=${encodeURIComponent("新幹線通勤 手当")}`);
    await page.locator("section").getByRole("link", { name: "第13条（通勤手当）" }).click();
    await page.waitForURL(/\/documents\/wage-rules\/ch3::sec1::art13::/);
    await page.locator("main mark").first().waitFor();
    await opened(page, "wage-rules::ch3::sec1::art13::list-1");
    await isCurrent(page, "第13条 通勤手当");
    await page
      .locator("aside")
      .getByRole("link", { name: /別表第2/ })
      .waitFor();
    await page.reload();
    await opened(page, "wage-rules::ch3::sec1::art13::list-1");
    await page.getByRole("link", { name: "Back to the results" }).click();
    await page.waitForURL(/\/\?q=/);
  });

  it.each([
    [
      "the sentence before a list",
      "通勤手当の上限はいくらですか",
      "55,000円",
      /^住居から勤務地まで.*次の区分により通勤手当を支給する。$/,
    ],
    [
      "the row of a table",
      "国内出張の日当はいくら",
      "4,500円",
      /^役員4,500円22,000円20,000円18,000円17,000円15,000円—$/,
    ],
  ])("opens at the words that an answer quotes: %s", async (_, question, fact, words) => {
    const { page } = await visits().openAs(general, `/?q=${encodeURIComponent(question)}`);
    const source = page.locator("section div:has(> h2)", { hasText: fact }).first();
    await source.getByRole("heading").getByRole("link").click();
    await page.waitForURL(/&words=/);
    const marked = () => page.locator("main mark").allTextContents();
    const isShown = async () => {
      await page.locator("main mark").first().waitFor();
      await page.waitForFunction(() => {
        const { top, bottom } = document.querySelector("main mark")?.getBoundingClientRect() ?? new DOMRect();
        return top > 0 && bottom < innerHeight / 2;
      });
      expect((await marked()).join("")).toMatch(words);
    };
    await isShown();
    await page.reload();
    await isShown();
  });

  it("opens at the passage if its words have changed, and is not there for a reader who may not see it", async () => {
    const id = "wage-rules::ch3::sec1::art13::list-1";
    const { page } = await visits().openAs(general, "/documents/wage-rules/ch3::sec1::art13::list-1?words=2-9-abc");
    await opened(page, id);
    expect(await page.locator("main mark").count()).toBe(0);
    await page.goto(`${visits().demo.url}/documents/project-kingfisher-en/art1::paragraph-1?words=0-9-abc`);
    await page.getByRole("heading", { name: "Document not found" }).waitFor();
    expect(await page.locator("main mark").count()).toBe(0);
  });

  it("opens by the older address with the whole id", async () => {
    const id = "wage-rules::ch3::sec1::art13::list-1";
    const { page } = await visits().openAs(general, `/documents/wage-rules/${encodeURIComponent(id)}`);
    await opened(page, id);
  });

  it("loads completely, so that the browser's own search finds everything", async () => {
    const { page } = await visits().openAs(general, "/documents/wage-rules/annex2");
    const { total } = (await (
      await visits().demo.call(general, "/api/documents/wage-rules/chunks?limit=1")
    ).json()) as {
      total: number;
    };
    await page.waitForFunction(
      (all) => document.querySelectorAll("[data-section] > [data-type]").length === all,
      total,
    );
  });

  it("turns by keyboard, and the outline follows the scrolling", async () => {
    const { page } = await visits().openAs(general, "/documents/wage-rules/ch1::art1");
    await isCurrent(page, "第1条 目的");
    // Alt alone scrolls nothing, so what comes into a larger window is not yet what the user reads.
    await page.keyboard.down("Alt");
    await page.setViewportSize({ width: 1280, height: 1_800 });
    await twoFrames(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.up("Alt");
    await page.waitForURL(/ch1::art2$/);
    await page.setViewportSize({ width: 1280, height: 900 });
    await isCurrent(page, "第2条 適用範囲");
    await page.keyboard.press("Alt+ArrowUp");
    await page.waitForURL(/ch1::art1$/);
    await page.mouse.move(640, 500);
    await page.mouse.wheel(0, 3_000);
    await page.waitForFunction(
      () => !/第1条/.test(document.querySelector("nav [aria-current]")?.textContent ?? "第1条"),
    );
  });

  it("prints all of it, with title, version and date at the foot of the pages", async () => {
    const { page } = await visits().openAs(general, "/documents/wage-rules");
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await page.getByRole("button", { name: "Print" }).click();
    await page.locator("html[data-printed]").waitFor();
    const foot = await page.evaluate(() =>
      ["--print-name", "--print-state"].map((name) => document.documentElement.style.getPropertyValue(name)),
    );
    expect(foot[0]).toContain("賃金規程");
    expect(foot[1]).toMatch(/Version 2025-04-01 · printed /);
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["header nav", "aside", 'nav[aria-label="Contents"]'])
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    expect(
      await page
        .locator("article [data-type]")
        .first()
        .evaluate((box) => getComputedStyle(box).contentVisibility),
    ).toBe("visible");
    // The items of a grid would lie over one another at the end of a page.
    const list = page.locator("article ol").first();
    expect(await list.evaluate((box) => getComputedStyle(box).display)).toBe("block");
  });

  it("folds the outline on a narrow screen, and opens it as a dialog", async () => {
    const { page } = await visits().openAs(general, "/documents/wage-rules/ch3::sec1::art13", {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole("button", { name: /^Contents: .*第13条 通勤手当/ }).click();
    const dialog = page.getByRole("dialog", { name: "Contents" });
    await dialog
      .getByRole("link", { name: /別表第2/ })
      .first()
      .waitFor();
    await dialog.getByRole("link", { name: "第15条 住宅手当" }).click();
    await dialog.waitFor({ state: "hidden" });
    await opened(page, "wage-rules::ch3::sec1::art15");
  });
});

describe("A wide table", () => {
  it("scrolls by itself, by keyboard too, and says so; on paper all of it fits", async () => {
    const columns = Array.from({ length: 16 }, (_, i) => `列${i}の見出し`);
    const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
    const content_md = [row(columns), row(columns.map(() => "---")), row(columns.map(() => "1,000円"))].join("\n");
    await upload(WIDE, "料金表", [{ text_type: "table", content: "料金", content_md }]);
    const { page } = await visits().openAs(general, `/documents/${WIDE}`);
    await page.getByText("The table goes on sideways").waitFor();
    const table = page.getByRole("region", { name: /Table/ });
    await table.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => (document.querySelector("main table")?.parentElement?.scrollLeft ?? 0) > 0);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(Number(window));
    // A page of A4 between its margins, which cannot scroll.
    await page.setViewportSize({ width: 673, height: 900 });
    await page.emulateMedia({ media: "print" });
    const [printed, paper] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(printed).toBeLessThanOrEqual(Number(paper));
  });
});

describe("A document of 10,000 chunks", () => {
  beforeAll(() => upload(LONG, "大規程", longDocument()));

  it("opens at an article in its middle with few chunks, and more load without moving what is read", async () => {
    const { page } = await visits().openAs(general, `/documents/${LONG}/ch45::art1777`);
    const id = `${LONG}::ch45::art1777`;
    await opened(page, id);
    const first = await topOf(page, id);
    await page.waitForFunction(() => document.querySelectorAll("[data-section] > [data-type]").length > 200);
    await page.waitForLoadState("networkidle");
    expect(Math.abs(Number(await topOf(page, id)) - Number(first))).toBeLessThan(4);
    expect(await passages(page)).toBeLessThan(2_000);
    expect(await current(page)).toBe("第1777条 名1777");
  });

  it("jumps to an article that is not loaded, and back", async () => {
    const { page } = await visits().openAs(general, `/documents/${LONG}/ch45::art1777`);
    await opened(page, `${LONG}::ch45::art1777`);
    await page.getByRole("link", { name: "第100条 名100", exact: true }).click();
    await opened(page, `${LONG}::ch3::art100`);
    await isCurrent(page, "第100条 名100");
    await page.goBack();
    await opened(page, `${LONG}::ch45::art1777`);
  });

  it("has its own field for Ctrl+F, which finds a phrase anywhere", async () => {
    const { page } = await visits().openAs(general, `/documents/${LONG}`);
    await page.getByRole("heading", { level: 1, name: "大規程" }).waitFor();
    await page.keyboard.press("Control+f");
    await page.getByRole("textbox", { name: "Find in this document" }).fill(WORD);
    await page.getByRole("status").filter({ hasText: "1 passage" }).waitFor({ timeout: 120_000 });
    await page.keyboard.press("Enter");
    await opened(page, `${LONG}::ch45::art1777::paragraph-3`);
    expect(await page.locator("main mark").allTextContents()).toEqual([WORD]);
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Find in this document" }).waitFor({ state: "detached" });
  });

  it("prints all of it", async () => {
    const { page } = await visits().openAs(general, `/documents/${LONG}`);
    await page.getByRole("heading", { level: 1, name: "大規程" }).waitFor();
    await page.evaluate(() => {
      const count = () => String(document.querySelectorAll("[data-section] > [data-type]").length);
      window.print = () => document.documentElement.setAttribute("data-printed", count());
    });
    await page.keyboard.press("Control+p");
    await page
      .locator(`html[data-printed="${CHAPTERS * (1 + ARTICLES * (1 + PARAGRAPHS))}"]`)
      .waitFor({ timeout: 150_000 });
  });
});

import { describe, expect, it } from "@jest/globals";
import type { Page, Request } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, general, researcher } = USERS;

const TABLE = `/documents/travel-expenses/${encodeURIComponent("travel-expenses::ch1::art4::table-1")}`;

/** Waits until the results answer the whole text, not only its beginning. */
async function answered(page: Page, query: string): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get("q") === query);
  await page.locator('main ol[aria-busy="false"] article').first().waitFor();
}

/** Waits until the search field has this text. */
async function fieldHas(page: Page, value: string): Promise<void> {
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('[type="search"]')?.value === text,
    value,
  );
}

/** Presses the slash once the page listens. */
async function slash(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator("body").press("/");
  await page.waitForFunction(() => document.activeElement?.matches('[type="search"]'));
}

async function search(page: Page, query: string): Promise<void> {
  await page.getByRole("searchbox").fill(query);
  await page.getByRole("searchbox").press("Enter");
  await answered(page, query);
}

describe("Searching", () => {
  it("answers when typing rests, opens the article in place, and has results with marked words", async () => {
    const { page } = await visits().openAs(general, "/", { locale: "ja-JP" });
    await page.getByRole("searchbox").pressSequentially("通勤手当の上限はいくらですか", { delay: 10 });
    await answered(page, "通勤手当の上限はいくらですか");
    await page
      .getByRole("status")
      .filter({ hasText: /^そのほかの条文　[\d,]+ 件$/ })
      .waitFor();
    const answer = page.getByRole("region", { name: "賃金規程 第13条（通勤手当）" });
    await answer.getByRole("link", { name: "賃金規程 第13条（通勤手当）" }).waitFor();
    expect(await answer.textContent()).toContain("1か月当たり55,000円を上限");
    const results = page.locator("main article");
    expect(await results.count()).toBeGreaterThan(5);
    expect(await results.first().getByRole("heading").textContent()).toMatch(/(規程|規則) (第|別表)/);
    await answer.getByRole("button", { name: "条文を見る" }).press("Enter");
    await answer.locator("mark").first().waitFor();
    expect((await answer.locator("mark").allTextContents()).join("")).toContain("1か月当たり55,000円を上限");
    expect(await page.locator(":focus").textContent()).toBe("条文を閉じる");
    expect(await results.locator("mark").allTextContents()).toEqual(expect.arrayContaining(["通勤手当"]));
  });

  it("shows the place in a long passage where the words are, and leads to it", async () => {
    const filler = "業務の内容を記す。\n".repeat(60);
    const chunks = [{ text_type: "paragraph", content: `${filler}深海潜航艇の費用は別に定める。\n${filler}` }];
    // The answer quotes one of them, and the other is a result.
    for (const id of ["long-passage-1", "long-passage-2"]) {
      const uploaded = await visits().demo.call(admin, `/api/manage/documents/${id}?wait=true`, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ title: "長い文書", chunks }),
      });
      expect(await uploaded.json()).toMatchObject({ state: "done" });
    }
    const { page } = await visits().openAs(general);
    await search(page, "深海潜航艇");
    const result = page.locator("main article").filter({ hasText: "深海潜航艇" }).first();
    expect(await result.locator("p").first().textContent()).toMatch(/^….*深海潜航艇の費用.*…$/s);
    await result.getByRole("heading").getByRole("link").click();
    await page.waitForURL(/long-passage/);
    await page.waitForFunction(() => (document.querySelector("main article")?.textContent?.length ?? 0) > 1_000);
  });

  it("has one field, which keeps text, caret and focus when the results move it into the header", async () => {
    const { page } = await visits().openAs(general, "/", { viewport: { width: 390, height: 800 } });
    expect(await page.getByRole("banner").boundingBox()).toMatchObject({ width: 390, height: 56 });
    const field = page.getByRole("searchbox");
    const isInHeader = () => field.evaluate((input) => input.closest("header") !== null);
    expect(await isInHeader()).toBe(false);
    await field.pressSequentially("pass word");
    await field.press("ArrowLeft");
    await page.waitForURL(/q=pass/);
    expect(await isInHeader()).toBe(true);
    await page.keyboard.type("s");
    expect(await field.inputValue()).toBe("pass worsd");
    expect(await page.getByRole("banner").boundingBox()).toMatchObject({ width: 390, height: 56 });
  });

  it("has a menu in a narrow window, which closes by Escape and by a choice", async () => {
    const { page } = await visits().openAs(general, "/", { viewport: { width: 390, height: 800 } });
    const [open, menu] = [page.getByRole("button", { name: "Menu" }), page.locator("#menu")];
    await open.press("Enter");
    await menu.waitFor();
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Documents");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Menu");
    await open.click();
    await menu.getByRole("link", { name: "Documents" }).click();
    await page.getByRole("heading", { level: 1, name: "Documents" }).waitFor();
    expect(await menu.isVisible()).toBe(false);
  });

  it("names a few of the other words that were searched, and the rest on demand", async () => {
    const { page } = await visits().openAs(general);
    await search(page, "給料とボーナスと有休");
    const words = page.getByText(/^Also searched for/);
    const few = (await words.textContent())?.length ?? 0;
    await page.getByRole("button", { name: "Show all words that were searched" }).press("Enter");
    await page.getByRole("button", { name: "Fewer words", expanded: true }).waitFor();
    expect((await words.textContent())?.length).toBeGreaterThan(few);
  });

  it("suggests while the user types; arrows select, Enter opens, Escape only closes", async () => {
    const { page } = await visits().openAs(general, "/documents");
    const field = page.getByRole("searchbox", { name: "Search the documents" });
    await field.pressSequentially("旅費", { delay: 10 });
    const list = page.getByRole("listbox", { name: "Suggestions" });
    await list.getByRole("option").first().waitFor();
    await field.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("旅費");
    await field.press("ArrowDown");
    const document_ = list.getByRole("option").filter({ hasText: "Document" }).first();
    await document_.waitFor();
    for (let i = 0; i < 8 && (await document_.getAttribute("data-focused")) === null; i++)
      await field.press("ArrowDown");
    await field.press("Enter");
    await page.waitForURL(/\/documents\/travel-expenses/);
  });

  it("sends nothing during a conversion, and its Enter only confirms", async () => {
    const { context, page } = await visits().openAs(general);
    const asked: string[] = [];
    await context.route(/\/api\/search/, (route) => {
      asked.push((route.request().postDataJSON() as { query: string }).query);
      return route.continue();
    });
    await page.getByRole("searchbox").focus();
    const keyboard = await context.newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", { text: "ねんじ", selectionStart: 3, selectionEnd: 3 });
    await page.waitForTimeout(400);
    expect(asked).toEqual([]);
    await keyboard.send("Input.insertText", { text: "年次有給休暇" });
    await page.locator("article").first().waitFor();
    expect(asked).toEqual(["年次有給休暇"]);
  });

  it("never shows an older answer over a newer one", async () => {
    const { context, page } = await visits().openAs(general);
    let releaseOlder = () => {};
    const held = new Promise<void>((resolve) => {
      releaseOlder = resolve;
    });
    await context.route(/\/api\/search/, async (route) => {
      if ((route.request().postDataJSON() as { query: string }).query === "旅費") await held;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole("searchbox").fill("旅費");
    await page.waitForURL(/q=%E6%97%85/);
    await page.getByRole("searchbox").fill("password");
    await page
      .getByRole("heading", { name: /Password|Security/ })
      .first()
      .waitFor();
    const shown = await page.locator("article h3").allTextContents();
    releaseOlder();
    await page.waitForTimeout(500);
    expect(await page.locator("article h3").allTextContents()).toEqual(shown);
    expect(await page.getByRole("searchbox").inputValue()).toBe("password");
  });

  it("shows more on demand, without duplicates", async () => {
    const { page } = await visits().openAs(general);
    await search(page, "通勤手当の上限はいくらですか");
    await page.getByRole("link", { name: "More results" }).click();
    await page.locator("article").nth(15).waitFor();
    const links = await page.locator("article h3 a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    expect(links.length).toBeGreaterThan(15);
    expect(new Set(links).size).toBe(links.length);
  });

  it("returns to the previous query", async () => {
    const { page } = await visits().openAs(general);
    await search(page, "旅費");
    await page.locator("article h3 a").first().click();
    await page.waitForURL(/\/documents\//);
    await page.goBack();
    await answered(page, "旅費");
    await fieldHas(page, "旅費");
    await page.goBack();
    await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
    await fieldHas(page, "");
  });

  it("reports that nothing was found, and accepts any text as a query", async () => {
    const { page } = await visits().openAs(general);
    for (const query of ["zzzqqq", "zzq%2Bqzz + & # ?", "<zzq>zzz</zzq>"]) {
      await page.getByRole("searchbox").fill(query);
      await page.getByRole("heading", { name: "Nothing found" }).waitFor();
      expect(await page.getByRole("searchbox").inputValue()).toBe(query);
    }
  });

  it("is reached by a slash from any part of the page", async () => {
    const { page } = await visits().openAs(general);
    await slash(page);
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await page.goto(`${visits().demo.url}/documents`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await slash(page);
    await page.keyboard.type("travel");
    expect(await page.locator("#search-field").inputValue()).toBe("travel");
  });
});

describe("Reading", () => {
  it("shows a table as a table, in its document, without page numbers", async () => {
    const { page } = await visits().openAs(general, TABLE);
    const table = page.locator("main [data-type=table]", { hasText: "赴任" }).first();
    await table.waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("旅費規程");
    expect(await table.locator("th").allTextContents()).toEqual(["種類", "国内出張", "海外出張", "赴任", "支給の方法"]);
    expect(await page.locator("main article").textContent()).not.toMatch(/page|ページ/i);
  });

  it("scrolls a wide table by itself on a narrow screen", async () => {
    const { page } = await visits().openAs(general, TABLE, { viewport: { width: 360, height: 740 } });
    const table = page.locator("main section[tabindex]", { has: page.locator("table") }).first();
    await table.waitFor();
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(Number(widths[1]));
    expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  });

  it("lists the reader's documents, opens their contents, and answers alike for a hidden and a missing document", async () => {
    const { page } = await visits().openAs(general, "/documents");
    await page.getByRole("link", { name: "就業規則" }).waitFor();
    expect(await page.getByText("Kingfisher").count()).toBe(0);
    await page.getByRole("link", { name: "就業規則" }).click();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link").first().waitFor();

    const texts: (string | null)[] = [];
    for (const name of ["project-kingfisher-en", "no-such-document"]) {
      await page.goto(`${visits().demo.url}/documents/${name}`);
      await page.getByRole("heading", { name: "Document not found" }).waitFor();
      texts.push(await page.locator("main").textContent());
    }
    expect(texts[0]).toBe(texts[1]);
  });

  it("shows only the reader's number and name, on every page", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(researcher, "/documents");
    const session = (await (await demo.call(researcher, "/api/session?principals=true")).json()) as {
      principals: string[];
    };
    const codes = session.principals.filter((token) => /^[dg]:/.test(token)).map((token) => token.slice(2));
    expect(codes.length).toBeGreaterThan(0);
    for (const path of ["/", "/documents", "/documents/project-kingfisher-en"]) {
      await page.goto(`${demo.url}${path}`);
      await page.getByRole("banner").getByText(researcher, { exact: true }).waitFor();
      const shown = (await page.getByRole("banner").textContent()) ?? "";
      for (const code of codes) expect(shown).not.toContain(code);
    }
  });

  it("offers no administration to an ordinary user, and its address shows nothing", async () => {
    const { context, page } = await visits().openAs(general);
    const loaded: string[] = [];
    context.on("request", (request) => loaded.push(request.url()));
    expect(await page.getByRole("link", { name: "Administration" }).count()).toBe(0);
    await page.goto(`${visits().demo.url}/admin/documents`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(loaded.filter((url) => /administration/.test(url) || url.includes("/api/manage/"))).toEqual([]);
  });
});

describe("Nothing moves", () => {
  it.each([1280, 360])("while a page loads, from the search to a passage, at %d px", async (width) => {
    const { context, page } = await visits().open({ viewport: { width, height: 900 } });
    await context.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) shifts.push(entry.value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${visits().demo.url}/#sso_token=${await visits().demo.token(general)}`);
    await search(page, "出張");
    await page.locator("article h3 a").first().click();
    await page.locator("main mark").first().waitFor();
    await page.waitForLoadState("networkidle");
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    // A cumulative layout shift below 0.1 is rated good.
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
  });
});

describe("The language", () => {
  it("is the browser's, until the user chooses another", async () => {
    const { page } = await visits().openAs(general, "/documents", { locale: "ja-JP" });
    await page.getByRole("heading", { name: "文書一覧" }).waitFor();
    await page.locator('html[lang="ja"]').waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Documents" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Documents" }).waitFor();
    await page.locator('html[lang="en"]').waitFor();
  });
});

describe("What a reader downloads before reading", () => {
  it("is less than 200 kB compressed beside the text, without the administration", async () => {
    const { demo } = visits();
    const { context, page } = await visits().open();
    const finished: Request[] = [];
    // The text itself, which goes on loading while the user reads, is as long as the document.
    context.on("requestfinished", (request) => {
      if (!new URL(request.url()).pathname.endsWith("/chunks")) finished.push(request);
    });
    await page.goto(`${demo.url}${TABLE}#sso_token=${await demo.token(general)}`);
    await page.locator("main table").first().waitFor();
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(finished.map((request) => request.sizes()));
    expect(sizes.length).toBeGreaterThan(4);
    expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThan(200_000);
  });
});

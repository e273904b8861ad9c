import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, general } = USERS;

const FIRST = "# Travel\n\n## Article 1\n\nThe allowance is 20 euros a day.\n\n## Article 2\n\nTrains only.\n";
const SECOND = "# Travel\n\n## Article 1\n\nThe allowance is 30 euros a day.\n\n## Article 3\n\nPlanes too.\n";

const publish = async (text: string) => {
  const headers = { "Content-Type": "text/markdown" };
  const path = "/api/manage/documents/travel?wait=true&original=readers";
  const answer = await visits().demo.call(admin, path, { method: "PUT", body: text, headers });
  expect(answer.status).toBe(200);
};

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
};

describe("The versions of a document", () => {
  it("are compared side by side, or one above the other where it is narrow, and restored", async () => {
    await publish(FIRST);
    await publish(SECOND);
    for (const width of [1280, 390]) {
      const { page } = await visits().openAs(admin, "/admin/documents/travel/versions", {
        viewport: { width, height: 900 },
      });
      await page.getByRole("link", { name: "Compare version 1 with version 2" }).click();
      await page.locator("del", { hasText: "20" }).waitFor();
      await page.locator("ins", { hasText: "30" }).waitFor();
      await page.getByText("Planes too.").waitFor();
      await page.getByText("Trains only.").waitFor();
      const [before, after] = [await boxOf(page, "p:has(> del)"), await boxOf(page, "p:has(> ins)")];
      if (width === 1280) expect(after.x).toBeGreaterThan(before.x + before.width);
      else expect(after.y).toBeGreaterThan(before.y + before.height);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save for Word" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.docx$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }

    const { page } = await visits().openAs(admin, "/admin/documents/travel/versions");
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("button", { name: "Make a draft" }).click();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: /^Publish \(in force immediately/ }).click();
    await page.getByText("The draft is published").waitFor();
    const { page: reader } = await visits().openAs(general, "/?q=allowance");
    await reader.getByText("20 euros").first().waitFor();
    expect(await reader.getByText("30 euros").count()).toBe(0);
  });
});

describe("A version", () => {
  it("is corrected and withdrawn by keyboard, and is then hidden from readers", async () => {
    await publish(FIRST);
    await publish(SECOND);
    const { page } = await visits().openAs(admin, "/admin/documents/travel/versions");
    const list = page.getByRole("listitem");
    const [inForce, past] = [list.nth(0), list.nth(1)];
    await inForce.getByText("In force", { exact: true }).waitFor();
    expect(await inForce.getByRole("button", { name: /^Withdraw/ }).count()).toBe(0);

    await inForce.getByRole("button", { name: /^Correct the day or reason/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Reason for the change").fill("Higher prices.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(/^Version \d+ is corrected/).waitFor();
    await inForce.getByText("Higher prices.").waitFor();

    await past.getByRole("button", { name: /^Withdraw version/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").getByText("This cannot be undone").waitFor();
    await page.getByLabel("Reason", { exact: true }).fill("A name in it.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(/^Version \d+ is withdrawn/).waitFor();
    await past.getByText("A name in it.").waitFor();
    await past.getByText("Withdrawn", { exact: true }).waitFor();
    expect(await past.getByRole("button").count()).toBe(0);
  });
});

describe("A document that is open", () => {
  const becomesVisible = (page: Page) =>
    page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

  it("learns of a new version, and that it is closed, when its tab becomes visible again", async () => {
    await publish(FIRST);
    const { page } = await visits().openAs(general, "/documents/travel");
    await page.getByText("Trains only.").waitFor();
    await publish(SECOND);
    await becomesVisible(page);
    await page.getByText("This document has a new version.").waitFor();
    await page.getByText("Trains only.").waitFor();
    await page.getByRole("button", { name: "Show the new version" }).click();
    await page.getByText("Planes too.").waitFor();
    const body = JSON.stringify({ allow_all: false });
    const headers = { "Content-Type": "application/json", "If-Match": "*" };
    const closed = { method: "PUT", body, headers };
    expect((await visits().demo.call(admin, "/api/manage/documents/travel/access-rules", closed)).status).toBe(200);
    await becomesVisible(page);
    const said = page.getByRole("alert").getByRole("heading", { name: "This document is no longer available" });
    await said.waitFor();
    expect(await said.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByText("Planes too.").count()).toBe(0);
    const open = { ...closed, body: JSON.stringify({ allow_all: true }) };
    expect((await visits().demo.call(admin, "/api/manage/documents/travel/access-rules", open)).status).toBe(200);
  });
});

describe("The original file", () => {
  it("is saved under the document's title by a reader to whom it is offered", async () => {
    await publish(FIRST);
    const { page } = await visits().openAs(general, "/documents/travel");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Original file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Travel.md");
    expect(await readFile(await download.path(), "utf8")).toBe(FIRST);
    await page.goto(`${visits().demo.url}/documents/work-rules`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("button", { name: "Original file" }).count()).toBe(0);
  });
});

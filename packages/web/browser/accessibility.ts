import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "@jest/globals";
import type { Result } from "axe-core";
import type { Page } from "playwright-core";
import type { AdminPage, ReadingPage } from "../src/pages.js";
import { browserBesideDemo, USERS } from "./browser.js";

const { admin, general } = USERS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The serious findings of axe, one line each. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as { axe: { run(): Promise<{ violations: Result[] }> } };
    return (await run.run()).violations;
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
}

/** Its name, its address, and what must be visible before it is checked. */
type Visit = readonly [name: string, address: string, there: string];

/** A visit or more for each page: without one for a new page, this does not compile. */
const READING: Readonly<Record<ReadingPage, readonly Visit[]>> = {
  "/": [
    ["the search", "/", "form"],
    ["results", "/?q=%E4%BC%91%E6%9A%87", "article"],
    ["results for other words too", "/?q=password", "main [aria-expanded]"],
    ["no results", "/?q=zzzqqq", "main h2"],
  ],
  "/documents": [["the documents", "/documents", "main tbody tr"]],
  "/documents/:document_id/comparison": [["a comparison", "/documents/work-rules/comparison", "main h1"]],
  "/documents/:document_id/:passage?": [
    ["a document", "/documents/work-rules", "main article"],
    [
      "a table",
      `/documents/travel-expenses/${encodeURIComponent("travel-expenses::ch1::art4::table-1")}`,
      "main table",
    ],
    ["a document that is not there", "/documents/none", "main h1"],
  ],
  "/tokens": [["access tokens", "/tokens", "main h1"]],
  "/authorize/:authorization_id": [["applications cannot connect", "/authorize/none", "main button"]],
};
const OTHERS: readonly Visit[] = [
  ["nothing", "/nowhere", "main h1"],
  ["an application that is refused", "/authorize?error=invalid_client", "main h1"],
  ["the guide for readers", "/guide/ja/readers.html", "main h1"],
  ["the settings in the guides", "/guide/en/settings.html", "main table"],
];
const ADMINISTRATION: Readonly<Record<AdminPage, readonly Visit[]>> = {
  "/admin/documents": [["documents", "/admin/documents", "main h1"]],
  "/admin/upload": [["an upload", "/admin/upload", "main form"]],
  "/admin/documents/:document_id/confirmations": [
    ["no confirmations", "/admin/documents/board-minutes/confirmations", "main h1"],
  ],
  "/admin/documents/:document_id/versions/:number/certificate": [
    ["a record of notice", "/admin/documents/board-minutes/versions/1/certificate", "main article"],
  ],
  "/admin/documents/:document_id/:part?": [
    ["the rule of a document", "/admin/documents/board-minutes/access", "main [role=radiogroup]"],
    ["the fields of a document", "/admin/documents/board-minutes/fields", "main form"],
    ["the history of a rule", "/admin/documents/board-minutes/history", "main h1"],
    ["an explanation", "/admin/documents/board-minutes/explain", "main h1"],
    ["the chunks of a document", "/admin/documents/board-minutes/chunks", "main h1"],
    ["the versions of a document", "/admin/documents/board-minutes/versions", "main h2"],
    ["the draft of a document", "/admin/documents/board-minutes/draft", "main h2"],
  ],
  "/admin/users": [["users", "/admin/users", "main h1"]],
  "/admin/users/:user_id": [["a user", "/admin/users/001234", "main form"]],
  "/admin/audiences/:kind?/:audience?": [
    ["departments", "/admin/audiences/departments", "main table"],
    ["a group", "/admin/audiences/groups/managers", "main form"],
  ],
  "/admin/imports": [["an import", "/admin/imports", "main h1"]],
  "/admin/front-page": [["the questions on the front page", "/admin/front-page", "main form"]],
  "/admin/vocabulary": [["the vocabulary", "/admin/vocabulary", "main table"]],
  "/admin/usage": [["the usage", "/admin/usage", "main h1"]],
  "/admin/jobs": [["jobs", "/admin/jobs", "main h1"]],
  "/admin/audit": [["the audit log", "/admin/audit", "main h1"]],
};

/** A file for each look: one after the other they take longer than any other file. */
export function describeAccessibility(locale: string, colorScheme: "light" | "dark", width: number): void {
  describe(`In ${locale}, ${colorScheme}, at ${width} px`, () => {
    const visits = browserBesideDemo();
    // axe is not part of the page, so the page's policy would refuse it.
    const options = { locale, colorScheme, viewport: { width, height: 800 }, bypassCSP: true };

    it.each([
      ["reading", [...Object.values(READING).flat(), ...OTHERS], general],
      ["administration", Object.values(ADMINISTRATION).flat(), admin],
    ] as const)(
      "axe finds nothing serious on any page of %s, and each is as wide as the window",
      async (_, pages, user_id) => {
        // One tab: a new one for each page would sign in and load the pages' program twice as often.
        const { page } = await visits().openAs(user_id, "/", options);
        const found: string[] = [];
        for (const [name, path, there] of pages) {
          await page.goto(`${visits().demo.url}${path}`);
          await page.locator(there).first().waitFor();
          await page.waitForLoadState("networkidle");
          found.push(...(await faults(page)).map((fault) => `${name}: ${fault}`));
          const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
          if (Number(content) > Number(window)) found.push(`${name} is ${content} wide`);
        }
        expect(found).toEqual([]);
      },
    );

    it("axe finds nothing serious while no user is signed in", async () => {
      const { page } = await visits().open(options);
      await page.goto(visits().demo.url);
      await page.locator("main h1").waitFor();
      await page.waitForLoadState("networkidle");
      expect(await faults(page)).toEqual([]);
    });
  });
}

import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();

/** Answers 404 for these files as an instance of another version does, so many times. @returns the count of such answers */
async function missing(page: Page, files: string, times: number): Promise<() => number> {
  let count = 0;
  const answer = async (route: { fulfill(answer: { status: number }): Promise<void> }) => {
    count += 1;
    await route.fulfill({ status: 404 });
  };
  await page.route(files, answer, { times });
  return () => count;
}

describe("A page whose files an instance of another version does not have", () => {
  it("is loaded again where its first file is missing", async () => {
    const { page } = await visits().openAs(USERS.general);
    const count = await missing(page, "**/assets/index-*.js", 1);
    await page.reload();
    await page.getByText(USERS.general, { exact: true }).first().waitFor({ state: "attached" });
    expect(count()).toBe(1);
  });

  it("is loaded again where a later file is missing, and only once", async () => {
    const { page } = await visits().openAs(USERS.admin);
    const count = await missing(page, "**/assets/on-demand-*.js", 1);
    await page.goto(`${visits().demo.url}/tokens`);
    await page.getByRole("button", { name: "Create a token" }).waitFor();
    expect(count()).toBe(1);

    await missing(page, "**/assets/on-demand-*.js", 10);
    let loads = 0;
    page.on("framenavigated", () => {
      loads += 1;
    });
    await page.goto(`${visits().demo.url}/admin/users`);
    await page.getByText("This page could not be shown").waitFor();
    expect(loads).toBe(2);
    // The page reports each import that failed.
    visits().forgive();
  });
});

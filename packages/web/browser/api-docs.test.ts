import { describe, expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();

describe("the page of the API's document", () => {
  it("shows every operation, without other hosts and within its policy", async () => {
    const { demo, open } = visits();
    const { page } = await open({ colorScheme: "dark" });
    await page.goto(`${demo.url}/api/docs`);
    expect(await page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor)).toBe(
      "rgb(28, 32, 34)",
    );
    const document = (await (await fetch(`${demo.url}/api/openapi.json`)).json()) as { paths: object };
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    await page
      .locator(".opblock")
      .nth(operations.length - 1)
      .waitFor();
    expect(await page.locator(".opblock").count()).toBe(operations.length);

    await page.locator("#operations-Reading-searchChunks .opblock-summary-control").click();
    await page.locator("#operations-Reading-searchChunks .opblock-body").getByText("working hours").first().waitFor();
    const icon = page.locator("#operations-Reading-searchChunks .arrow").first();
    expect(await icon.isVisible()).toBe(true);
  });

  it("calls an operation with the token that the user enters", async () => {
    const { demo, open } = visits();
    const { page } = await open();
    await page.goto(`${demo.url}/api/docs#/Signing%20in/readSession`);
    const operation = page.locator("#operations-Signing_in-readSession");
    // The library draws all operations first, which takes long beside another browser.
    await operation.waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Authorize" }).first().click();
    const form = page.locator(".dialog-ux form", { hasText: "session (http" });
    await form.getByRole("textbox").fill(await demo.token(USERS.general));
    await form.getByRole("button", { name: "Apply credentials" }).click();
    await page.getByRole("button", { name: "Close" }).last().click();
    await operation.getByRole("button", { name: "Try it out" }).click();
    await operation.getByRole("button", { name: "Execute" }).click();
    await operation.locator(".live-responses-table").getByText(`u:${USERS.general}`).first().waitFor();
  });
});

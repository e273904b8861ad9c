import { describe, expect, it } from "@jest/globals";
import type { BrowserContext, Page, Request } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { researcher, general, admin } = USERS;

/** The requests of a browser with their bodies and addresses. */
function overhear(context: BrowserContext): { request: Request; headers: Record<string, string> }[] {
  const heard: { request: Request; headers: Record<string, string> }[] = [];
  context.on("request", async (request) => {
    heard.push({ request, headers: {} });
    const entry = heard.at(-1);
    if (entry) entry.headers = await request.allHeaders().catch(() => ({}));
  });
  return heard;
}

/** Goes from the portal's list of users to the service's tab. */
async function throughPortal(context: BrowserContext, page: Page, user_id: string): Promise<Page> {
  await page.goto(visits().demo.portalUrl);
  await page.locator(`button[value="${user_id}"]`).first().click();
  const opened = context.waitForEvent("page");
  await page.locator('form[action="/open"] button').click();
  return opened;
}

const signedInAs = (page: Page, user_id: string) =>
  page.getByRole("banner").getByText(user_id, { exact: true }).waitFor();
const keptToken = (page: Page) => page.evaluate(() => localStorage.getItem("retrieval.session"));

describe("The way from the portal", () => {
  it("leads by one button to a restricted table, and the token appears nowhere afterwards", async () => {
    const { context, page } = await visits().open();
    const heard = overhear(context);
    const tab = await throughPortal(context, page, researcher);
    await signedInAs(tab, researcher);
    const token = await keptToken(tab);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(tab.url()).toBe(`${visits().demo.url}/`);

    await tab.getByRole("searchbox").fill("Kingfisher budget");
    await tab.getByRole("searchbox").press("Enter");
    await tab.locator("article").getByRole("heading").getByRole("link").first().click();
    await tab.locator("main table").first().waitFor();
    expect(await tab.title()).toContain("Document search");

    const address = tab.url();
    const addresses = [address];
    await tab.goBack();
    addresses.push(tab.url());
    await tab.reload();
    await signedInAs(tab, researcher);
    addresses.push(tab.url());
    while ((await tab.evaluate(() => history.length)) > addresses.length && addresses.length < 6) {
      await tab.goBack().catch(() => null);
      addresses.push(tab.url());
    }
    const seen = await tab.evaluate(() => ({
      referrer: document.referrer,
      keys: Object.keys(localStorage),
      arrival: localStorage.getItem("retrieval.arrival"),
      session: { ...sessionStorage },
      cookie: document.cookie,
      entries: performance.getEntries().map(({ name }) => name),
      state: JSON.stringify(history.state),
      markup: document.documentElement.outerHTML,
    }));
    await visits().demo.logged("/chunks");
    const parts = String(token).split(".");
    for (const secret of [String(token), String(parts[2])]) {
      expect(JSON.stringify(addresses)).not.toContain(secret);
      expect(JSON.stringify(seen)).not.toContain(secret);
      expect(visits().demo.log()).not.toContain(secret);
      for (const { request, headers } of heard) {
        // A browser sends no fragment. Only our own calls carry the token, in the Authorization header.
        expect(request.url().split("#")[0]).not.toContain(secret);
        const { authorization = "", ...others } = headers;
        expect(JSON.stringify(others)).not.toContain(secret);
        expect(request.postData() ?? "").not.toContain(secret);
        if (authorization.includes(secret)) expect(request.url()).toContain(`${visits().demo.url}/api/`);
      }
    }
    expect(heard.length).toBeGreaterThan(10);
  });

  it("works with the token in the query too, which the service's log leaves out", async () => {
    const { demo } = visits();
    const token = await demo.token(general);
    const { page } = await visits().open();
    await page.goto(`${demo.url}/?q=%E4%BC%91%E6%9A%87&sso_token=${token}`);
    await signedInAs(page, general);
    await page.locator("article").first().waitFor();
    expect(page.url()).toBe(`${demo.url}/?q=%E4%BC%91%E6%9A%87`);
    expect(demo.log()).not.toContain(token);
    expect(demo.log()).not.toContain("sso_token");
  });

  it("removes the token from the address before any other request to the service", async () => {
    const { demo } = visits();
    const { context, page } = await visits().open();
    const token = await demo.token(general);
    const addressesThen: string[] = [];
    await context.route(/\/(assets|api)\//, async (route) => {
      addressesThen.push(await page.evaluate(() => location.href).catch(() => "not there yet"));
      await route.continue();
    });
    await page.goto(`${demo.url}/#sso_token=${token}`);
    await signedInAs(page, general);
    expect(addressesThen.join(" ")).not.toContain(token);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  });
});

describe("A link while a user is signed in", () => {
  it("for another user asks first: staying changes nothing, continuing changes the user", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(general);
    const before = await keptToken(page);
    const link = `${demo.url}/#sso_token=${await demo.token(admin)}`;

    await page.goto("about:blank");
    await page.goto(link);
    await page.getByRole("heading", { name: "Switch to another user?" }).waitFor();
    expect(await keptToken(page)).toBe(before);
    await page.getByRole("button", { name: /^Stay/ }).click();
    await signedInAs(page, general);
    expect(await keptToken(page)).toBe(before);

    await page.goto("about:blank");
    await page.goto(link);
    await page.getByRole("button", { name: /^Continue as/ }).click();
    await signedInAs(page, admin);
    await page.reload();
    await signedInAs(page, admin);
  });

  it.each([
    ["garbage", async () => "garbage", "damaged"],
    ["nothing", async () => "", "damaged"],
    ["two tokens", async () => `${await visits().demo.token(general)}&sso_token=x.y.z`, "more than one"],
    ["a token of another service", async () => "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "no longer valid"],
    ["a megabyte", async () => "a".repeat(1_000_000), "was too long"],
  ])("that holds %s says so in a sentence and keeps the session", async (_name, value, sentence) => {
    const { demo } = visits();
    const { page } = await visits().openAs(general);
    const before = await keptToken(page);
    const given = await value();
    await page.goto("about:blank");
    await page.goto(`${demo.url}/#sso_token=${given}`);
    await page.getByRole("status").filter({ hasText: sentence }).waitFor();
    await signedInAs(page, general);
    expect(await keptToken(page)).toBe(before);
    expect(page.url()).toBe(`${demo.url}/`);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("status").filter({ hasText: sentence }).waitFor({ state: "detached" });
  });
});

describe("A link that arrives in an open page", () => {
  it("is handled like any other: the token leaves the address, and the user is asked", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(general, "/documents");
    const token = await demo.token(admin);
    await page.evaluate((to) => location.assign(to), `${demo.url}/documents#sso_token=${token}`);
    await page.getByRole("heading", { name: "Switch to another user?" }).waitFor();
    expect(page.url()).toBe(`${demo.url}/documents`);
    // A reload does not answer the question.
    await page.reload();
    await page.getByRole("button", { name: /^Continue as/ }).click();
    await signedInAs(page, admin);
  });
});

describe("Without a session", () => {
  it("a shared link explains what to do, leads to the portal, and opens once the user signs in in another tab", async () => {
    const { demo } = visits();
    const { context, page } = await visits().open();
    await page.goto(`${demo.url}/documents/work-rules`);
    await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
    expect(await page.getByRole("link", { name: "Go to the portal" }).getAttribute("href")).toBe(demo.portalUrl);

    const other = await context.newPage();
    await other.goto(`${demo.url}/#sso_token=${await demo.token(general)}`);
    await page.getByRole("heading", { name: "就業規則" }).waitFor();
  });

  it("an invalid link is reported", async () => {
    const { page } = await visits().open();
    await page.goto(`${visits().demo.url}/#sso_token=garbage`);
    await page.getByText("The link that opened this page was damaged.").waitFor();
    await page.getByRole("link", { name: "Go to the portal" }).waitFor();
  });

  it("signing out ends it in every tab", async () => {
    const { context, page } = await visits().openAs(general);
    const other = await context.newPage();
    await other.goto(`${visits().demo.url}/documents`);
    await signedInAs(other, general);
    const token = await keptToken(page);
    const ended = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You have signed out" }).waitFor();
    expect((await ended).status()).toBe(204);
    const copied = { headers: { Authorization: `Bearer ${token}` } };
    expect((await fetch(`${visits().demo.url}/api/session`, copied)).status).toBe(401);
    await other.getByRole("link", { name: "Go to the portal" }).waitFor();
    expect(await keptToken(page)).toBeNull();
  });
});

describe("A new version of the pages", () => {
  it("is announced when its older files are gone, with a way to load it", async () => {
    const { context, page } = await visits().openAs(admin);
    await context.route(/\/assets\/on-demand-/, (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("link", { name: "Administration" }).click();
    await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
    visits().forgive();
    await context.unroute(/\/assets\/on-demand-/);
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByRole("heading", { name: "Documents" }).waitFor();
  });
});

describe("A session that ends", () => {
  it("by deactivation is reported on the next step, and leads back to the portal", async () => {
    const { demo } = visits();
    const user_id = "002716";
    const { page } = await visits().openAs(user_id);
    const change = (is_active: boolean) =>
      demo.call(admin, `/api/manage/users/${user_id}`, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ display_name: "遠藤 由美", is_active }),
      });
    await page.getByRole("searchbox").focus();
    try {
      expect((await change(false)).status).toBe(200);
      // Any request may tell it before the question is typed, and the box is gone then.
      await page.keyboard.type("annual leave");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
      await page.getByRole("link", { name: "Go to the portal" }).waitFor();
      expect(await keptToken(page)).toBeNull();
    } finally {
      expect((await change(true)).status).toBe(200);
    }
  });

  it("by expiry is reported by itself", async () => {
    const { demo } = visits();
    const { context, page } = await visits().open();
    let ended = false;
    await context.route(/\/api\/session/, async (route) => {
      if (ended) return route.fulfill({ status: 401, json: { error: { code: "UNAUTHORIZED", message: "expired" } } });
      const response = await route.fetch();
      ended = true;
      await route.fulfill({
        response,
        json: { ...(await response.json()), expires_at: new Date(Date.now() + 500).toISOString() },
      });
    });
    await page.goto(`${demo.url}/#sso_token=${await demo.token(general)}`);
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
  });
});

describe("A busy service", () => {
  it("is retried after a countdown that the user can skip", async () => {
    const { context, page } = await visits().openAs(general);
    let refusals = 1;
    await context.route(/\/api\/search$/, async (route) => {
      if (refusals === 0) return route.continue();
      refusals -= 1;
      await route.fulfill({
        status: 429,
        headers: { "Retry-After": "40" },
        json: { error: { code: "RATE_LIMITED", message: "Too many." } },
      });
    });
    await page.getByRole("searchbox").fill("年次有給休暇");
    await page.getByRole("searchbox").press("Enter");
    const said = await page
      .getByRole("status")
      .getByText(/^The service is busy\. Trying again in (40|3\d) s\.$/)
      .textContent();
    // On a busy machine the first number may be less than 40, and some numbers are skipped.
    const less = Array.from({ length: Number(said?.match(/\d+/)?.[0]) - 3 }, (_, n) => n + 1);
    await page
      .getByText(new RegExp(`Trying again in (${less.join("|")}) s\\.`))
      .last()
      .waitFor();
    await page.getByRole("button", { name: "Try now" }).click();
    await page.locator("article").first().waitFor();
  });
});

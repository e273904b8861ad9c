import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect } from "@jest/globals";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Demo, startDemo } from "./demo.js";

/** Debian's Chromium, without requests of its own. */
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Long enough for a busy machine, in milliseconds. */
const WAIT = 20_000;

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface Visits {
  readonly demo: Demo;
  /** A new browser context with its own storage and history, signed out. */
  open(options?: BrowserContextOptions): Promise<Visit>;
  /** The same, signed in as this user. */
  openAs(user_id: string, path?: string, options?: BrowserContextOptions): Promise<Visit>;
  /** Forgets the complaints of browsers so far. A test that ends with any fails. */
  forgive(): void;
}

/**
 * One demo and one browser for a file's tests. Every complaint of a browser about a page (a violated policy, an uncaught
 * error, a request that leaves this machine) fails the test in which it happens.
 */
export function browserBesideDemo(env: Record<string, string> = {}): () => Visits {
  let demo: Demo;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  let said: string[] = [];

  beforeAll(async () => {
    if (!existsSync(executablePath))
      throw new Error(`There is no ${executablePath}. Install it (apt-get install chromium), or name one in CHROMIUM.`);
    // One after the other: a browser beside a demo that does not start would keep Jest waiting.
    demo = await startDemo(env);
    browser = await chromium.launch({ executablePath, args });
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    const found = said;
    said = [];
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 }, ...options });
    contexts.push(context);
    context.setDefaultTimeout(WAIT);
    const own = new Set([new URL(demo.url).host, new URL(demo.portalUrl).host]);
    context.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (/^https?:$/.test(protocol) && !own.has(host)) said.push(`a request to ${request.url()}`);
    });
    context.on("console", (message) => {
      // The browser reports each refused call, and many tests cause one.
      if (message.type() === "error" && !/Failed to load resource/.test(message.text())) said.push(message.text());
    });
    context.on("weberror", (error) => said.push(String(error.error())));
    context.on("dialog", (dialog) => {
      said.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return { context, page: await context.newPage() };
  };
  const openAs = async (user_id: string, path = "/", options: BrowserContextOptions = {}) => {
    const visit = await open(options);
    await visit.page.goto(`${demo.url}${path}#sso_token=${await demo.token(user_id)}`);
    // In a narrow window it is behind the menu's button.
    await visit.page.getByText(user_id, { exact: true }).first().waitFor({ state: "attached" });
    return visit;
  };
  return () => ({
    demo,
    open,
    openAs,
    forgive: () => {
      said = [];
    },
  });
}

/** Users of the sample company. */
export const USERS = { admin: "000001", otherAdmin: "004217", general: "001234", researcher: "200145" } as const;

import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, general } = USERS;

const QUESTIONS = [
  "有休って何日もらえるの？",
  "入ったばかりでも有給取れますか",
  "残業代はどのくらい増えるの",
  "遅刻したらどうなる？",
  "子どもが熱を出したとき休める？",
  "結婚したら休みもらえる？",
  "給料日はいつ",
  "ボーナスはいつ出る？",
  "新幹線のグリーン車に乗ってもいい？",
  "出張の日当いくら",
  "How many days of paid leave",
  "What should I do if I lose my laptop?",
  "passwort rules",
];

/** What the browser received since the page was opened or `restart` was called: calls of the API, and their bytes. */
async function traffic(page: Page) {
  let calls: { path: string; status: number; bytes: number }[] = [];
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const responses = new Map<string, { path: string; status: number }>();
  network.on("Network.responseReceived", ({ requestId, response }) =>
    responses.set(requestId, { path: new URL(response.url).pathname, status: response.status }),
  );
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const response = responses.get(requestId);
    if (response?.path.startsWith("/api/")) calls.push({ ...response, bytes });
  });
  return {
    calls: () => calls,
    bytes: (path: RegExp) => calls.filter((one) => path.test(one.path)).reduce((sum, { bytes }) => sum + bytes, 0),
    restart: () => {
      calls = [];
    },
  };
}

async function answered(page: Page, query: string): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get("q") === query);
  await page.locator('main ol[aria-busy="false"]').waitFor();
}

describe("A typed question", () => {
  it("is few calls and one entry of the audit log, also thirteen in a row", async () => {
    const { page } = await visits().openAs(general, "/", { locale: "ja-JP" });
    await page.waitForLoadState("networkidle");
    const received = await traffic(page);
    const field = page.getByRole("searchbox");
    const counts: number[] = [];
    for (const question of QUESTIONS) {
      received.restart();
      await field.selectText();
      await field.pressSequentially(question, { delay: 130 });
      await answered(page, question);
      await page.waitForLoadState("networkidle");
      expect(received.calls().filter(({ status }) => status !== 200)).toEqual([]);
      counts.push(received.calls().length);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(12);
    // The last question is over when it has not been continued for half a minute.
    const entries = async () => {
      const log = await visits().demo.call(
        admin,
        `/api/manage/audit?kind=question-answered&user_id=${general}&limit=200`,
      );
      return ((await log.json()) as { items: object[] }).items.length;
    };
    for (let tries = 0; tries < 120 && (await entries()) < QUESTIONS.length; tries += 1) await page.waitForTimeout(500);
    expect(await entries()).toBe(QUESTIONS.length);
  });
});

describe("The bytes that a page receives from the service", () => {
  it.each([
    ["a page of results", `/?q=${encodeURIComponent("有休って何日もらえるの？")}`, /^\/api\/search$/, 12_000],
    // All of its parts, which load in the background.
    ["a document", "/documents/work-rules", /^\/api\/documents\//, 60_000],
  ])("are within the budget of %s", async (_, path, calls, budget) => {
    const { page } = await visits().openAs(general, "/nowhere", { locale: "ja-JP" });
    const received = await traffic(page);
    await page.goto(visits().demo.url + path);
    await page.locator("main article").first().waitFor();
    await page.waitForLoadState("networkidle");
    const bytes = received.bytes(calls);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(budget);
  });
});

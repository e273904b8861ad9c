import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, researcher } = USERS;
const folder = fileURLToPath(new URL("../../../docs/screenshots/", import.meta.url));

/** The pictures of the documentation: name, address, awaited selector, user, options of the browser. */
const PICTURES = [
  ["search", `/?q=${encodeURIComponent("通勤手当の上限はいくらですか")}`, "article", researcher, {}],
  ["table", "/documents/wage-rules/annex2::table-1", "main table", researcher, {}],
  ["phone", "/?q=travel", "article", researcher, { viewport: { width: 360, height: 740 }, locale: "en-US" }],
  ["rule", "/admin/documents/project-kingfisher-en/access", "main h1", admin, { locale: "en-US" }],
  ["import", "/admin/imports", "main h1", admin, { locale: "en-US" }],
  ["audit-log", "/admin/audit", "main h1", admin, { locale: "en-US", colorScheme: "dark" }],
] as const;

it.each(PICTURES)("%s", async (name, path, there, user_id, options) => {
  mkdirSync(folder, { recursive: true });
  const { page } = await visits().openAs(user_id, "/", {
    locale: "ja-JP",
    viewport: { width: 1200, height: 760 },
    ...options,
  });
  await page.goto(`${visits().demo.url}${path}`);
  await page.locator(there).first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${folder}${name}.png` });
});

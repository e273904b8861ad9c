import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { it } from "@jest/globals";
import type { BrowserContextOptions, Page } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, researcher } = USERS;
const folder = fileURLToPath(new URL("../../../docs/screenshots/", import.meta.url));

interface Picture {
  readonly name: string;
  readonly path: string;
  /** What must be visible. */
  readonly there: string;
  readonly user?: string;
  readonly options?: BrowserContextOptions;
  /** Before the picture is taken. */
  readonly doing?: (page: Page) => Promise<void>;
}

const asked = (question: string) => `/?q=${encodeURIComponent(question)}`;

async function openFirstResult(page: Page): Promise<void> {
  await page.locator("main article h3 a, main article h2 a").first().click();
  await page.locator("main article mark").first().waitFor();
}

async function removeAName(page: Page): Promise<void> {
  await page.locator("main [role=row] button").first().click();
  await page
    .getByText(/no longer be able to read it|閲覧できなくなります/)
    .first()
    .waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Two new users, and a line that is refused. */
const HEAD_OFFICE =
  "社員番号,氏名,部署,メールアドレス\n004301,青木 陽菜,経理部,aoki@aoba.example\n004302,石田 蓮,人事部,\n,宇野 樹,人事部,\n";

async function checkTheFile(page: Page): Promise<void> {
  const file = { name: "head-office.csv", mimeType: "text/csv", buffer: Buffer.from(HEAD_OFFICE) };
  await page.setInputFiles('input[type="file"]', file);
  await page.getByRole("button", { name: /^(Check the file|ファイルを確認)$/ }).click();
  await page.locator("main table").first().waitFor();
}

const EVERY = {
  search: { there: "article", user: researcher },
  administration: { there: "main h1", user: admin },
} as const;

/** At the head of the README: low, so that the commands below it are on the first screen. */
const HEAD = { ...EVERY.search, name: "answer", options: { viewport: { width: 1100, height: 405 } } };

/** The pictures of the documentation, in each language: `NAME.LANGUAGE.png`. */
const PICTURES: Readonly<Record<"en" | "ja", readonly Picture[]>> = {
  en: [
    { ...HEAD, path: asked("How long is maternity leave?") },
    { ...EVERY.search, name: "search", path: asked("How long is maternity leave?") },
    { ...EVERY.search, there: "main details", name: "nothing-fits", path: asked("Where can I park my bicycle?") },
    {
      ...EVERY.search,
      name: "article",
      path: asked("How many days of annual paid leave do I get?"),
      doing: openFirstResult,
    },
  ],
  ja: [
    { ...HEAD, path: asked("年次有給休暇はいつまでに申請しますか") },
    { ...EVERY.search, name: "search", path: asked("通勤手当の上限はいくらですか") },
    { ...EVERY.search, there: "main details", name: "nothing-fits", path: asked("ペットを連れて出勤できますか") },
    { ...EVERY.search, name: "article", path: asked("通勤手当の上限はいくらですか"), doing: openFirstResult },
  ],
};
const IN_BOTH: readonly Picture[] = [
  { name: "table", path: "/documents/wage-rules/annex2::table-1", there: "main table", user: researcher },
  {
    name: "phone",
    path: asked("旅費"),
    there: "article",
    user: researcher,
    options: { viewport: { width: 360, height: 740 } },
  },
  { ...EVERY.administration, name: "documents", path: "/admin/documents", there: "main table" },
  {
    ...EVERY.administration,
    name: "rule",
    path: "/admin/documents/project-kingfisher-en/access",
    there: "main [role=radiogroup]",
    doing: removeAName,
  },
  { ...EVERY.administration, name: "users", path: "/admin/users", there: "main table" },
  { ...EVERY.administration, name: "user", path: "/admin/users/001234", there: "main dl" },
  { ...EVERY.administration, name: "departments", path: "/admin/audiences/departments", there: "main table" },
  { ...EVERY.administration, name: "import", path: "/admin/imports", doing: checkTheFile },
  { ...EVERY.administration, name: "vocabulary", path: "/admin/vocabulary", there: "main table" },
  { ...EVERY.administration, name: "audit-log", path: "/admin/audit", options: { colorScheme: "dark" } },
];
const LOCALES = { en: "en-US", ja: "ja-JP" } as const;

const ALL = (["ja", "en"] as const).flatMap((language) =>
  [...PICTURES[language], ...IN_BOTH].map((picture) => [`${picture.name}.${language}`, language, picture] as const),
);

it.each(ALL)("%s", async (name, language, { path, there, user = researcher, options, doing }) => {
  mkdirSync(folder, { recursive: true });
  const { page } = await visits().openAs(user, "/", {
    locale: LOCALES[language],
    viewport: { width: 1200, height: 760 },
    ...options,
  });
  await page.goto(`${visits().demo.url}${path}`);
  await page.locator(there).first().waitFor();
  await doing?.(page);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${folder}${name}.png` });
});

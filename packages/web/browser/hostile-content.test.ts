import { beforeAll, describe, expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, general } = USERS;

const ATTACKS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<img src=https://evil.example/pixel.png>",
  "<svg onload=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  "[x](javascript:alert(1))",
  "[x](java&#9;script:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
  "[x](//evil.example/)",
  "[x](vbscript:alert(1))",
  "![x](https://evil.example/pixel.png)",
  "<a href=javascript:alert(1)>x</a>",
  "<style>body{display:none}</style>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content=0;url=https://evil.example/>",
  "<form action=https://evil.example/><button>x</button></form>",
  "\u200Fgnp.exe",
  "{{constructor.constructor('alert(1)')()}}",
];

/** A document in which every text is hostile: title, sections, paragraphs, lists and tables. */
beforeAll(async () => {
  const { demo } = visits();
  const chunks = ATTACKS.flatMap((attack, i) => {
    const metadata = {
      doc_title: attack,
      section_path: [{ level: 1, type: "article", label: `Article ${i + 1}`, title: attack }],
      parent_section_title: attack,
      annex_title: null,
    };
    const md = attack.replaceAll("|", "\\|");
    return [
      { text_type: "heading", content: `attack ${attack}`, content_md: null, metadata },
      { text_type: "paragraph", content: `attack ${attack}`, content_md: null, metadata },
      { text_type: "list", content: `- attack ${attack}`, content_md: `- attack ${attack}`, metadata },
      { text_type: "table", content: `attack: ${attack}`, content_md: `| attack |\n| --- |\n| ${md} |`, metadata },
    ];
  });
  const answer = await demo.call(admin, "/api/manage/documents/attacks?wait=true", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ title: "<img src=x onerror=alert(1)>", version: "<b>1</b>", chunks }),
  });
  expect(await answer.json()).toMatchObject({ state: "done" });
  const renamed = await demo.call(admin, "/api/manage/users/001234", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ display_name: "<img src=x onerror=alert(1)>" }),
  });
  expect(renamed.status).toBe(200);
});

/** Addresses that a page links to or loads, except its own and web addresses that the text itself contains. */
const foreign = (elements: Element[]) =>
  elements
    .map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? "")
    .filter((address) => !/^(\/(?!\/)|#|https?:\/\/|mailto:)/.test(address));

describe("Hostile texts of a document", () => {
  it("stay text in titles, names, breadcrumbs and results", async () => {
    const { page } = await visits().openAs(general, "/documents");
    await page.getByRole("link", { name: "<img src=x onerror=alert(1)>" }).first().waitFor();
    expect(await page.getByRole("banner").textContent()).toContain("<img src=x onerror=alert(1)>");
    await page.goto(`${visits().demo.url}/?q=attack`);
    await page.locator("article").first().waitFor();
    await page.getByRole("link", { name: "More results" }).click();
    await page
      .locator("article")
      .nth(ATTACKS.length - 2)
      .waitFor();
    // Each attack is a section, and the answer stands for one of them.
    const shown = page.locator("main :is(article, section h2, blockquote)");
    expect(await page.locator("main article").count()).toBeGreaterThanOrEqual(ATTACKS.length - 1);
    expect(await shown.locator("img, script, iframe, svg, form, style, base, object, [src]").count()).toBe(0);
    expect(await page.locator("main [href]").evaluateAll(foreign)).toEqual([]);
  });

  it.each(ATTACKS.map((attack, i) => [attack, i + 1] as const))("stay text on the pages of %j", async (attack, n) => {
    const { demo } = visits();
    const found = (await (await demo.call(admin, "/api/manage/documents/attacks/chunks?limit=200")).json()) as {
      items: { chunk_id: string; text_type: string; metadata: { section_path: { label: string }[] } }[];
    };
    const chunks = found.items.filter(({ metadata }) => metadata.section_path[0]?.label === `Article ${n}`);
    expect(chunks.map(({ text_type }) => text_type)).toEqual(["heading", "paragraph", "list", "table"]);
    // The page has the text around its passage, so all four.
    const { page } = await visits().openAs(
      general,
      `/documents/attacks/${encodeURIComponent(chunks[0]?.chunk_id ?? "")}`,
    );
    for (const { chunk_id, text_type } of chunks) {
      const box = page.locator(`[id="p:${chunk_id}"]`);
      await box.waitFor();
      if (text_type === "heading" || text_type === "paragraph")
        expect(await box.locator(":is(h1, h2, h3, p)").first().textContent()).toBe(`attack ${attack}`);
    }
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("<img src=x onerror=alert(1)>");
    await page.locator("nav a").getByText(`Article ${n} ${attack}`, { exact: true }).first().waitFor();
    expect(
      await page.locator("main article").locator("img, script, iframe, svg, form, style, base, object, [src]").count(),
    ).toBe(0);
    expect(await page.locator("main [href]").evaluateAll(foreign)).toEqual([]);
  });

  it("become links only for http, https or mailto", async () => {
    const { demo } = visits();
    const links = [
      "[a](https://ok.example/)",
      "[b](http://ok.example/)",
      "[c](mailto:a@ok.example)",
      "[d](ftp://no.example/)",
    ];
    const answer = await demo.call(admin, "/api/manage/documents/links?wait=true", {
      method: "PUT",
      headers: { "Content-Type": "text/markdown" },
      body: links.map((link) => `- ${link}`).join("\n"),
    });
    expect(await answer.json()).toMatchObject({ state: "done" });
    const { items } = (await (await demo.call(admin, "/api/manage/documents/links/chunks")).json()) as {
      items: { chunk_id: string }[];
    };
    const { page } = await visits().openAs(general, `/documents/links/${encodeURIComponent(items[0]?.chunk_id ?? "")}`);
    await page.locator("main li").first().waitFor();
    const shown = await page
      .locator("article li")
      .getByRole("link")
      .evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.getAttribute("rel")]));
    expect(shown).toEqual([
      ["https://ok.example/", "noopener noreferrer"],
      ["http://ok.example/", "noopener noreferrer"],
      ["mailto:a@ok.example", "noopener noreferrer"],
    ]);
  });
});

import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();
const { admin, otherAdmin, general } = USERS;

async function pick(page: Page, label: string, typed: string, choice: string | RegExp): Promise<void> {
  const box = page.getByRole("combobox", { name: label });
  // A list of choices closes when the page scrolls, as it would to a choice below its edge.
  await box.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await box.pressSequentially(typed);
  await page.getByRole("option", { name: choice }).first().click();
}

const rulesOf = async (document_id: string) => {
  const answer = await visits().demo.call(admin, `/api/manage/documents/${document_id}/access-rules`);
  return ((await answer.json()) as { access_rules: Record<string, unknown> }).access_rules;
};

describe("The sections", () => {
  it("show the one that is open on a phone", async () => {
    const { page } = await visits().openAs(admin, "/admin/audit", { viewport: { width: 390, height: 780 } });
    const here = page.locator("nav a[aria-current=page]", { hasText: "Audit log" });
    await here.waitFor();
    const { x, width } = (await here.boundingBox()) ?? { x: -1, width: 0 };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  });
});

describe("The documents", () => {
  it("are listed with their access in plain words", async () => {
    const { page } = await visits().openAs(admin, "/admin/documents");
    const row = (title: string) => page.locator("tr, li", { hasText: title }).first();
    await row("就業規則").getByText("Everyone").first().waitFor();
    await row("取締役会議事録").getByText("1 group").first().waitFor();
    await row("Project Kingfisher").getByText("2 users").first().waitFor();
  });

  it("are uploaded as a draft, reviewed, and published", async () => {
    const { page } = await visits().openAs(admin, "/admin/documents");
    await page.getByRole("link", { name: "Upload documents" }).click();
    await page.locator('input[type="file"]:not([webkitdirectory])').setInputFiles({
      name: "sabbatical rules.md",
      mimeType: "text/markdown",
      buffer: Buffer.from(
        "# Sabbatical rules\n\n## Article 1 Length\n\nAt most 40 weeks.\n\n| Years | Weeks |\n| --- | --- |\n| 10 | 20 |\n",
      ),
    });
    await page.getByRole("radio", { name: /draft/i }).check({ force: true });
    await page
      .getByRole("button", { name: /^Upload|^Send/ })
      .last()
      .click();
    await page.getByRole("link", { name: /draft/i }).first().click();
    await page.getByText("At most 40 weeks.").waitFor();
    await page.getByRole("cell", { name: "20" }).waitFor();

    const { page: reader } = await visits().openAs(general, "/documents");
    await reader.getByRole("link", { name: "就業規則" }).waitFor();
    expect(await reader.getByText("Sabbatical").count()).toBe(0);
    await page.getByRole("button", { name: "Publish" }).first().click();
    await page.locator("[role=dialog], [role=alertdialog]").getByRole("button", { name: "Publish" }).click();
    await page.locator("[role=dialog], [role=alertdialog]").waitFor({ state: "detached" });
    await reader.reload();
    await reader.getByRole("link", { name: /Sabbatical/ }).waitFor();
  });

  it("of a folder are uploaded together on a phone: one that fails stops no other, and is uploaded again alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rules-"));
    const files = {
      "parking.md": "# Parking\n\nNo bicycles.\n",
      "plan.pdf": "# Not a PDF",
      "map.png": "",
      "tea.md": "",
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const { page } = await visits().openAs(admin, "/admin/upload", {
      viewport: { width: 390, height: 780 },
    });
    await page.locator("input[webkitdirectory]").setInputFiles(folder);
    const row = (name: string) => page.getByRole("group", { name: new RegExp(`${name}$`) });
    await page.getByText("1 file of the folder left out").waitFor();
    await page.getByText(/map\.png$/).waitFor();
    await row("tea.md").getByText("This file is empty.").waitFor();
    await page.getByText("1 file with a problem will not be sent.").waitFor();
    await page.getByRole("button", { name: "Upload 2 documents" }).click();
    const job = (name: string) => page.getByRole("row", { name: new RegExp(`^${name} `) });
    await page.getByText("1 done, 1 failed").waitFor();
    await job("plan").getByText("The file is not a PDF").waitFor();
    await job("parking")
      .getByText(/^1 passage read/)
      .waitFor();
    await job("plan")
      .getByRole("button", { name: /^Try again/ })
      .click();
    await row("plan.pdf")
      .getByRole("textbox", { name: /Document ID/ })
      .fill("plan-2");
    await page.getByRole("button", { name: "Upload", exact: true }).click();
    await job("plan-2").getByText("The file is not a PDF").waitFor();
    await page.getByText("1 done, 1 failed").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await rm(folder, { recursive: true });
    await visits().demo.call(admin, "/api/manage/documents/parking", { method: "DELETE" });
  });
});

describe("The rules of several documents", () => {
  it("are changed together after one preview, and a document that changed meanwhile is reported", async () => {
    const rules = ["closing-manual", "evaluation-guide"].map(async (id) => ({ id, rule: await rulesOf(id) }));
    const before = await Promise.all(rules);
    const { page } = await visits().openAs(admin, "/admin/documents");
    for (const title of ["決算業務要領", "人事評価実施要領"]) await page.getByLabel(`Select “${title}”`).check();
    await page.getByText("2 documents selected").waitFor();
    await page.getByRole("button", { name: "Change who may read them" }).click();
    await pick(page, "Add a user", "210077", /210077/);
    await page.getByText("1 user will be able to read more").waitFor();
    await page.getByText("210077").filter({ hasText: "(2 documents)" }).waitFor();
    const other = { method: "PUT", headers: { "If-Match": "*", "Content-Type": "application/json" } };
    const closed = JSON.stringify({ allow_all: false, allowed_groups: ["auditors"] });
    await visits().demo.call(admin, "/api/manage/documents/closing-manual/access-rules", { ...other, body: closed });
    await page.getByRole("button", { name: "Save" }).click();
    const failed = page.getByRole("alert").filter({ hasText: "1 document could not be changed" });
    await failed.getByText(/決算業務要領: The rule has changed since you read it/).waitFor();
    expect(await rulesOf("closing-manual")).toMatchObject({ allowed_users: [] });
    expect(await rulesOf("evaluation-guide")).toMatchObject({ allowed_users: ["210077"] });
    await page.getByRole("row", { name: "auditors" }).getByText("in 1 of 2").waitFor();
    await page.getByText("Not saved yet: the rules of 1 document will change").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved: the rules of 1 document have changed.").waitFor();
    expect(await rulesOf("closing-manual")).toMatchObject({ allowed_groups: ["auditors"], allowed_users: ["210077"] });

    await page.getByRole("button", { name: "Remove all names" }).click();
    await page.getByText("No user is named: only administrators and developers may read.").waitFor();
    await page.getByRole("radio", { name: "Everyone in the company" }).check({ force: true });
    await page.getByText(/will be able to read more/).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved: the rules of 2 documents have changed.").waitFor();
    const open = { allow_all: true, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };
    for (const id of ["closing-manual", "evaluation-guide"]) expect(await rulesOf(id)).toEqual(open);
    await page.getByRole("button", { name: "Back to the list" }).click();
    await page.getByRole("button", { name: "Select the" }).waitFor();
    // Other tests read these documents.
    for (const { id, rule } of before)
      await visits().demo.call(admin, `/api/manage/documents/${id}/access-rules`, {
        ...other,
        body: JSON.stringify(rule),
      });
  });
});

describe("The vocabulary", () => {
  it("is edited entry by entry, used by the next search, and leaves and comes back as CSV", async () => {
    const { page } = await visits().openAs(admin, "/admin/vocabulary");
    await page.getByRole("button", { name: "Show more" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(51);
    await page.getByRole("button", { name: "Add an entry" }).click();
    await page.getByRole("textbox", { name: "The word that users say" }).fill("ぐるぐる");
    await page.getByRole("textbox", { name: "Words that documents use instead" }).fill("旅費");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/ぐるぐる.* is saved. The next search uses it./).waitFor();
    await page.getByRole("textbox", { name: "Try a question" }).fill("ぐるぐる");
    await page.getByRole("button", { name: "Try", exact: true }).click();
    await page.locator("dd", { hasText: "旅費" }).waitFor();

    const { page: reader } = await visits().openAs(general, "/?q=%E3%81%90%E3%82%8B%E3%81%90%E3%82%8B");
    await reader.getByText("Also searched for “旅費”").waitFor();

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const csv = readFileSync(await (await download).path(), "utf8");
    expect(csv).toContain("\r\nぐるぐる,旅費,false,0.8,true,false\r\n");

    await page.getByRole("searchbox", { name: "Filter by word" }).fill("ぐるぐる");
    await page.getByText("1 entry", { exact: true }).waitFor();
    const use = page.getByRole("checkbox", { name: "Use “ぐるぐる”" });
    await use.click();
    await page.locator("td", { has: use.and(page.locator(":not(:checked)")) }).waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "On" });
    await page.getByText("No entries match").waitFor();
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Off" });
    await page.getByRole("button", { name: /^Remove .*ぐるぐる/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText(/ぐるぐる.* is removed/).waitFor();

    await page.setInputFiles('input[type="file"]', {
      ...{ name: "words.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
    });
    await page.getByRole("alertdialog", { name: "Use words.csv?" }).getByText("1 added").waitFor();
    await page.getByRole("button", { name: "Replace the vocabulary" }).click();
    await page.getByText("The vocabulary is replaced: 1 added.").waitFor();
  });
});

describe("The rule of a document", () => {
  it("is changed by keyboard alone, shows who gains before it is saved, and takes effect immediately", async () => {
    const { page } = await visits().openAs(admin, "/admin/documents/project-kingfisher-en/access");
    await page.getByRole("combobox", { name: "Add a user" }).pressSequentially(general);
    await page.getByRole("option", { name: /001234/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("1 user will be able to read it").waitFor();
    await page.getByText("Not saved yet").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Saved: 3 users/).waitFor();
    const { page: reader } = await visits().openAs(general, "/documents/project-kingfisher-en");
    await reader.getByRole("heading", { name: /Kingfisher/ }).waitFor();
  });

  it("warns about a code that is not in the department master", async () => {
    const { page } = await visits().openAs(admin, "/admin/documents/sales-incentive/access");
    await pick(page, "Add a department", "D9999", /D9999/);
    await page.getByText('department "D9999" is not in the department master').waitFor();
    await page.getByRole("row", { name: "D9999" }).getByText("(not in the department master)").waitFor();
  });

  it("shows who loses it before it is closed, asks before unsaved changes are left, and discards them", async () => {
    const { page } = await visits().openAs(admin, "/admin/documents/work-rules/access");
    const everyone = page.getByRole("radio", { name: "Everyone in the company" });
    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("In force").waitFor();
    await page.getByRole("link", { name: "Access", exact: true }).click();
    await page.getByRole("radio", { name: "Only those named here" }).check({ force: true });
    await page.getByText("No user is named: only administrators and developers may read.").waitFor();
    await page.getByText(/users will no longer be able to read it/).waitFor();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay here" }).click();
    await page.getByText("Not saved yet").waitFor();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByText("Everything is saved").waitFor();
    expect(await everyone.isChecked()).toBe(true);
    await page.getByRole("radio", { name: "Only those named here" }).check({ force: true });
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("button", { name: "Leave and discard" }).click();
    await page.waitForURL(/\/history$/);
    expect(await rulesOf("work-rules")).toMatchObject({ allow_all: true });
  });

  it("changed in two browsers at once has both changes after a second look at the effects", async () => {
    const { demo } = visits();
    const address = "/admin/documents/board-minutes/access";
    const [first, second] = [await visits().openAs(admin, address), await visits().openAs(otherAdmin, address)];
    await pick(first.page, "Add a user", "190312", /190312/);
    await pick(second.page, "Add a user", "001234", /001234/);
    await second.page.getByText("1 user will be able to read it").waitFor();
    await first.page.getByRole("button", { name: "Save", exact: true }).click();
    await first.page.getByText(/^Saved:/).waitFor();

    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    const refusal = second.page.getByRole("alert");
    await refusal.getByText(/The rule has changed since you read it/).waitFor();
    await second.page.getByRole("row", { name: /190312/ }).waitFor();
    await second.page.getByRole("row", { name: /001234/ }).waitFor();
    expect(await rulesOf("board-minutes")).toMatchObject({ allowed_users: ["190312"] });
    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    await second.page.getByText(/^Saved:/).waitFor();
    expect((await rulesOf("board-minutes")).allowed_users).toEqual(expect.arrayContaining(["190312", "001234"]));
    expect(demo.log()).not.toMatch(/"level":50/);
  });

  it("has a history of who changed what, and restores an older version from it", async () => {
    const before = await rulesOf("wage-rules");
    await visits().demo.call(otherAdmin, "/api/manage/documents/wage-rules/access-rules", {
      method: "PUT",
      headers: { "Content-Type": "application/json", "If-Match": "*" },
      body: JSON.stringify({ allow_all: false }),
    });
    const { page } = await visits().openAs(admin, "/admin/documents/wage-rules/history");
    await page.getByText(otherAdmin).first().waitFor();
    await page
      .getByRole("button", { name: /Restore/ })
      .first()
      .click();
    await page
      .locator("[role=dialog], [role=alertdialog]")
      .getByText(/will be able to read it/)
      .waitFor();
    await page
      .locator("[role=dialog], [role=alertdialog]")
      .getByRole("button", { name: /Restore/ })
      .click();
    await page.locator("[role=dialog], [role=alertdialog]").waitFor({ state: "detached" });
    expect(await rulesOf("wage-rules")).toEqual(before);
  });

  it("explains in a sentence why one user may read and another may not", async () => {
    const { page } = await visits().openAs(admin, "/admin/documents/project-kingfisher-en/explain");
    await pick(page, "User", "200145", /200145/);
    await page.getByText(/佐々木 遥.*can read this/).waitFor();
    await pick(page, "User", "002358", /002358/);
    await page.getByText(/山﨑 拓也.*cannot read this/).waitFor();
  });
});

/** The portal's CSV as CP932, with invalid lines. The header is line 1. */
function badFile(): Buffer {
  // 社員番号,氏名,部署 / 700001,山田 太郎,総務部 / (no number) / 700002 twice / a name that is missing
  const cp932 = {
    header: [0x8e, 0xd0, 0x88, 0xf5, 0x94, 0xd4, 0x8d, 0x86, 0x2c, 0x8e, 0x81, 0x96, 0xbc],
    yamada: [0x8e, 0x52, 0x93, 0x63, 0x20, 0x91, 0xbe, 0x98, 0x59],
  };
  const line = (text: string, name: number[] = []) =>
    Buffer.concat([Buffer.from(text), Buffer.from(name), Buffer.from("\r\n")]);
  return Buffer.concat([
    line("", cp932.header),
    line("700001,", cp932.yamada),
    line(",", cp932.yamada),
    line("700002,", cp932.yamada),
    line("700002,", cp932.yamada),
    line("700003,"),
  ]);
}

describe("The page of a user", () => {
  it("adds a group by keyboard, names the document gained, and opens it to the user at once", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(admin, "/admin/users?query=001234");
    await page.getByRole("link", { name: "髙橋 美咲" }).click();
    await page.getByRole("heading", { level: 1, name: "髙橋 美咲" }).waitFor();
    const readable = async () =>
      (await (await demo.call(general, "/api/documents")).text()).includes("evaluation-guide");
    expect(await readable()).toBe(false);

    const groups = page.getByRole("combobox", { name: "Add groups" });
    await groups.pressSequentially("managers");
    await page.getByRole("option", { name: "managers", exact: true }).waitFor();
    // After information-managers.
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await groups.press(key);
    await page.getByText("Can read 1 document more").waitFor();
    await page.getByRole("link", { name: "人事評価実施要領" }).waitFor();
    await page.getByRole("button", { name: "Save the change" }).press("Enter");
    await page.getByText("Saved. It takes effect").waitFor();
    expect(await readable()).toBe(true);

    await page.goto(`${demo.url}/admin/audiences/groups/managers`);
    await page.getByText("25 active users have it.").waitFor();
    await pick(page, "User", general, /001234/);
    await page.getByRole("radio", { name: "Remove" }).press("Space");
    await page.getByText("Can no longer read 1 document").waitFor();
    await page.getByRole("button", { name: "Remove the user" }).click();
    await page.getByText("24 active users have it.").waitFor();
    expect(await readable()).toBe(false);
  });
});

describe("The import of users", () => {
  it("reads CP932, lists invalid lines by number, writes nothing before it is applied, and then all other users", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(admin, "/admin/imports");
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "head-office.csv", mimeType: "text/csv", buffer: badFile() });
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("Nothing is written yet").waitFor();
    await page.getByText("CP932 (Shift_JIS)").first().waitFor();
    const refused = page.getByRole("table", { name: "Refused lines" });
    await refused.locator("tbody tr").nth(2).waitFor();
    expect(
      (await refused.locator("tbody tr th, tbody tr td:first-child").allTextContents()).map((text) =>
        text.replace(/\D/g, ""),
      ),
    ).toEqual(["3", "5", "6"]);
    expect(await (await demo.call(admin, "/api/manage/users?query=70000")).json()).toMatchObject({ items: [] });

    await page.getByRole("button", { name: /^Apply: write 2 users/ }).click();
    await page.getByRole("heading", { name: "The import is done" }).waitFor();
    const written = (await (await demo.call(admin, "/api/manage/users?query=70000")).json()) as { items: object[] };
    expect(written.items).toMatchObject([
      { user_id: "700001", display_name: "山田 太郎" },
      { user_id: "700002", display_name: "山田 太郎" },
    ]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("import-report.csv");
  });

  it("checks again, and writes nothing, if a user has changed since the check", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(admin, "/admin/imports");
    const headers = { "Content-Type": "application/json" };
    const rename = (display_name: string) =>
      demo.call(admin, "/api/manage/users/700001", { method: "PUT", headers, body: JSON.stringify({ display_name }) });
    await rename("山田 太郎");
    await page.getByText("Also update existing users").click();
    const buffer = Buffer.from("社員番号,氏名\r\n700001,山田 次郎\r\n");
    await page.locator('input[type="file"]').setInputFiles({ name: "one.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("Nothing is written yet").waitFor();
    await rename("山田 三郎");
    await page.getByRole("button", { name: "Apply: write 1 user" }).click();
    await page.getByText("Users have changed since the check").waitFor();
    const there = await (await demo.call(admin, "/api/manage/users/700001")).json();
    expect(there).toMatchObject({ display_name: "山田 三郎" });
    await page.getByRole("button", { name: "Apply: write 1 user" }).click();
    await page.getByRole("heading", { name: "The import is done" }).waitFor();
  });

  it("asks for the number before a synchronisation deactivates many users", async () => {
    const { demo } = visits();
    const { page } = await visits().openAs(admin, "/admin/imports");
    await page.getByRole("radio", { name: /Synchronise/ }).check({ force: true });
    await page.locator('input[type="file"]').setInputFiles({
      name: "few.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("社員番号,氏名\r\n700001,山田 太郎\r\n"),
    });
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("Nothing is written yet").waitFor();
    await page.getByRole("button", { name: /^Apply/ }).click();
    const dialog = page.locator("[role=dialog], [role=alertdialog]");
    await dialog.getByText(/^This would deactivate/).waitFor();
    await dialog
      .getByRole("button", { name: /Cancel|Keep|Stay|Not/ })
      .first()
      .click();
    const there = await (await demo.call(admin, `/api/manage/users/${general}`)).json();
    expect(there).toMatchObject({ user_id: general, is_active: true });
  });
});

describe("The audit log", () => {
  it("is filtered by user, document and kind, and exported", async () => {
    const { page } = await visits().openAs(admin, "/admin/audit");
    await page.locator("main ol > li").first().waitFor();
    await page.goto(`${visits().demo.url}/admin/audit?document_id=board-minutes&kind=rule-changed`);
    await page.locator("main ol > li").first().waitFor();
    const sentences = await page.locator("main ol > li").allTextContents();
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/取締役会議事録.*board-minutes/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /CSV/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit.*\.csv$/);
  });

  it("shows who could read a document", async () => {
    const { page } = await visits().openAs(admin, "/admin/audit");
    await page.getByRole("link", { name: /Who could read/ }).click();
    await page.getByRole("combobox", { name: "Document" }).fill("kingfisher");
    await page.getByRole("option", { name: "project-kingfisher-en" }).click();
    await page.getByRole("button", { name: /Ask|Show|Answer/ }).click();
    await page.getByText("200145").first().waitFor();
  });
});

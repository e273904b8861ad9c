import { expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
/** With every text as long as it may be. */
const LONGEST = {
  ...{ made_at: "2026-12-21T00:10:00.000Z", document_id: "work-rules", title: "規程".repeat(128), number: 3 },
  ...{ version: "版".repeat(128), notice: "confirm", note: "改定の理由。\n".repeat(280), owner: "人事部".repeat(40) },
  ...{ effective_from: "2027-04-01", confirm_by: "2026-12-18", standing: "coming", document_number: "人-001" },
  ...{ published_at: "2026-11-16T00:00:00.000Z", readable_until: null, text_sha256: hash("9") },
  reminded_at: Array<string>(20).fill("2026-12-10T00:00:00.000Z"),
  readers: {
    ...{ at: "2026-12-18T14:59:59.999Z", count: 1_612, rule_changes: 2 },
    access_rules: {
      ...{ allow_all: false, allowed_department_codes: Array(200).fill("D"), allowed_groups: ["g"] },
      allowed_users: [],
    },
  },
  confirmations: {
    ...{ of: 1_612, confirmed: 1_608, csv_sha256: hash("4") },
    ...{ first_at: "2026-11-16T00:04:00.000Z", last_at: "2026-12-18T08:52:00.000Z" },
  },
};

it.each([
  ["ja-JP", "周知の記録"],
  ["en-US", "Record of notice"],
])("the record of notice prints on one A4 page in %s, however long its texts are", async (locale, title) => {
  const address = "/admin/documents/work-rules/versions/3/certificate";
  const { page } = await visits().openAs(USERS.admin, "/admin/documents", { locale, colorScheme: "dark" });
  await page.route(`**/api/manage${address.replace("/admin", "")}`, (route) => route.fulfill({ json: LONGEST }));
  await page.goto(`${visits().demo.url}${address}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = pdf.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
  await page.emulateMedia({ media: "print" });
  const seals = await page.locator("article footer").boundingBox();
  const sheet = await page.locator("article").boundingBox();
  expect(Number(seals?.y) + Number(seals?.height)).toBeLessThanOrEqual(Number(sheet?.y) + Number(sheet?.height) + 1);
});

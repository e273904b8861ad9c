import { describe, expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo({ FOUR_EYES: "true" });
const { admin, otherAdmin, general } = USERS;
const DRAFT = "/admin/documents/parking/draft";

const upload = async (text: string) => {
  const headers = { "Content-Type": "text/markdown" };
  const init = { method: "PUT", body: `# Parking\n\n## Article 1\n\n${text}\n`, headers };
  const answer = await visits().demo.call(admin, "/api/manage/documents/parking?wait=true", init);
  expect(await answer.json()).toMatchObject({ draft: true, warnings: [{ problem: { code: "draft.needs_approval" } }] });
};

describe("With four eyes, a draft", () => {
  it("is not offered to its uploader, returned by another administrator, corrected, and approved", async () => {
    await upload("Bicycles only.");
    const { page: own } = await visits().openAs(admin, "/admin/documents");
    await own.getByText("Waiting for another administrator").waitFor();
    await own.getByRole("link", { name: "Parking" }).click();
    await own.getByText("Another administrator", { exact: false }).first().waitFor();
    await own.getByText("Bicycles only.").waitFor();
    expect(await own.getByRole("button", { name: /publish|Return/i }).count()).toBe(0);

    const { page: other } = await visits().openAs(otherAdmin, "/admin/documents");
    await other.getByText("Waiting for your approval").waitFor();
    await other.getByRole("link", { name: "Parking" }).click();
    await other.getByRole("button", { name: "Return" }).click();
    await other.getByLabel("What has to be changed").fill("Cars too.\nSee article 3.");
    await other.keyboard.press("Tab");
    await other.keyboard.press("Enter");
    await other.getByRole("alertdialog").waitFor({ state: "detached" });
    await other.getByText("Cars too.").waitFor();

    await own.goto(`${visits().demo.url}${DRAFT}`);
    await own.getByText("Cars too.").waitFor();
    await own.getByText("Upload a corrected version; it replaces this draft.").waitFor();
    await upload("Bicycles and cars.");
    await other.reload();
    await other.getByText("Bicycles and cars.").waitFor();
    expect(await other.getByText("Cars too.").count()).toBe(0);
    await other.getByRole("button", { name: "Approve and publish" }).click();
    await other
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Publish \(in force immediately/ })
      .click();
    await other.getByText("The draft is published").waitFor();
    const { page: reader } = await visits().openAs(general, "/documents/parking");
    await reader.getByText("Bicycles and cars.").waitFor();
  });

  it("is deleted alone: what is in force stays", async () => {
    await upload("No parking.");
    const { page } = await visits().openAs(admin, DRAFT);
    await page.getByText("No parking.").waitFor();
    await page.getByRole("button", { name: "Delete the draft" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete the draft" }).click();
    await page.getByText("There is no draft of this document").waitFor();
    const { page: reader } = await visits().openAs(general, "/documents/parking");
    await reader.getByText("Bicycles and cars.").waitFor();
  });
});

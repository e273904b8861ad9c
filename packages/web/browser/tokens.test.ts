import { expect, it } from "@jest/globals";
import { browserBesideDemo, USERS } from "./browser.js";

const visits = browserBesideDemo();

it("A reader creates an access token, uses it, sees its use, and revokes it", async () => {
  const { page } = await visits().openAs(USERS.general, "/");
  await page.getByTitle("Access tokens").click();
  await page.getByRole("button", { name: "Create a token" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Weekly report");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const token = (await page.locator("code", { hasText: "retrieval_api_" }).textContent()) ?? "";
  const { url } = visits().demo;
  const status = async (path: string) =>
    (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await status("/api/documents")).toBe(200);
  expect(await status("/api/tokens")).toBe(401);
  await page.reload();
  await page.getByRole("row", { name: /Weekly report/ }).waitFor();
  expect(await page.content()).not.toContain(token);
  expect(await page.getByText("Never").count()).toBe(0);
  await page.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText(/is revoked\.$/).waitFor();
  expect(await status("/api/documents")).toBe(401);
});

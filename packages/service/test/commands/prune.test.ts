import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { startTestService, type TestService, useTestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService();
  await service.signedIn("900001", { role: "admin" });
});
afterAll(() => service.close());

const ids = ["travel", "dress", "housing", "leave", "board"];
let prefix = 0;
const idOf = (name: string) => `${name}-${prefix}`;
const ingest = (name: string, ...options: string[]) =>
  run(["documents", "ingest", join(folder.folder, name), "--source", `${name}-${prefix}`, ...options]);
/** The ids of the documents that are in force, of those that a test made. */
async function inForce(): Promise<string[]> {
  const { items } = (await run(["call", "listDocuments", "--all", "--json"])).json() as {
    items: { document_id: string }[];
  };
  return items.map(({ document_id }) => document_id).filter((id) => id.endsWith(`-${prefix}`));
}

describe("documents ingest --prune", () => {
  beforeEach(async () => {
    prefix += 1;
    folder = await temporaryFolder();
    for (const name of ["hr", "hr-old"]) await mkdir(join(folder.folder, name));
    for (const id of ids) await folder.file(`hr/${idOf(id)}.md`, `# ${id}\n\nText of ${id}.`);
    await folder.file(`hr-old/${idOf("old")}.md`, "# Old\n\nAn older rule.");
    expect(await ingest("hr")).toMatchObject({ exitCode: 0 });
    expect(await ingest("hr-old")).toMatchObject({ exitCode: 0 });
  });

  test("abolishes today what left the folder, and nothing of another folder", async () => {
    await rm(join(folder.folder, `hr/${idOf("dress")}.md`));
    const preview = await ingest("hr", "--prune", "--dry-run", "--json");
    expect(preview).toMatchObject({ exitCode: 0 });
    expect(preview.json()).toMatchObject({ left: [idOf("dress")] });
    expect(await inForce()).toContain(idOf("dress"));

    const pruned = await ingest("hr", "--prune", "--prune-reason", "Part of the work rules now");
    expect(pruned.stderr).toContain(`${idOf("dress")}: has no file any more and will be abolished\n`);
    expect(pruned).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${idOf("dress")}: abolished\n`) });
    expect(await inForce()).toEqual([...ids.filter((id) => id !== "dress"), "old"].map(idOf).sort());
    const record = await run(["call", "readManagedDocument", "--document_id", idOf("dress"), "--json"]);
    const reason = "Part of the work rules now";
    expect(record.json()).toMatchObject({ source: `hr-${prefix}`, abolished: { reason, replaced_by: null } });
    const entries = await run(["call", "listAuditEntries", "--kind", "document-abolished", "--json"]);
    expect(entries.json()).toMatchObject({ items: [{ document_id: idOf("dress"), by_user: "900001" }] });
    expect((await ingest("hr", "--prune", "--json")).json()).toMatchObject({ failed: 0, abolished: [] });
  });

  test("abolishes on the day of what is sent, and leaves an abolition that is planned", async () => {
    await rm(join(folder.folder, `hr/${idOf("dress")}.md`));
    const end = { effective_on: "2098-04-01", reason: "planned" };
    await run(["call", "abolishDocument", "--document_id", idOf("leave"), "--body", JSON.stringify(end)]);
    await rm(join(folder.folder, `hr/${idOf("leave")}.md`));
    const pruned = await ingest("hr", "--prune", "--prune-limit", "40", "--effective-from", "2099-04-01", "--json");
    expect(pruned.json()).toMatchObject({ abolished: [idOf("dress")] });
    const ends = await Promise.all(
      ["dress", "leave"].map((name) => run(["call", "readManagedDocument", "--document_id", idOf(name), "--json"])),
    );
    expect(ends.map((record) => record.json())).toMatchObject([
      { abolished: { effective_on: "2099-04-01" } },
      { abolished: { effective_on: "2098-04-01" } },
    ]);
  });

  test("leaves a document that another folder sends now, and keeps one whose file is only of another format", async () => {
    await rm(join(folder.folder, `hr/${idOf("dress")}.md`));
    await folder.file(`hr-old/${idOf("dress")}.md`, "# dress\n\nText of dress.");
    await rm(join(folder.folder, `hr/${idOf("leave")}.md`));
    await folder.file(`hr/${idOf("leave")}.doc`, "x");
    expect(await ingest("hr-old")).toMatchObject({ exitCode: 0 });
    expect((await ingest("hr", "--prune", "--json")).json()).toMatchObject({ failed: 0, abolished: [] });
    expect(await inForce()).toEqual([...ids, "old"].map(idOf).sort());
  });

  test("refuses more than the limit before anything is sent", async () => {
    for (const id of ["dress", "leave"]) await rm(join(folder.folder, `hr/${idOf(id)}.md`));
    await folder.file(`hr/${idOf("new")}.md`, "# New\n\nNew text.");
    const refused = await ingest("hr", "--prune");
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain(
      `2 of the 5 documents of hr-${prefix} have no file any more, more than 20 %. Nothing was sent. Check the folder, or set --prune-limit.\n${idOf("dress")}\n${idOf("leave")}\n`,
    );
    expect(await inForce()).not.toContain(idOf("new"));
    expect(await ingest("hr", "--prune", "--prune-limit", "40")).toMatchObject({ exitCode: 0 });
    expect(await inForce()).toEqual(["board", "housing", "new", "old", "travel"].map(idOf));
  });

  test("abolishes nothing if a file fails, a link was not followed, or no folder is named", async () => {
    await rm(join(folder.folder, `hr/${idOf("dress")}.md`));
    await folder.file(`hr/${idOf("leave")}.md`, "");
    const failed = await ingest("hr", "--prune");
    expect(failed).toMatchObject({ exitCode: 1 });
    expect(failed.stderr).toContain("warning: A file failed, so nothing was abolished.\n");

    const file = join(folder.folder, `hr-old/${idOf("old")}.md`);
    await symlink("..", join(folder.folder, "hr/up"));
    for (const args of [
      [join(folder.folder, "hr"), "--source", `hr-${prefix}`],
      [file, "--source", `hr-${prefix}`],
    ]) {
      const refused = await run(["documents", "ingest", ...args, "--prune", "--prune-limit", "100"]);
      expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
      expect(refused.stderr).toMatch(/--prune needs whole folders, and .* is a file or a link\. Nothing was sent\./);
    }
    const unnamed = await run(["documents", "ingest", join(folder.folder, "hr"), "--prune"]);
    expect(unnamed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--prune needs --source") });
    expect(await inForce()).toContain(idOf("dress"));
  });
});

describe("documents ingest with FOUR_EYES", () => {
  const t = useTestService({ env: { FOUR_EYES: "true" } });
  const ingest = (...options: string[]) =>
    commandsOf(() => t, "000001")(["documents", "ingest", folder.folder, "--source", "hr", ...options]);
  const abolished = async () =>
    (await t.http().get("/api/manage/documents?abolished=true").set("Authorization", `Bearer ${t.admin}`)).body.items;

  test("says who publishes a draft, and abolishes nothing by itself", async () => {
    folder = await temporaryFolder();
    for (const id of ids) await folder.file(`${id}.md`, `# ${id}\n\nText of ${id}.`);
    const saved = await ingest();
    expect(saved.stdout).toMatch(
      /; saved as a draft, which another administrator publishes with: retrieval call approveDraft --document_id travel --if-match '"\d+"'\n/,
    );
    const other = await t.signedIn("000002", { role: "admin" });
    for (const id of ids)
      await t
        .http()
        .post(`/api/manage/documents/${id}/draft/approve`)
        .set("Authorization", `Bearer ${other}`)
        .expect(200);
    await rm(join(folder.folder, "dress.md"));
    const refused = await ingest("--prune");
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toContain("With FOUR_EYES=true, --prune abolishes nothing");
    expect((await ingest("--prune", "--dry-run", "--json")).json()).toMatchObject({ left: ["dress"] });
    expect(await abolished()).toEqual([]);
  });
});

import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { scannedPdf } from "@retrieval/contract";
import { loadPageRecogniser } from "../../src/wiring/load-page-recogniser.js";
import { startTestService, type TestService } from "../harness.js";
import { commandsOf, temporaryFolder } from "./run-command.js";

let service: TestService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const run = commandsOf(() => service, "900001");

beforeAll(async () => {
  service = await startTestService({ recogniser: loadPageRecogniser({ warn: console.warn }) });
  await service.signedIn("900001", { role: "admin" });
  folder = await temporaryFolder();
});
afterAll(() => service.close());

const chunk = (content: string) => ({ text_type: "paragraph", content, metadata: { section_path: [] } });
/** The table of the documents that readers see. */
const listed = async (query: string) => (await run(["call", "listDocuments", "--query", query])).stdout;
const chunks = (...contents: string[]) => JSON.stringify({ title: "旅費規程", chunks: contents.map(chunk) });

interface Reports {
  readonly failed: number;
  readonly documents: readonly { readonly document_id: string; readonly state: string; readonly changes: object }[];
}

describe("documents ingest", () => {
  test("a file becomes a document with its name, and a new version shows what changed", async () => {
    const path = await folder.file("旅費規程 (案).json", chunks("日当は3,000円とする。", "宿泊費は実費とする。"));
    const first = await run(["documents", "ingest", path, "--version", "2025-04-01"]);
    expect(first).toMatchObject({
      exitCode: 0,
      stdout: `${path} -> 旅費規程-案: 2 added, 0 changed, 0 removed, 0 unchanged\n1 document published for: everyone (0 users)\n`,
    });

    await folder.file("旅費規程 (案).json", chunks("日当は3,500円とする。"));
    const second = await run(["documents", "ingest", path, "--json"]);
    expect(second.json()).toMatchObject({
      failed: 0,
      documents: [
        {
          path,
          document_id: "旅費規程-案",
          state: "done",
          changes: { changed: 1, removed: 1, added: 0, unchanged: 0 },
        },
      ],
    });
  });

  test("files that are sent again publish nothing, and the summary says so", async () => {
    const files = await Promise.all(["same-1.md", "same-2.md"].map((name) => folder.file(name, `# ${name}\n\n本文\n`)));
    const ingest = () => run(["documents", "ingest", ...files]);
    await run(["documents", "ingest", ...files, "--version", "2025-07-01"]);
    const again = await ingest();
    expect(again.stdout).toContain(
      `${files[0]} -> same-1: 0 added, 0 changed, 0 removed, 1 unchanged; nothing was published, the version stays\n`,
    );
    expect(again.stdout).toContain("2 ingested (0 new, 0 changed, 2 unchanged), 0 failed, 0 skipped\n");
    expect(again.stdout).not.toContain("published for");
    expect((await run(["call", "listVersions", "--document_id", "same-1", "--json"])).json()).toMatchObject({
      items: [{ number: 1, version: "2025-07-01" }],
    });
    const relabelled = await run(["documents", "ingest", ...files, "--version", "2025-08-01"]);
    expect(relabelled.stdout).toContain("2 ingested (0 new, 2 changed, 0 unchanged), 0 failed, 0 skipped\n");
  });

  test("the rule comes with the document, so it is never open in between", async () => {
    const path = await folder.file("board.json", chunks("議事録"));
    await run([
      "documents",
      "ingest",
      path,
      "--id",
      "board-minutes",
      "--title",
      "取締役会議事録",
      "--access",
      "groups:board",
    ]);
    const rule = await run(["call", "readAccessRules", "--document_id", "board-minutes"]);
    expect(rule.stdout).toBe("document_id: board-minutes\ntitle: 取締役会議事録\naccess_rules: groups:board\n");
  });

  test("unknown names in the rule cause one warning for all files, and a changed rule another", async () => {
    await service.signedIn("001234", { department_code: "D1" });
    await service.signedIn("001235", { department_code: "D1" });
    const [one, two] = [await folder.file("rule-1.json", chunks("一")), await folder.file("rule-2.json", chunks("二"))];
    const ghosts = "departments:D9999;groups:ghosts;users:999999";
    const first = await run(["documents", "ingest", one, two, "--access", ghosts]);
    expect(first.exitCode).toBe(0);
    const warnings = [
      'warning: department "D9999" is not in the department master',
      'warning: no user has the group "ghosts"',
      'warning: "999999" is not a registered user',
      "",
    ].join("\n");
    expect(first.stderr).toBe(
      `2 documents to publish for: ${ghosts}\nUse --draft to review them before readers see them.\n${warnings}`,
    );
    expect(first.stdout).toContain(`\n2 documents published for: ${ghosts} (0 users)\n`);

    const changed = await run(["documents", "ingest", one, "--access", "users:001234"]);
    expect(changed).toMatchObject({
      exitCode: 0,
      stdout: `${one} -> rule-1: 0 added, 0 changed, 0 removed, 1 unchanged\n1 document published for: users:001234 (1 user)\n`,
      stderr:
        "  rule-1: the access rule sent with this version replaced the document's rule; the earlier one is in the history of the rule\n",
    });
    const own = { ...JSON.parse(chunks("二")), access_rules: { allow_all: true } };
    const opened = await run(["documents", "ingest", await folder.file("rule-2.json", JSON.stringify(own)), "--json"]);
    expect(opened.json()).toMatchObject({
      documents: [{ readers: { now: 2, after: 2 }, warnings: [{ problem: { code: "version.rule_replaced" } }] }],
    });
    const kept = await run(["documents", "ingest", one]);
    expect(kept).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("the rule of a draft takes effect when the draft is published", async () => {
    const path = await folder.file("waiting-terms.json", chunks("案"));
    await run(["documents", "ingest", path]);
    const waiting = await run(["documents", "ingest", path, "--draft", "--access", "groups:ghosts"]);
    expect(waiting).toMatchObject({ exitCode: 0, stderr: "" });
    const published = await run(["call", "publishDraft", "--document_id", "waiting-terms"]);
    expect(published.exitCode).toBe(0);
    const rule = await run(["call", "readAccessRules", "--document_id", "waiting-terms"]);
    expect(rule.stdout).toContain("access_rules: groups:ghosts\n");
    expect(rule.stderr).toContain('warning: no user has the group "ghosts"');
  });

  test("a version that is to come is sent with its day, its reason and its notice", async () => {
    const notice = ["--notice", "confirm", "--confirm-by", "2099-03-01", "--note", "法改正のため"];
    for (const [name, text] of [
      ["coming.json", chunks("別表")],
      ["coming-too.md", "# 別表\n\n本文\n"],
    ] as const) {
      const path = await folder.file(name, text);
      const sent = await run(["documents", "ingest", path, "--effective-from", "2099-04-01", ...notice]);
      expect(sent).toMatchObject({ exitCode: 0, stderr: "" });
      const document_id = name.split(".")[0] as string;
      const { stdout } = await run(["call", "listVersions", "--document_id", document_id, "--json"]);
      expect(JSON.parse(stdout).items).toEqual([
        expect.objectContaining({
          ...{ effective_from: "2099-04-01", standing: "coming", note: "法改正のため" },
          ...{ notice: "confirm", confirm_by: "2099-03-01" },
        }),
      ]);
    }
    const refused = await run([
      "documents",
      "ingest",
      await folder.file("coming.json", chunks("案")),
      "--effective-from",
      "4/1",
    ]);
    expect(refused.stderr + refused.stdout).toContain("effective_from must be a date like 2026-01-31");
  });

  test("a folder includes its subfolders; files of other types and hidden files are left out", async () => {
    const root = join(folder.folder, "rules");
    await mkdir(join(root, "sub"), { recursive: true });
    await folder.file("rules/一.json", chunks("一"));
    await folder.file("rules/sub/二.json", chunks("二"));
    await folder.file("rules/notes.log", "x");
    await folder.file("rules/old.doc", "x");
    await folder.file("rules/.hidden.json", "{}");
    await folder.file("rules/~$二.docx", "x");
    const result = await run(["documents", "ingest", root]);
    expect(result.stdout).toContain("2 ingested (2 new, 0 changed, 0 unchanged), 0 failed, 2 skipped\n");
    expect(result.stdout).toMatch(/^skipped {2}\S+notes\.log +not a document$/m);
    expect(result.stdout).toMatch(
      /^skipped {2}\S+old\.doc +Old Word documents \(\.doc\) are not read; save them as \.docx/m,
    );
    expect(result.stderr).toBe(
      "2 documents to publish for: whom the file says, unless it asks for a draft\nUse --draft to review them before readers see them.\n",
    );
    await folder.file("rules/sub/二.json", chunks("別の二"));
    const again = await run(["documents", "ingest", root]);
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("2 ingested (0 new, 1 changed, 1 unchanged), 0 failed, 2 skipped\n"),
    });
    expect(again.stdout).toMatch(/^unchanged {2}\S+一\.json +一$/m);
    expect((await run(["call", "listDocuments", "--query", "二"])).stdout).toMatch(
      /\n二 +旅費規程 +2026-01-15 +everyone .*\n$/,
    );
  });

  test("a folder with links to folders is sent without what they lead to, and files that links lead to are sent", async () => {
    const root = join(folder.folder, "linked");
    await mkdir(join(root, "sub"), { recursive: true });
    const target = await folder.file("linked-target.json", chunks("先"));
    await folder.file("linked/in-folder.json", chunks("中"));
    await symlink("..", join(root, "sub", "up"));
    await symlink(target, join(root, "by-link.json"));
    await symlink("gone.json", join(root, "nowhere.json"));
    const result = await run(["documents", "ingest", root]);
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout).toContain("2 ingested (2 new, 0 changed, 0 unchanged), 0 failed, 2 skipped\n");
    expect(result.stdout).toMatch(/^skipped {2}\S+up +a link to a folder$/m);
    expect(result.stdout).toMatch(/^skipped {2}\S+nowhere\.json +a link that leads nowhere$/m);
    const named = await run(["documents", "ingest", join(root, "sub", "up"), "--json"]);
    expect(named.json()).toMatchObject({ failed: 0, documents: [{ document_id: "by-link" }, {}] });
  });

  test("all wrong arguments are named at once, and a folder without documents says what was skipped", async () => {
    await mkdir(join(folder.folder, "wrong"));
    const notes = await folder.file("wrong/notes.dat", "x");
    const wrong = await run(["documents", "ingest", notes, "/nowhere/a.md", "/nowhere/b.md"]);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: "" });
    for (const path of [notes, "/nowhere/a.md", "/nowhere/b.md"]) expect(wrong.stderr).toContain(path);
    const none = await run(["documents", "ingest", join(folder.folder, "wrong")]);
    expect(none).toMatchObject({ exitCode: 2, stdout: "" });
    expect(none.stderr).toMatch(/There is no document to ingest\.\nskipped {2}\S+notes\.dat/);
  });

  test("a warning of several documents is one line", async () => {
    const text = "# 題\n\n![](a.png)\n\n本文\n";
    const files = await Promise.all(["warn-1.md", "warn-2.md", "warn-3.md"].map((name) => folder.file(name, text)));
    const { stderr } = await run(["documents", "ingest", ...files, "--draft"]);
    expect(stderr).toBe(
      "  warn-1: a picture without alternative text was left out (below 題); documents with the same warning: 2 (warn-2, warn-3)\n",
    );
  });

  test("files of one name in several folders get ids from their paths, if they are asked for", async () => {
    const root = join(folder.folder, "departments");
    for (const name of ["人事", "経理"]) {
      await mkdir(join(root, name), { recursive: true });
      await folder.file(`departments/${name}/規程.json`, chunks(name));
    }
    const refused = await run(["documents", "ingest", root]);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining("--id-from path") });
    const sent = await run(["documents", "ingest", root, "--id-from", "path", "--json"]);
    expect(sent.json()).toMatchObject({ documents: [{ document_id: "人事-規程" }, { document_id: "経理-規程" }] });
    const folders = [join(root, "人事"), join(root, "経理")];
    const same = await run(["documents", "ingest", ...folders, "--id-from", "path"]);
    expect(same).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining("--id-from folder") });
    const apart = await run(["documents", "ingest", ...folders, "--id-from", "folder", "--json"]);
    expect(apart.json()).toMatchObject({
      documents: [
        { document_id: "人事-規程", result: "unchanged" },
        { document_id: "経理-規程", result: "unchanged" },
      ],
    });
    const both = await run(["documents", "ingest", root, "--id-from", "path", "--id", "x"]);
    expect(both).toMatchObject({ exitCode: 2, stdout: "" });
  });

  test("several files say before they are sent whom they reach, and at the end whom they have reached", async () => {
    const files = await Promise.all(["reach-1.md", "reach-2.md"].map((name) => folder.file(name, "# 題\n\n本文\n")));
    const drafts = await run(["documents", "ingest", ...files, "--draft"]);
    expect(drafts.stderr).toBe("");
    expect(drafts.stdout).toMatch(/\n2 documents saved as draft for: everyone \(2 users\)\n$/);
    const published = await run(["documents", "ingest", ...files]);
    expect(published.stderr).toBe(
      "2 documents to publish for: everyone (2 users)\nUse --draft to review them before readers see them.\n",
    );
    expect(published.stdout).toMatch(/\n2 documents published for: everyone \(2 users\)\n$/);
  });

  test("a failing file does not stop the others, and the exit code reports it", async () => {
    const files = await Promise.all([
      folder.file("broken.json", "{"),
      folder.file("slides.pdf", "%PDF-1.7"),
      folder.file("good.json", chunks("よい")),
    ]);
    const result = await run(["documents", "ingest", ...files, "--json"]);
    expect(result.exitCode).toBe(1);
    const { failed, documents } = result.json() as Reports;
    expect(documents.map(({ document_id, state }) => `${document_id} ${state}`)).toEqual([
      "broken failed",
      expect.stringMatching(/^slides (failed|done)$/),
      "good done",
    ]);
    expect(failed).toBeGreaterThanOrEqual(1);
    expect(result.stderr).toMatch(/broken\.json: .*JSON.*\(INVALID_REQUEST, request [\w-]+\)/);
  });

  test("the command refuses an empty file, and explains the refusal of one without text in its own terms", async () => {
    const [empty, title] = [await folder.file("empty.md", ""), await folder.file("title-only.md", "# 題\n")];
    const result = await run(["documents", "ingest", empty, title]);
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("0 ingested (0 new, 0 changed, 0 unchanged), 2 failed, 0 skipped\n"),
    });
    expect(result.stderr).toContain(`${empty}: the file is empty. Nothing was sent.\n`);
    expect(result.stderr).toContain("use retrieval call deleteDocument");
    expect(result.stderr).not.toMatch(/DELETE|body/);
  });

  test("no reader sees a draft until it is published", async () => {
    const path = await folder.file("draft.json", chunks("案"));
    const saved = await run(["documents", "ingest", path, "--draft"]);
    const [tag = ""] = /'"\d+"'/.exec(saved.stdout) ?? [];
    expect(saved).toMatchObject({
      exitCode: 0,
      stdout: `${path} -> draft: 1 added, 0 changed, 0 removed, 0 unchanged; saved as a draft; publish with: retrieval call publishDraft --document_id draft --if-match ${tag}\n1 document saved as draft for: everyone (2 users)\n`,
    });
    expect(await listed("draft")).toBe("");
    const publication = ["call", "publishDraft", "--document_id", "draft", "--if-match", tag.slice(1, -1)];
    expect((await run(publication)).stdout).toContain("  added: 1\n");
    expect(await listed("draft")).toContain("\ndraft ");
    expect((await run(publication)).exitCode).toBe(1);
  });

  test("a scan is a draft, although the command asked for its publication", async () => {
    const path = await folder.file("scan.pdf", await scannedPdf([{ angle: 0 }]));
    const { exitCode, stdout, stderr } = await run(["documents", "ingest", path]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "saved as a draft; publish with: retrieval call publishDraft --document_id scan --if-match ",
    );
    expect(stdout).toContain("1 document saved as draft for: everyone (");
    expect(stderr).toMatch(/the text of page 1 was recognised in pictures \(OCR\), so it is not published/);
  });

  test("--json shows which documents are drafts, also if the file itself asks for a draft", async () => {
    const asked = JSON.stringify({ ...JSON.parse(chunks("案")), publish: false });
    const [own, plain] = [await folder.file("own-draft.json", asked), await folder.file("plain.json", chunks("版"))];
    const drafts = async (...args: string[]) => {
      const { documents } = (await run(["documents", "ingest", ...args, "--json"])).json() as {
        documents: { draft: boolean }[];
      };
      return documents.map(({ draft }) => draft);
    };
    expect(await drafts(own, plain)).toEqual([true, false]);
    expect(await drafts(own, plain, "--draft")).toEqual([true, true]);
    expect(await listed("own-draft")).toBe("");
  });

  test.each([
    ["one missing file of two", ["FOLDER/good.json", "/nowhere/x.md"], "there is no such file"],
    ["a missing file", ["/nowhere/x.md"], "there is no such file"],
    ["another file extension", ["FOLDER/rules/notes.log"], "does not end in .md"],
    ["one id for two files", ["FOLDER/good.json", "FOLDER/broken.json", "--id", "x"], "--id names one document"],
    ["one title for two files", ["FOLDER/good.json", "FOLDER/broken.json", "--title", "x"], "--title is for a single"],
    ["two files for one document", ["FOLDER/good.json", "FOLDER/good.md"], "would both be the document good"],
    ["an invalid rule", ["FOLDER/good.json", "--access", "managers"], "is not part of a rule"],
  ])("%s is wrong usage, and nothing is sent", async (_what, args, words) => {
    await folder.file("good.md", "# よい");
    const given = args.map((arg) => arg.replace("FOLDER", folder.folder));
    const result = await run(["documents", "ingest", ...given]);
    expect(result).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining(words) });
  });
});

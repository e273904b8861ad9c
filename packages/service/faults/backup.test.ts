import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { copyDataDirectory } from "@retrieval/contract";
import { type Database, openDatabase } from "@retrieval/postgres";
import { sql } from "kysely";
import * as tar from "tar";
import { run, ServiceProcess } from "../test/process/service-process.js";

const ADMIN = { ADMIN_USER_ID: "000001", ADMIN_DISPLAY_NAME: "管理者" };

async function inside<T>(directory: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ kind: "embedded", directory, onConnectionError: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const departments = (directory: string) =>
  inside(directory, async ({ db }) => (await db.selectFrom("departments").select("code").execute()).map((d) => d.code));

/** A database with one department. The test run removes it. */
async function anotherDatabase(): Promise<string> {
  const { directory } = await copyDataDirectory("migrated");
  await inside(directory, ({ db }) => db.insertInto("departments").values({ code: "D9", name: "another" }).execute());
  return directory;
}

const RULE = { allow_all: false, allowed_department_codes: ["D1"], allowed_groups: [], allowed_users: ["000001"] };
const CHUNK = { text_type: "paragraph", content: "通勤手当は月額とする。" };

/** The document's chunk, as a reader requests it. */
async function reference(service: ServiceProcess, token: string): Promise<unknown> {
  const { items } = await json<{ items: { chunk_id: string }[] }>(
    await service.fetch("/api/manage/documents/allowances/chunks", { token }),
  );
  const body = JSON.stringify({ docId: "allowances", chunkId: items[0]?.chunk_id });
  const answer = await service.fetch("/api/reference", { method: "POST", token, body });
  return (await json<{ reference: unknown }>(answer)).reference;
}

/** What a backup must keep: the text in force, the rule, and the text of an earlier day. */
async function keptBy(service: ServiceProcess, token: string) {
  return {
    reference: await reference(service, token),
    rule: await json(await service.fetch("/api/manage/documents/allowances/access-rules", { token })),
    past: await json(await service.fetch("/api/documents/allowances/chunks?as_of=2020-05-01", { token })),
  };
}

async function json<Body>(answer: Response): Promise<Body> {
  const body = await answer.json();
  expect({ status: answer.status, body }).toMatchObject({ status: 200 });
  return body as Body;
}

describe("a backup of the embedded database", () => {
  let folder: string;
  let dataDir: string;
  let file: string;
  let kept: Awaited<ReturnType<typeof keptBy>>;
  const backup = (to = file, env = {}) => run(["backup", to], { DATA_DIR: dataDir, ...env });
  const restore = (from: string, to: string, ...flags: string[]) => run(["restore", from, ...flags], { DATA_DIR: to });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "retrieval-backup-"));
    dataDir = join(folder, "data");
    file = join(folder, "one.backup");
    const service = await ServiceProcess.serve("embedded", { ...ADMIN, DATA_DIR: dataDir });
    const token = await service.signIn("000001");
    const body = '{"departments":[{"code":"D1","name":"総務部"}]}';
    expect((await service.fetch("/api/manage/departments", { method: "PUT", token, body })).status).toBe(200);
    const publish = async (version: object) => {
      const upload = JSON.stringify({ access_rules: RULE, ...version });
      const path = "/api/manage/documents/allowances?wait=true";
      await json(await service.fetch(path, { method: "PUT", token, body: upload }));
    };
    const past = { ...CHUNK, content: "通勤手当は日額とする。" };
    await publish({ chunks: [past], effective_from: "2020-04-01" });
    await publish({ chunks: [CHUNK] });
    kept = await keptBy(service, token);
    expect(kept).toMatchObject({ reference: { chunk: CHUNK }, rule: { access_rules: RULE }, past: { items: [past] } });
    const refused = await backup();
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^The data directory \S+ is in use by another process \(its id there: \d+\): stop it first\.\n$/,
    );
    // The files that a crash leaves behind are part of the backup too.
    await service.end("SIGKILL");
    expect(await backup()).toMatchObject({ code: 0, stderr: "" });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  let elsewhere: string;
  let damaged: string;
  beforeEach(async () => {
    elsewhere = await mkdtemp(join(folder, "elsewhere-"));
    damaged = join(folder, "damaged.backup");
  });
  afterEach(() => rm(damaged, { force: true }));

  it("is a file that only its owner can read, with no partial file beside it", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith("one.backup"))).toEqual(["one.backup"]);
    await writeFile(join(elsewhere, "old"), "an older one", { mode: 0o644 });
    expect(await backup(join(elsewhere, "old"))).toMatchObject({ code: 0 });
    expect((await stat(join(elsewhere, "old"))).mode & 0o777).toBe(0o600);
  });

  it("restores users, departments, documents and their rules on another machine", async () => {
    const to = join(elsewhere, "data");
    const { code, stdout } = await restore(file, to);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Restored the database of ${to} from ${file}.\n` });
    expect((await stat(to)).mode & 0o777).toBe(0o700);
    const service = await ServiceProcess.serve("embedded", { DATA_DIR: to });
    const token = await service.signIn("000001");
    expect(await (await service.fetch("/api/manage/departments", { token })).json()).toEqual({
      items: [{ code: "D1", name: "総務部" }],
      next_cursor: null,
    });
    expect(await keptBy(service, token)).toEqual(kept);
    const refused = await restore(file, to, "--replace");
    expect(refused.stderr).toContain("is in use by another process");
    await service.end("SIGTERM");
  });

  it("replaces a database only on request, and then leaves nothing of it", async () => {
    elsewhere = await anotherDatabase();
    const refused = await restore(file, elsewhere);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("use --replace to replace it");
    expect(await departments(elsewhere)).toEqual(["D9"]);
    expect((await restore(file, elsewhere, "--replace")).code).toBe(0);
    expect(await departments(elsewhere)).toEqual(["D1"]);
    expect(await readdir(elsewhere)).toEqual(["database"]);
  });

  it("is refused if it is damaged, cut off, or another file, and the database stays unchanged", async () => {
    elsewhere = await anotherDatabase();
    const whole = await readFile(file);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    const older = gunzipSync(whole);
    older.write("17\n", older.indexOf("18\n", older.indexOf("PG_VERSION")));
    for (const [bytes, said] of [
      [flipped, "is not a backup, or is damaged"],
      [whole.subarray(0, whole.length >> 1), "is not a backup, or is damaged"],
      [Buffer.from("社員番号,氏名\n"), "is not a backup, or is damaged"],
      [gzipSync("社員番号,氏名\n"), "is not a backup of an embedded database"],
      [gzipSync(older), "is from PostgreSQL 17; this version of the service reads only 18"],
    ] as const) {
      await writeFile(damaged, bytes);
      const { code, stderr } = await restore(damaged, elsewhere, "--replace");
      expect({ said, code, lines: stderr.trimEnd().split("\n") }).toEqual({
        said,
        code: 1,
        lines: [expect.stringContaining(said)],
      });
    }
    const hostile = join(folder, "hostile");
    await mkdir(hostile);
    await writeFile(join(hostile, "PG_VERSION"), "18\n", { mode: 0o644 });
    await symlink("/etc", join(hostile, "base"));
    await tar.create({ cwd: hostile, gzip: true, file: damaged }, ["."]);
    expect((await restore(damaged, elsewhere, "--replace")).stderr).toContain("cannot be unpacked or opened");
    expect(await departments(elsewhere)).toEqual(["D9"]);
    expect(await readdir(elsewhere)).toEqual(["database"]);
  });

  it("is refused if it is newer than the service, too old for it, or of another service", async () => {
    const to = join(elsewhere, "to");
    const { directory: later } = await copyDataDirectory("migrated");
    await inside(later, ({ db }) =>
      sql`INSERT INTO migrations (name, timestamp) VALUES ('9999-less.from-9998', '2999-01-01')`.execute(db),
    );
    expect((await backup(damaged, { DATA_DIR: later })).code).toBe(0);
    const newer = await restore(damaged, to);
    expect(newer).toMatchObject({ code: 1, stdout: "" });
    expect(newer.stderr).toContain(
      "The database is newer than this version of the service (it has 9999-less.from-9998)",
    );
    await inside(later, async ({ db }) => {
      await sql`DELETE FROM migrations WHERE name <> '0029-first'`.execute(db);
      await sql`UPDATE migrations SET name = '0013-versions'`.execute(db);
    });
    expect((await backup(damaged, { DATA_DIR: later })).code).toBe(0);
    expect((await restore(damaged, to)).stderr).toContain("The database is too old for this version of the service");

    const { directory: strange } = await copyDataDirectory("empty");
    expect((await backup(damaged, { DATA_DIR: strange })).code).toBe(0);
    expect((await restore(damaged, to)).stderr).toContain("is not a backup of this service");
    expect(await readdir(to)).toEqual([]);
  });

  it("of no database, of a server, or to a missing folder is refused with a sentence", async () => {
    expect((await backup(damaged, { DATA_DIR: join(elsewhere, "nothing") })).stderr).toContain(
      "There is no embedded database in",
    );
    for (const command of ["backup", "restore"]) {
      const { code, stderr } = await run([command, file], { DATABASE_URL: "postgres://u:hunter2@db/x" });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^DATABASE_URL names a PostgreSQL server: use pg_\w+, as docs\/operate\/backup\.md says\.$/m,
      );
      expect(stderr).not.toContain("hunter2");
    }
    const nowhere = join(elsewhere, "no", "folder");
    expect((await backup(nowhere)).stderr).toBe(
      `The file ${nowhere} cannot be written: there is no such file or folder.\n`,
    );
    // A file in place of a device such as /dev/stdout would break the whole machine.
    await symlink("/dev/null", join(elsewhere, "device"));
    for (const to of [join(elsewhere, "device"), elsewhere])
      expect(await backup(to)).toMatchObject({ code: 1, stderr: expect.stringContaining("is not an ordinary file") });
    expect((await restore(join(elsewhere, "no file"), dataDir)).stderr).toContain(
      "no file cannot be read: there is no such file or folder.",
    );
  });

  it("whose restore was cut off between its last two steps stops the service from starting on an empty database", async () => {
    await restore(file, elsewhere);
    await rename(join(elsewhere, "database"), join(elsewhere, "database.before-restore"));
    await expect(departments(elsewhere)).rejects.toThrow("A restore was interrupted: rename");
    expect((await restore(file, elsewhere)).stderr).toContain("A restore was interrupted: rename");
    await rename(join(elsewhere, "database.before-restore"), join(elsewhere, "database"));
    // A restore that ended after them leaves only the replaced database.
    await mkdir(join(elsewhere, "database.before-restore"));
    expect((await restore(file, elsewhere, "--replace")).code).toBe(0);
    expect(await readdir(elsewhere)).toEqual(["database"]);
  });
});

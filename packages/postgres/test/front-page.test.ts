import { beforeEach, describe, expect, it } from "@jest/globals";
import { aUser, DATABASE_KINDS, HOSTILE_NAMES, useMigratedDatabase } from "@retrieval/contract";
import { refuse, SenderNotAdminError } from "@retrieval/core/errors";
import { PostgresAuditLog, PostgresFrontPage, PostgresUserDirectory } from "../src/index.js";
import { given } from "./suites/open-users.js";

const ADMIN = "900001";
const OUTDATED = refuse("PRECONDITION_FAILED", { code: "if_match.outdated" });

describe.each(DATABASE_KINDS)("the front page on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const page = () => new PostgresFrontPage(database().db);
  const recorded = async () =>
    (await new PostgresAuditLog(database().db).list({ limit: 10, kind: "front-page-changed" })).map(
      ({ by_user, details }) => ({ by_user, ...details }),
    );
  beforeEach(async () => {
    await database().empty();
    await given(
      new PostgresUserDirectory(database().db),
      aUser({ user_id: ADMIN, role: "admin" }),
      aUser({ user_id: "1" }),
    );
  });

  it("keeps questions as they were given, and records what they were before", async () => {
    const { version } = await page().read();
    const questions = HOSTILE_NAMES.filter((name) => name !== "");
    const changed = { questions, version: version + 1 };
    expect(await page().change(questions, version, ADMIN)).toEqual(changed);
    expect(await page().read()).toEqual(changed);
    expect(await page().change([], null, ADMIN)).toEqual({ questions: [], version: version + 2 });
    expect(await recorded()).toEqual([
      { by_user: ADMIN, questions_before: questions, questions: [] },
      { by_user: ADMIN, questions_before: [], questions },
    ]);
  });

  it("changes and records nothing where the questions are the same", async () => {
    const { questions, version } = await page().read();
    expect(await page().change(questions, version, ADMIN)).toEqual({ questions, version });
    expect(await recorded()).toEqual([]);
  });

  it("takes one of several changes that were made from the same version", async () => {
    const { version } = await page().read();
    const changes = ["給料日はいつですか", "副業の届出は", "出張の宿泊費は"].map((question) =>
      page().change([question], version, ADMIN),
    );
    const answers = await Promise.all(changes);
    const [won, ...others] = answers.filter((answer) => !("status" in answer || "problems" in answer));
    expect([won, others]).toEqual([await page().read(), []]);
    expect(answers.filter((answer) => answer !== won)).toEqual([OUTDATED, OUTDATED]);
  });

  it("is not changed by a user who is no administrator", async () => {
    const before = await page().read();
    await expect(page().change(["給料日はいつですか"], null, "1")).rejects.toThrow(SenderNotAdminError);
    expect([await page().read(), await recorded()]).toEqual([before, []]);
  });
});

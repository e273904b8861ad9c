import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  aParagraph,
  aUser,
  aVersion,
  DATABASE_KINDS,
  describeUnless,
  IN_THREAD_VECTORS,
  ONE_CONNECTION,
  useMigratedDatabase,
  type VersionFields,
} from "@retrieval/contract";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { inForce } from "@retrieval/core/documents";
import type { IndexedDocument, LifeEvent } from "@retrieval/core/ports";
import fc from "fast-check";
import { sql } from "kysely";
import {
  PostgresAuditLog,
  PostgresCalendar,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresIndexSource,
  PostgresUserDirectory,
  PostgresVersionArchive,
} from "../src/index.js";
import { given } from "./suites/open-users.js";

const ZONE = "Asia/Tokyo";
const dayOf = (nth: number) => new Date(Date.UTC(2027, 2, nth)).toISOString().slice(0, 10);

describe.each(DATABASE_KINDS)("the life of documents on the %s database", (kind) => {
  const database = useMigratedDatabase(kind);
  const calendar = () => new PostgresCalendar(database().db);
  const chunks = () => new PostgresChunkStore(database().db, IN_THREAD_VECTORS);
  const versions = () => new PostgresVersionArchive(database().db, IN_THREAD_VECTORS);
  const lives = () => new PostgresDocumentLives(database().db);
  const catalog = () => new PostgresDocumentCatalog(database().db);
  const moveTo = (day: string) => calendar().moveTo(day, ZONE);
  let accepted = 0;
  beforeEach(async () => {
    await database().empty();
    accepted = 1_000;
    await moveTo(dayOf(1));
  });

  const version = (text: string, fields: Partial<VersionFields> = {}) => {
    accepted += 1;
    return aVersion({ title: text, tree: { children: [aParagraph(text)] }, accepted, ...fields });
  };
  const publish = (text: string, effective_from: string | null = null, fields: Partial<VersionFields> = {}) =>
    chunks().publish(version(text, { effective_from, ...fields }));
  const change = (event: LifeEvent, document_id = "work-rules") => lives().change(document_id, event, null);
  /** What search, lists, reading and reference know: the title of the version in force. */
  const shown = async (document_id = "work-rules") => {
    const record = await catalog().record(document_id);
    return record === null || record.version_number === null ? null : record.title;
  };
  const standings = async () =>
    Object.fromEntries(((await versions().list("work-rules")) ?? []).map(({ number, standing }) => [number, standing]));
  const entries = async (...kinds: string[]) =>
    (await new PostgresAuditLog(database().db).list({ limit: 200 }))
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, document_id, details }) => [kind, document_id, details])
      .reverse();
  const directory = async () => {
    const found: IndexedDocument[] = [];
    for await (const page of new PostgresIndexSource(database().db, IN_THREAD_VECTORS).documents())
      found.push(...(page.documents as unknown as IndexedDocument[]));
    return found.map(({ document_id, title }) => [document_id, title]);
  };

  it("puts a version in force on its day, once, with its audit entry", async () => {
    await publish("old");
    expect(await publish("new", dayOf(10))).toMatchObject({
      published: { number: 2, effective_from: dayOf(10), standing: "coming" },
    });
    await moveTo(dayOf(9));
    expect([await shown(), await directory()]).toEqual(["old", [["work-rules", "old"]]]);
    expect(await standings()).toEqual({ 1: "in_force", 2: "coming" });
    expect(await moveTo(dayOf(10))).toBe(1);
    expect(await moveTo(dayOf(10))).toBe(0);
    expect([await shown(), await directory()]).toEqual(["new", [["work-rules", "new"]]]);
    expect(await standings()).toEqual({ 1: "past", 2: "in_force" });
    expect(await entries("version-in-force")).toEqual([
      ["version-in-force", "work-rules", { number: 2, title: "new", version: "2025-04-01", effective_from: dayOf(10) }],
    ]);
  });

  it("with four eyes, keeps as a draft what a user publishes, until another user publishes it", async () => {
    const users = new PostgresUserDirectory(database().db);
    for (const user_id of ["uploader", "approver"]) await given(users, aUser({ user_id, role: "admin" }));
    const store = new PostgresChunkStore(database().db, IN_THREAD_VECTORS, true);
    const archive = new PostgresVersionArchive(database().db, IN_THREAD_VECTORS, true);
    const upload = async (text: string, by_user: string | null) => {
      const { rows } = await sql<{ next: string }>`SELECT nextval('acceptance') AS next`.execute(database().db);
      return version(text, { by_user, accepted: Number(rows[0]?.next) });
    };
    const uploaded = await upload("new", "uploader");
    const kept = { needs_approval: true, published: null };
    expect(await store.publish(uploaded)).toMatchObject(kept);
    // The end of its job was lost.
    expect(await store.publish(uploaded)).toMatchObject(kept);
    const own = { problems: [{ code: "change.none" }, { code: "draft.own_approval" }] };
    await expect(store.publishDraft("work-rules", "uploader")).rejects.toMatchObject(own);
    expect(await shown()).toBeNull();
    const both = await Promise.allSettled(
      ["uploader", "approver", "approver"].map((by_user) => store.publishDraft("work-rules", by_user)),
    );
    expect(both.filter(({ status }) => status === "rejected").length).toBeLessThan(2);
    expect([await shown(), await standings()]).toEqual(["new", { 1: "in_force" }]);
    expect(await store.publish(await upload("new", "uploader"))).toMatchObject({ unchanged: true });
    await store.publish(await upload("next", null));
    expect(await archive.restore("work-rules", 1, "approver")).toMatchObject({ published: null });
    await expect(store.publishDraft("work-rules", "approver")).rejects.toMatchObject(own);
    expect(await store.publishDraft("work-rules", "uploader")).toMatchObject({ published: { number: 3 } });
    expect(await shown()).toBe("new");
  });

  it("takes the fields that came with a draft when it is published", async () => {
    const fieldsNow = async () => {
      const { owner, history } = (await catalog().record("work-rules")) ?? {};
      return [owner, history];
    };
    const draft = (text: string, fields: NonNullable<VersionFields["fields"]>) =>
      chunks().saveDraft(version(text, { fields }));
    await draft("first", { owner: "HR" });
    expect(await fieldsNow()).toEqual(["HR", "admins"]);
    await chunks().publishDraft("work-rules");
    await draft("next", { owner: "Legal", history: "readers" });
    await draft("corrected", { owner: "Law" });
    expect(await fieldsNow()).toEqual(["HR", "admins"]);
    await chunks().publishDraft("work-rules");
    expect(await fieldsNow()).toEqual(["Law", "readers"]);
  });

  it("keeps a document whose first version is to come from every list until its day", async () => {
    await publish("first", dayOf(5));
    expect([await shown(), await directory()]).toEqual([null, []]);
    await moveTo(dayOf(20));
    expect([await shown(), await directory()]).toEqual(["first", [["work-rules", "first"]]]);
  });

  it("makes the vectors of a version to come at its publication, and keeps no past ones", async () => {
    const vectors = async () =>
      (
        await sql<{ number: number }>`
          SELECT number FROM term_vectors JOIN revisions USING (revision_id) ORDER BY number`.execute(database().db)
      ).rows.map(({ number }) => number);
    await publish("old");
    await publish("new", dayOf(10));
    expect(await vectors()).toEqual([1, 2]);
    await moveTo(dayOf(10));
    await publish("next", dayOf(20));
    expect(await vectors()).toEqual([2, 3]);
  });

  it("records what happened on the days between, and never moves back", async () => {
    await publish("a");
    await publish("b", dayOf(3));
    await publish("c", dayOf(5));
    await change({ event: "abolish", effective_on: dayOf(7), reason: "merged", replaced_by: null });
    await moveTo(dayOf(9));
    expect(await shown()).toBeNull();
    expect((await entries("version-in-force", "document-abolished")).map(([kind]) => kind)).toEqual([
      "version-in-force",
      "version-in-force",
      "document-abolished",
    ]);
    expect(await moveTo(dayOf(1))).toBe(0);
    expect(await shown()).toBeNull();
  });

  it("is abolished at once, planned, cancelled, and lives again by a later version", async () => {
    await publish("a");
    await publish("travel", null, { document_id: "travel" });
    const abolish = (effective_on: string) =>
      change({ event: "abolish", effective_on, reason: "merged", replaced_by: "travel" });
    expect(await abolish(dayOf(4))).toBeNull();
    expect(await change({ event: "cancel-abolition" })).toBeNull();
    expect(await change({ event: "cancel-abolition" })).toBe("nothing-there");
    expect(await abolish(dayOf(1))).toBeNull();
    expect(await shown()).toBeNull();
    await publish("again", dayOf(6));
    expect(await shown()).toBeNull();
    await moveTo(dayOf(6));
    expect(await shown()).toBe("again");
    expect(
      (await entries("abolition-planned", "abolition-cancelled", "document-abolished")).map(([kind]) => kind),
    ).toEqual(["abolition-planned", "abolition-cancelled", "document-abolished"]);
    // Abolished again, it keeps the days without a version, also if that is cancelled.
    const ends = async () =>
      (await sql`SELECT abolitions FROM documents WHERE document_id = 'work-rules'`.execute(database().db)).rows;
    const before = await ends();
    await abolish(dayOf(20));
    expect(await change({ event: "cancel-abolition" })).toBeNull();
    expect(await ends()).toEqual(before);
    await abolish(dayOf(20));
    await moveTo(dayOf(20));
    expect(await shown()).toBeNull();
    expect((await entries("document-abolished")).length).toBe(2);
  });

  it("has a wrong day of its abolition corrected, and ends on no day before its version in force began", async () => {
    const abolish = (effective_on: string) =>
      change({ event: "abolish", effective_on, reason: "r", replaced_by: null });
    await publish("a", dayOf(-9));
    await publish("b");
    const early = { code: "CONFLICT", reason: { code: "abolition.too_early", first: dayOf(1) } };
    await expect(abolish(dayOf(0))).rejects.toMatchObject(early);
    expect([await abolish(dayOf(1)), await shown()]).toEqual([null, null]);
    expect([await abolish(dayOf(3)), await shown()]).toEqual([null, "b"]);
    await moveTo(dayOf(3));
    expect([await shown(), await abolish(dayOf(2)), await shown()]).toEqual([null, null, null]);
    await expect(abolish(dayOf(0))).rejects.toMatchObject(early);
    await publish("c", dayOf(3));
    await expect(abolish(dayOf(2))).rejects.toMatchObject({ reason: { first: dayOf(3) } });
    expect(await entries("abolition-planned", "document-abolished", "version-in-force")).toMatchObject([
      ["document-abolished", "work-rules", { effective_on: dayOf(1) }],
      ["abolition-planned", "work-rules", { effective_on: dayOf(3) }],
      ["version-in-force", "work-rules", { number: 2 }],
      ["document-abolished", "work-rules", { effective_on: dayOf(3) }],
      ["document-abolished", "work-rules", { effective_on: dayOf(2) }],
    ]);
  });

  it("withdraws past and coming versions, and not the one in force", async () => {
    await publish("a");
    await publish("b");
    await publish("c", dayOf(3));
    const withdraw = (number: number) => change({ event: "withdraw", number, reason: "wrong file" });
    expect(await withdraw(2)).toBe("in-force");
    expect([await withdraw(1), await withdraw(3), await withdraw(3), await withdraw(9)]).toEqual([
      null,
      null,
      "nothing-there",
      "nothing-there",
    ]);
    expect(await standings()).toEqual({ 1: "withdrawn", 2: "in_force", 3: "withdrawn" });
    expect(await versions().restore("work-rules", 1, null)).toBeNull();
    await moveTo(dayOf(5));
    expect(await shown()).toBe("b");
  });

  it("corrects the day of a version, and what is in force follows", async () => {
    await publish("a");
    await publish("b", dayOf(10));
    expect(await change({ event: "change-version", number: 2, effective_from: dayOf(1), note: "sooner" })).toBeNull();
    expect(await shown()).toBe("b");
    expect(await change({ event: "change-version", number: 2, effective_from: dayOf(5) })).toBeNull();
    expect(await shown()).toBe("a");
    await moveTo(dayOf(5));
    expect(await shown()).toBe("b");
    expect((await versions().list("work-rules"))?.[0]).toMatchObject({ effective_from: dayOf(5), note: "sooner" });
  });

  it("keeps a text in force when a day is corrected", async () => {
    await publish("a");
    expect(await change({ event: "change-version", number: 1, effective_from: dayOf(9) })).toBe("none-in-force");
    await publish("b");
    expect(await change({ event: "change-version", number: 2, effective_from: dayOf(9) })).toBeNull();
    expect(await shown()).toBe("a");
  });

  it("is put in force again by a version that names its day, and by no other upload", async () => {
    await publish("a");
    await change({ event: "abolish", effective_on: dayOf(1), reason: "merged", replaced_by: null });
    const ended = { code: "CONFLICT", reason: { code: "document.ended", effective_on: dayOf(1) } };
    await expect(publish("a")).rejects.toMatchObject(ended);
    await expect(publish("b")).rejects.toMatchObject(ended);
    await chunks().saveDraft(version("c"));
    await expect(chunks().publishDraft("work-rules")).rejects.toMatchObject(ended);
    const published = await chunks().publishDraft("work-rules", null, { effective_from: dayOf(1) });
    expect(published).toMatchObject({ published: { standing: "in_force", abolished_on: dayOf(1) } });
    expect(await shown()).toBe("c");
  });

  it("takes no last day to confirm that is over", async () => {
    const asked = { notice: "confirm", confirm_by: dayOf(0) } as const;
    const over = { code: "INVALID_REQUEST", reason: { code: "version.confirm_by_past" } };
    await expect(publish("a", null, asked)).rejects.toMatchObject(over);
    expect(await publish("a", null, { ...asked, confirm_by: dayOf(1) })).toMatchObject({ unchanged: false });
  });

  it("takes a last day to confirm for a draft that asks to confirm already, and for no other", async () => {
    const confirm_by = dayOf(9);
    await chunks().saveDraft(version("a", { notice: "confirm" }));
    await chunks().publishDraft("work-rules", null, { confirm_by });
    expect(await versions().list("work-rules")).toMatchObject([{ notice: "confirm", confirm_by }]);
    await chunks().saveDraft(version("b"));
    const alone = { code: "INVALID_REQUEST", reason: { code: "version.confirm_by_alone" } };
    await expect(chunks().publishDraft("work-rules", null, { confirm_by })).rejects.toMatchObject(alone);
  });

  it("names a version that has no label of its own by its first day, also if that day moves", async () => {
    const unnamed = { version: dayOf(1), version_is_default: true };
    const labels = async () => ((await versions().list("work-rules")) ?? []).map((each) => each.version);
    await publish("a", null, unnamed);
    await chunks().saveDraft(version("b", unnamed));
    await chunks().publishDraft("work-rules", null, { effective_from: dayOf(10) });
    expect(await labels()).toEqual([dayOf(10), dayOf(1)]);
    await change({ event: "change-version", number: 2, effective_from: dayOf(1) });
    expect(await labels()).toEqual([dayOf(1), dayOf(1)]);
    await publish("c", null, { version: "3" });
    await change({ event: "change-version", number: 3, effective_from: dayOf(0) });
    expect((await labels())[0]).toBe("3");
    const restored = await versions().restore("work-rules", 1, null, { effective_from: dayOf(20) });
    expect([restored?.published?.version, (await labels())[0]]).toEqual([dayOf(20), dayOf(20)]);
  });

  it("publishes the same text again with another reason or day, and not without", async () => {
    const same = async (fields: Partial<VersionFields>) => chunks().publish(version("a", { version: "1", ...fields }));
    expect(await same({ note: "first" })).toMatchObject({ unchanged: false });
    expect(await same({})).toMatchObject({ unchanged: true });
    expect(await same({ note: "first" })).toMatchObject({ unchanged: true });
    expect(await same({ note: "second" })).toMatchObject({ unchanged: false });
    expect(await same({ effective_from: dayOf(9) })).toMatchObject({ unchanged: false });
    expect(await same({ effective_from: dayOf(9) })).toMatchObject({ unchanged: true });
  });

  it("is removed by nothing before its time, except by an order, which leaves the hash", async () => {
    const destroy = (legal_order: string | null, number: number | null = null) =>
      change({ event: "destroy", number, legal_order, retention_years: 7 });
    await publish("a", dayOf(-400));
    await chunks().saveDraft(version("draft"));
    expect(await catalog().remove("work-rules")).toBe("was-in-force");
    expect(await destroy(null)).toBe("kept");
    // Nor does an abolition that is stated later than its day.
    await change({ event: "abolish", effective_on: dayOf(-400), reason: "merged", replaced_by: null });
    await moveTo("2034-02-28");
    expect([await destroy(null), await catalog().remove("work-rules")]).toEqual(["kept", "was-in-force"]);
    // No correction of a day ends a retention.
    await change({ event: "change-version", number: 1, effective_from: "1990-01-01" });
    await moveTo("2034-03-01");
    expect(await destroy(null)).toBe("kept");
    await moveTo("2041-02-28");
    expect(await destroy(null)).toBeNull();
    expect(await versions().list("work-rules")).toBeNull();
    await publish("again");
    expect(await destroy("Court, 123")).toBeNull();
    expect(await shown()).toBeNull();
    const { rows } = await sql`SELECT number, text_sha256, legal_order FROM destroyed ORDER BY number`.execute(
      database().db,
    );
    expect(rows).toEqual([
      { number: 1, text_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), legal_order: null },
      { number: 2, text_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), legal_order: "Court, 123" },
    ]);
    expect((await entries("document-destroyed")).length).toBe(2);
  });

  it("loses the text of one version by an order, and keeps its days and its hash", async () => {
    await publish("a", dayOf(-9));
    await publish("b", dayOf(-5));
    await publish("c");
    const destroy = (number: number | null, legal_order: string | null = "Court, 123") =>
      change({ event: "destroy", number, legal_order, retention_years: 7 });
    expect([await destroy(3), await destroy(9), await destroy(2, null)]).toEqual(["in-force", "nothing-there", "kept"]);
    expect(await destroy(2)).toBeNull();
    expect(await standings()).toEqual({ 1: "past", 2: "withdrawn", 3: "in_force" });
    const texts = await sql<{ number: number; chunks: number }>`
      SELECT number, count(place)::integer AS chunks FROM revisions LEFT JOIN chunks USING (revision_id)
      GROUP BY number ORDER BY number`.execute(database().db);
    expect(texts.rows).toEqual([1, 0, 1].map((chunks, i) => ({ number: i + 1, chunks })));
    const hashes = async () =>
      (await sql<{ text_sha256: string }>`SELECT text_sha256 FROM destroyed WHERE number = 2`.execute(database().db))
        .rows;
    const [kept] = await hashes();
    expect(await destroy(2)).toBe("nothing-there");
    expect(await destroy(null)).toBeNull();
    expect(await hashes()).toEqual([kept]);
    expect(
      (await entries("document-destroyed")).map(([, , details]) => (details as { number: number }).number),
    ).toEqual([2, 1, 3]);
  });

  it("keeps who withdrew a version, when and why, when its text is destroyed", async () => {
    await publish("a", dayOf(-9));
    await publish("b");
    await change({ event: "withdraw", number: 1, reason: "wrong file" });
    const withdrawn = async () =>
      (await sql`SELECT withdrawn, kept_from FROM revisions WHERE number = 1`.execute(database().db)).rows;
    const before = await withdrawn();
    await moveTo(dayOf(5));
    expect(await change({ event: "destroy", number: 1, legal_order: "Court, 123", retention_years: 7 })).toBeNull();
    expect(await withdrawn()).toEqual(before);
  });

  it("is deleted if it was published by mistake, within a day, and confirmed by no reader", async () => {
    await publish("a");
    expect(await catalog().remove("work-rules")).toBe(true);
    await publish("b");
    await sql`INSERT INTO confirmations (document_id, number, user_id) VALUES ('work-rules', 2, '1')`.execute(
      database().db,
    );
    expect(await catalog().remove("work-rules")).toBe("was-in-force");
    await publish("corrected", null, { document_id: "corrected" });
    await publish("c", null, { document_id: "other" });
    await moveTo(dayOf(2));
    // The first publication was on the day before, whatever is corrected on the second day.
    const correct = (effective_from: string) =>
      change({ event: "change-version", number: 1, effective_from }, "corrected");
    expect(await correct(dayOf(0))).toBeNull();
    expect(await catalog().record("corrected")).toMatchObject({ deletable: false });
    expect(await correct(dayOf(1))).toBeNull();
    expect(await catalog().remove("corrected")).toBe(true);
    await moveTo(dayOf(3));
    expect(await catalog().remove("other")).toBe("was-in-force");
  });

  it("forgets old drafts, and no version", async () => {
    await publish("a");
    await chunks().saveDraft(version("draft"));
    await chunks().saveDraft(version("only a draft", { document_id: "other" }));
    expect(await lives().forgetDrafts(Date.now() - 60_000, 100)).toBe(0);
    expect(await lives().forgetDrafts(Date.now() + 60_000, 100)).toBe(2);
    expect([await shown(), await catalog().drafts({ limit: 10 })]).toEqual(["a", []]);
  });

  it("is not moved by an instance of another time zone, until an operator says so", async () => {
    await publish("a", dayOf(2));
    await expect(calendar().moveTo(dayOf(2), "Europe/Berlin")).rejects.toThrow("TIME_ZONE=Asia/Tokyo");
    expect(await shown()).toBeNull();
    expect(await calendar().set(dayOf(2), "Europe/Berlin")).toBe(1);
    expect([await shown(), (await calendar().read()).time_zone]).toEqual(["a", "Europe/Berlin"]);
    // A day that a wrong clock had reached is taken back.
    expect(await calendar().set(dayOf(1), ZONE)).toBe(1);
    expect(await shown()).toBeNull();
  });

  it("has on each day the version of the definition, over any publications, abolitions and corrections", async () => {
    const anyDay = fc.integer({ min: 1, max: 12 });
    const anyStep = fc.oneof(
      { weight: 4, arbitrary: fc.record({ does: fc.constant("publish" as const), day: anyDay }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant("abolish" as const), day: anyDay }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant("change" as const), number: fc.nat(5), day: anyDay }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant("withdraw" as const), number: fc.nat(5) }) },
      { weight: 3, arbitrary: fc.constant({ does: "next day" as const }) },
    );
    let documents = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
        documents += 1;
        const document_id = `document-${documents}`;
        await calendar().set(dayOf(1), ZONE);
        const agree = async (today: string) => {
          const listed = (await versions().list(document_id)) ?? [];
          const { rows } = await sql<{ abolitions: { effective_on: string; versions: number }[] }>`
            SELECT abolitions FROM documents WHERE document_id = ${document_id}`.execute(database().db);
          const dated = listed.map((one) => ({ ...one, withdrawn: one.withdrawn !== null }));
          const expected = inForce({ versions: dated, abolitions: rows[0]?.abolitions ?? [] }, today);
          expect(await shown(document_id)).toBe(expected?.title ?? null);
        };
        let today = 1;
        for (const step of steps) {
          if (step.does === "publish") await publish(`${accepted}`, dayOf(step.day), { document_id });
          else if (step.does === "next day") await moveTo(dayOf(++today));
          else if (step.does === "abolish")
            await change(
              { event: "abolish", effective_on: dayOf(step.day), reason: "r", replaced_by: null },
              document_id,
            ).catch((error) => expect(error).toMatchObject({ reason: { code: "abolition.too_early" } }));
          else if (step.does === "withdraw")
            await change({ event: "withdraw", number: step.number, reason: "r" }, document_id);
          else
            await change(
              { event: "change-version", number: step.number, effective_from: dayOf(step.day) },
              document_id,
            );
          await agree(dayOf(today));
        }
        for (; today < 13; ) {
          await moveTo(dayOf(++today));
          await agree(dayOf(today));
        }
      }),
      { seed: 20_270_401, numRuns: propertyRuns(60) },
    );
  });

  describeUnless(kind === "embedded" ? ONE_CONNECTION : undefined, "beside another instance", () => {
    it("is switched by one of two, and publications wait for the switch", async () => {
      const other = await database().another();
      for (let n = 0; n < 20; n += 1) {
        await publish("old", null, { document_id: `document-${n}` });
        await publish("new", dayOf(2), { document_id: `document-${n}` });
      }
      const instances = [calendar(), new PostgresCalendar(other.db)];
      const [moved] = await Promise.all([
        Promise.all([...instances, ...instances].map((instance) => instance.moveTo(dayOf(2), ZONE))),
        ...Array.from({ length: 5 }, (_, n) => publish("during", dayOf(2), { document_id: `document-${n}` })),
      ]);
      expect(moved.reduce((sum, documents) => sum + documents)).toBeLessThanOrEqual(20);
      const titles = await Promise.all(Array.from({ length: 20 }, (_, n) => shown(`document-${n}`)));
      expect(titles).toEqual([...Array(5).fill("during"), ...Array(15).fill("new")]);
      const switched = (await entries("version-in-force")).map(([, document_id]) => document_id);
      expect(new Set(switched).size).toBe(switched.length);
    });

    it("is switched whole or not at all", async () => {
      await publish("old");
      await publish("new", dayOf(2));
      await publish("other", dayOf(2), { document_id: "other" });
      const other = await database().another();
      await other.db.transaction().execute(async (trx) => {
        await sql`SELECT FROM documents WHERE document_id = 'work-rules' FOR UPDATE`.execute(trx);
        const moving = expect(moveTo(dayOf(2))).rejects.toThrow();
        for (let killed = 0; killed === 0; ) {
          const { rows } = await sql`
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(other.db);
          killed = rows.length;
        }
        await moving;
      });
      expect([await shown(), await shown("other"), await entries("version-in-force")]).toEqual(["old", null, []]);
      expect(await moveTo(dayOf(2))).toBe(2);
      expect([await shown(), await shown("other")]).toEqual(["new", "other"]);
    });
  });
});

import { beforeEach, describe, expect, it } from "@jest/globals";
import { aParagraph, aVersion, DATABASE_KINDS, IN_THREAD_VECTORS, useMigratedDatabase } from "@retrieval/contract";
import { propertyRuns } from "@retrieval/contract/property-runs";
import { inForce } from "@retrieval/core/documents";
import type { LifeEvent } from "@retrieval/core/ports";
import fc from "fast-check";
import { sql } from "kysely";
import {
  PostgresCalendar,
  PostgresChunkStore,
  PostgresDocumentCatalog,
  PostgresDocumentLives,
  PostgresVersionArchive,
} from "../src/index.js";

const YEARS = 1;
const FIRST = Date.UTC(2027, 2, 1);
const dayOf = (nth: number) => new Date(FIRST + nth * 86_400_000).toISOString().slice(0, 10);
const nthOf = (day: string) => (Date.parse(day) - FIRST) / 86_400_000;
/** The first day on which a text that ceased on a day may be gone. */
const endOfRetention = (ceased: number) => {
  const day = dayOf(ceased);
  return `${Number(day.slice(0, 4)) + YEARS}${day.slice(4)}`;
};

/** Days from the day of the step. */
const away = fc.oneof(fc.constant(0), fc.integer({ min: -500, max: 300 }));
const number = fc.integer({ min: 1, max: 4 });
const does = <Name extends string>(name: Name) => fc.record({ does: fc.constant(name) });
const abolition = fc.record({ does: fc.constant("abolish" as const), away });
const wait = fc.record({
  does: fc.constant("wait" as const),
  days: fc.constantFrom<number[]>(1, 2, 40, 200, 364, 365, 366),
});
const change = fc.oneof(
  fc.record({ does: fc.constant("withdraw" as const), number }),
  fc.record({ does: fc.constant("change-version" as const), number, away }),
);
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("publish" as const), away }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("restore" as const), number }) },
  { weight: 1, arbitrary: does("save-draft") },
  { weight: 1, arbitrary: does("publish-draft") },
  { weight: 1, arbitrary: does("forget-drafts") },
  { weight: 3, arbitrary: does("delete") },
  { weight: 1, arbitrary: abolition },
  { weight: 1, arbitrary: does("cancel-abolition") },
  { weight: 3, arbitrary: change },
  { weight: 1, arbitrary: does("destroy") },
  { weight: 4, arbitrary: wait },
);
const lastStep = fc.oneof(change, wait, wait, does("destroy"), does("destroy"));
/** Most lives end, so that their retention does. */
const anyLife = fc
  .tuple(
    fc.array(anyStep, { maxLength: 10, size: "max" }),
    abolition,
    fc.array(lastStep, { maxLength: 8, size: "max" }),
  )
  .map(([steps, end, last]) => [...steps, end, ...last]);
/** A life whose end names a day so many days away, and which is to be destroyed so many days later. */
const endedOn = (away: number, days: number): Step[] => [
  { does: "publish", away: 0 },
  { does: "wait", days: 200 },
  { does: "abolish", away },
  { does: "wait", days },
  { does: "destroy" },
];
/** After these, what must be kept is read. */
const REMOVING: ReadonlySet<Step["does"]> = new Set(["delete", "destroy", "forget-drafts", "withdraw"]);
type Step = typeof anyStep extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Of one order for all documents, as the database has it. */
let accepted = 1_000;

describe.each(DATABASE_KINDS)("a text that was in force on a day (%s database)", (kind) => {
  const database = useMigratedDatabase(kind);
  let lives = 0;
  let [deleted, destroyed, kept] = [0, 0, 0];
  beforeEach(() => database().empty());

  it("is kept, and read by administrators, until its retention has ended", async () => {
    await fc.assert(
      fc.asyncProperty(anyLife, async (steps) => {
        lives += 1;
        const life = new WatchedLife(database().db, `rule-${lives}`);
        await life.begin();
        for (const step of steps) {
          const outcome = await life.take(step);
          if (outcome === "deleted") deleted += 1;
          if (outcome === "destroyed") destroyed += 1;
          if (REMOVING.has(step.does)) kept += await life.check();
        }
        kept += await life.check();
      }),
      { seed: 20_270_401, numRuns: propertyRuns(150), examples: [[endedOn(0, 366)], [endedOn(-166, 200)]] },
    );
    expect([deleted > 0, destroyed > 0, kept > 0]).toEqual([true, true, true]);
  });
});

type Db = ReturnType<ReturnType<typeof useMigratedDatabase>>["db"];

/** A document, and what the test saw in force of it. */
class WatchedLife {
  /** Texts that were in force, by number, from the first day to the one on which they ceased. */
  readonly #seen = new Map<number, { readonly text: string; readonly first: number; ceased: number | null }>();
  #shown: number | null = null;
  readonly #texts = new Map<number, string>();
  #today = 0;

  constructor(
    private readonly db: Db,
    private readonly document_id: string,
  ) {}

  begin() {
    return new PostgresCalendar(this.db).set(dayOf(0), "UTC");
  }

  async take(step: Step): Promise<"deleted" | "destroyed" | null> {
    const { db, document_id } = this;
    const chunks = new PostgresChunkStore(db, IN_THREAD_VECTORS);
    const lives = new PostgresDocumentLives(db);
    const change = (event: LifeEvent) => lives.change(document_id, event, null);
    const [reason, replaced_by] = ["merged", null];
    switch (step.does) {
      case "publish":
        await chunks.publish(this.#version(dayOf(this.#today + step.away)));
        break;
      case "save-draft":
        await chunks.saveDraft(this.#version(null));
        break;
      case "publish-draft":
        await chunks.publishDraft(document_id, null);
        break;
      case "restore":
        await new PostgresVersionArchive(db, IN_THREAD_VECTORS).restore(document_id, step.number, null);
        break;
      case "forget-drafts":
        await lives.forgetDrafts(Date.now() + 60_000, 100);
        break;
      case "abolish":
        await change({ event: "abolish", effective_on: dayOf(this.#today + step.away), reason, replaced_by }).catch(
          (error) => expect(error).toMatchObject({ reason: { code: "abolition.too_early" } }),
        );
        break;
      case "cancel-abolition":
        await change({ event: "cancel-abolition" });
        break;
      case "withdraw":
        await change({ event: "withdraw", number: step.number, reason });
        break;
      case "change-version":
        await change({
          event: "change-version",
          number: step.number,
          effective_from: dayOf(this.#today + step.away),
        });
        break;
      case "delete":
        if ((await new PostgresDocumentCatalog(db).remove(document_id)) !== true) break;
        // Only what was published by mistake, since yesterday.
        for (const { first } of this.#seen.values()) expect(first).toBeGreaterThanOrEqual(this.#today - 1);
        this.#seen.clear();
        return "deleted";
      case "destroy":
        if ((await change({ event: "destroy", number: null, legal_order: null, retention_years: YEARS })) !== null)
          break;
        for (const seen of this.#seen.values()) expect(this.#isKept(seen)).toBe(false);
        this.#seen.clear();
        return "destroyed";
      case "wait":
        await this.#wait(step.days);
    }
    await this.#see(this.#today);
    return null;
  }

  /** Reads what must be kept. @returns how many texts */
  async check(): Promise<number> {
    const archive = new PostgresVersionArchive(this.db, IN_THREAD_VECTORS);
    let kept = 0;
    for (const [number, seen] of this.#seen) {
      if (!this.#isKept(seen)) continue;
      const page = await archive.chunks(this.document_id, number, { limit: 10 });
      expect(page?.chunks.map(({ content }) => content)).toEqual([seen.text]);
      kept += 1;
    }
    return kept;
  }

  #version(effective_from: string | null) {
    accepted += 1;
    const text = `text ${accepted}`;
    const { document_id } = this;
    return aVersion({ document_id, title: text, tree: { children: [aParagraph(text)] }, accepted, effective_from });
  }

  /** Moves the calendar, and sees what is in force on the days between. */
  async #wait(days: number): Promise<void> {
    const life = await this.#life();
    const until = this.#today + days;
    const changes = [
      ...life.versions.map(({ effective_from }) => effective_from),
      ...life.abolitions.map(({ effective_on }) => effective_on),
    ];
    const nths = changes.map(nthOf);
    for (const nth of nths.sort((a, b) => a - b))
      if (nth > this.#today && nth <= until) this.#note(inForce(life, dayOf(nth))?.number ?? null, nth);
    this.#today = until;
    await new PostgresCalendar(this.db).moveTo(dayOf(until), "UTC");
  }

  /** Sees what the document points to. */
  async #see(nth: number): Promise<void> {
    await this.#life();
    const record = await new PostgresDocumentCatalog(this.db).record(this.document_id);
    this.#note(record?.version_number ?? null, nth);
  }

  #note(number: number | null, nth: number): void {
    const before = this.#seen.get(this.#shown ?? 0);
    if (this.#shown !== number && before !== undefined) before.ceased = nth;
    this.#shown = number;
    if (number === null) return;
    const seen = this.#seen.get(number);
    if (seen !== undefined) seen.ceased = null;
    else this.#seen.set(number, { text: this.#texts.get(number) as string, first: nth, ceased: null });
  }

  #isKept({ ceased }: { readonly ceased: number | null }): boolean {
    return ceased === null || endOfRetention(ceased) > dayOf(this.#today);
  }

  async #life() {
    const listed = (await new PostgresVersionArchive(this.db, IN_THREAD_VECTORS).list(this.document_id)) ?? [];
    for (const { number, title } of listed) this.#texts.set(number, title);
    const { rows } = await sql<{ abolitions: { effective_on: string; versions: number }[] }>`
      SELECT abolitions FROM documents WHERE document_id = ${this.document_id}`.execute(this.db);
    const versions = listed.map((one) => ({ ...one, withdrawn: one.withdrawn !== null }));
    return { versions, abolitions: rows[0]?.abolitions ?? [] };
  }
}

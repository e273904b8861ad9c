import { describe, expect, it } from "@jest/globals";
import { propertyRuns } from "@retrieval/contract/property-runs";
import fc from "fast-check";
import {
  type Abolition,
  ceasesOn,
  coming,
  type DatedVersion,
  type DocumentLife,
  inForce,
  nextChange,
  openEnd,
  standing,
  versionBefore,
  wasInForce,
} from "../../src/documents/life.js";

const RUNS = { seed: 20_270_401, numRuns: propertyRuns(5_000) };
const LAST = 28;
const dayOf = (nth: number) => `2027-02-${String(nth).padStart(2, "0")}`;
const DAYS = Array.from({ length: LAST }, (_, i) => dayOf(i + 1));

const anyLife = fc
  .record({
    versions: fc.array(fc.record({ day: fc.integer({ min: 1, max: 12 }), withdrawn: fc.boolean() }), { maxLength: 6 }),
    ends: fc.array(fc.record({ day: fc.integer({ min: 1, max: 12 }), versions: fc.nat(6) }), { maxLength: 2 }),
  })
  .map(
    ({ versions, ends }): DocumentLife => ({
      versions: versions.map(({ day, withdrawn }, i) => ({ number: i + 1, effective_from: dayOf(day), withdrawn })),
      abolitions: ends.map(({ day, versions }) => ({ effective_on: dayOf(day), versions })),
    }),
  );

/** The definition, as a list that is sorted. */
function defined({ versions, abolitions }: DocumentLife, day: string): DatedVersion | null {
  const ended = abolitions.filter((end) => end.effective_on <= day);
  const living = versions
    .filter(({ withdrawn, effective_from }) => !withdrawn && effective_from <= day)
    .filter(({ number, effective_from }) =>
      ended.every((end) => number > end.versions && effective_from >= end.effective_on),
    );
  const key = ({ effective_from, number }: DatedVersion) => `${effective_from} ${number}`;
  return living.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).at(-1) ?? null;
}

describe("the life of a document", () => {
  it("has on each day the version with the latest day of effect, of one day the last", () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        expect(DAYS.map((day) => inForce(life, day))).toEqual(DAYS.map((day) => defined(life, day)));
      }),
      RUNS,
    );
  });

  it("changes next on the first day that has another version", () => {
    fc.assert(
      fc.property(anyLife, fc.constantFrom(...DAYS), (life, day) => {
        const later = DAYS.filter((other) => other > day);
        const now = defined(life, day);
        expect(nextChange(life, day)).toBe(later.find((other) => defined(life, other) !== now) ?? null);
        const other = later
          .map((each) => defined(life, each))
          .find((version, i) => {
            const before = i === 0 ? now : defined(life, later[i - 1] as string);
            return version !== null && version !== before;
          });
        expect(coming(life, day)).toBe(other ?? null);
      }),
      RUNS,
    );
  });

  it("says what each version is", () => {
    fc.assert(
      fc.property(anyLife, fc.constantFrom(...DAYS), (life, day) => {
        for (const version of life.versions) {
          const isIn = (on: string) => defined(life, on) === version;
          const will = version.effective_from > day && DAYS.some((on) => on > day && isIn(on));
          const rest = will ? "coming" : "past";
          const expected = version.withdrawn ? "withdrawn" : isIn(day) ? "in_force" : rest;
          expect(standing(version, life, day)).toBe(expected);
        }
      }),
      RUNS,
    );
  });

  it("keeps an abolished document ended until a version that was published later", () => {
    const version = (number: number, effective_from: string) => ({ number, effective_from, withdrawn: false });
    const versions = [version(1, "2026-04-01"), version(2, "2027-06-01"), version(3, "2027-05-01")];
    const life = { versions, abolitions: [{ effective_on: "2027-04-01", versions: 2 }] };
    const on = (day: string) => inForce(life, day)?.number ?? null;
    expect(["2027-03-31", "2027-04-01", "2027-05-01", "2027-06-01"].map(on)).toEqual([1, null, 3, 3]);
    expect(coming(life, "2027-03-01")?.number).toBe(3);
    expect(nextChange(life, "2027-03-01")).toBe("2027-04-01");
  });

  it("keeps the days without a version after it was revived and abolished again", () => {
    const versions = ["2026-01-01", "2026-06-01"].map((effective_from, i) => ({
      ...{ number: i + 1, effective_from, withdrawn: false },
    }));
    const first = { effective_on: "2026-05-11", versions: 1 };
    const again = { effective_on: "2026-07-01", versions: 2 };
    const on = (abolitions: readonly Abolition[]) =>
      ["2026-05-10", "2026-05-15", "2026-06-01", "2026-07-01"].map(
        (day) => inForce({ versions, abolitions }, day)?.number ?? null,
      );
    expect(on([first])).toEqual([1, null, 2, 2]);
    expect(on([first, again])).toEqual([1, null, 2, null]);
    const open = (abolitions: readonly Abolition[], day: string) => openEnd({ versions, abolitions }, day);
    expect([open([first], "2026-05-20"), open([first, again], "2026-05-20")]).toEqual([null, again]);
    expect([open([first, again], "2026-08-01"), open([], "2026-08-01")]).toEqual([again, null]);
  });

  it("has, of each version, the first day after its own on which it is not in force, also if it was withdrawn later", () => {
    const anyRecord = anyLife.chain((life) =>
      fc.tuple(...life.versions.map(() => fc.integer({ min: 1, max: 12 }).map(dayOf))).map((days) => ({
        abolitions: life.abolitions,
        versions: life.versions.map((version, i) => ({
          ...version,
          withdrawn_on: version.withdrawn ? (days[i] ?? null) : null,
        })),
      })),
    );
    fc.assert(
      fc.property(anyRecord, (life) => {
        const on = (day: string) => {
          const then = life.versions.map((version) => ({
            ...version,
            withdrawn: version.withdrawn_on !== null && version.withdrawn_on <= day,
          }));
          return defined({ versions: then, abolitions: life.abolitions }, day)?.number ?? null;
        };
        expect(DAYS.map((day) => wasInForce(life, day)?.number ?? null)).toEqual(DAYS.map(on));
        for (const version of life.versions) {
          const { number, effective_from: first } = version;
          const end = on(first) === number ? DAYS.find((day) => day > first && on(day) !== number) : undefined;
          expect(ceasesOn(version, life)).toBe(end ?? null);
        }
      }),
      RUNS,
    );
  });

  it("had, before a version, the one with the latest day before its own; without one, the version that it corrects", () => {
    const days = ["2026-04-01", "2026-10-01", "2026-10-01", "2026-07-01", "2026-04-01"];
    const versions = days.map((effective_from, i) => ({ number: i + 1, effective_from, withdrawn: i === 3 }));
    expect(versions.map((version) => versionBefore(version, versions)?.number ?? null)).toEqual([null, 5, 5, 5, 1]);
  });
});

/** A published version, as far as its days decide. Days are texts, `2027-04-01`, so that they compare as texts. */
export interface DatedVersion {
  readonly number: number;
  readonly effective_from: string;
  /** true: hidden from readers for good. */
  readonly withdrawn: boolean;
}

/** The end of a document: of the versions that it had when it was abolished, none is in force from `effective_on` on. */
export interface Abolition {
  readonly effective_on: string;
  /** How many versions had been published. A later one, in force from the abolition or later, revives the document. */
  readonly versions: number;
}

/** What decides which version is in force. */
export interface DocumentLife<Version extends DatedVersion = DatedVersion> {
  readonly versions: readonly Version[];
  /** In the order in which they were stated: a version may revive the document between two. */
  readonly abolitions: readonly Abolition[];
}

export type VersionStanding = "past" | "in_force" | "coming" | "withdrawn";

/**
 * The version in force on a day: the one with the latest `effective_from` not after the day; of several of that day, the
 * one published last.
 *
 * @example inForce({ versions: [{ number: 1, effective_from: "2026-04-01", withdrawn: false }], abolitions: [] }, "2026-05-01")?.number // 1
 */
export function inForce<Version extends DatedVersion>(
  { versions, abolitions }: DocumentLife<Version>,
  day: string,
): Version | null {
  const ends = abolitions.filter(({ effective_on }) => effective_on <= day);
  let latest: Version | null = null;
  for (const version of versions) {
    const { effective_from, withdrawn } = version;
    if (withdrawn || effective_from > day || ends.some((end) => !revives(version, end))) continue;
    if (latest === null || isAfter(version, latest)) latest = version;
  }
  return latest;
}

/** Whether a version is in force in spite of an abolition that has come. */
export const revives = ({ number, effective_from }: DatedVersion, { versions, effective_on }: Abolition) =>
  number > versions && effective_from >= effective_on;

/** The last abolition, if it is to come or no later version revives the document; null: there is none. */
export function openEnd<End extends Abolition>(
  { versions, abolitions }: { readonly versions: readonly DatedVersion[]; readonly abolitions: readonly End[] },
  day: string,
): End | null {
  const end = abolitions.at(-1);
  if (end === undefined) return null;
  const isRevived = versions.some((version) => !version.withdrawn && revives(version, end));
  return end.effective_on > day || !isRevived ? end : null;
}

/** Whether a version is the later one, by its day and then by its number. */
export function isAfter(one: DatedVersion, other: DatedVersion): boolean {
  const isSameDay = one.effective_from === other.effective_from;
  return isSameDay ? one.number > other.number : one.effective_from > other.effective_from;
}

/** The next day after `day` on which another version, or none, is in force; null: none is known. */
export function nextChange(life: DocumentLife, day: string): string | null {
  const days = life.versions.map(({ effective_from }) => effective_from);
  for (const { effective_on } of life.abolitions) days.push(effective_on);
  const now = inForce(life, day);
  const changes = days.filter((later) => later > day && inForce(life, later) !== now);
  return changes.reduce<string | null>((first, later) => (first === null || later < first ? later : first), null);
}

/** A version with the day on which it was withdrawn; null: it was not. */
export interface RecordedVersion extends DatedVersion {
  readonly withdrawn_on: string | null;
}

/**
 * The version that was in force on a day, as far as is known today. One that was withdrawn later is not replaced on the
 * days when it was in force.
 */
export function wasInForce<Version extends RecordedVersion>(
  { versions, abolitions }: DocumentLife<Version>,
  day: string,
): Version | null {
  const then = versions.map(({ number, effective_from, withdrawn_on }) => ({
    ...{ number, effective_from, withdrawn: withdrawn_on !== null && withdrawn_on <= day },
  }));
  const found = inForce({ versions: then, abolitions }, day);
  return versions.find(({ number }) => number === found?.number) ?? null;
}

/** The first day after its own on which a version is not in force any more; null: none is known, or it never was. */
export function ceasesOn<Version extends RecordedVersion>(
  version: Version,
  life: DocumentLife<Version>,
): string | null {
  if (wasInForce(life, version.effective_from) !== version) return null;
  const days = life.versions.flatMap(({ effective_from, withdrawn_on }) => [effective_from, withdrawn_on ?? ""]);
  return (
    [...days, ...life.abolitions.map(({ effective_on }) => effective_on)]
      .filter((day) => day > version.effective_from)
      .sort()
      .find((day) => wasInForce(life, day) !== version) ?? null
  );
}

/** The next version that will be in force after `day`; null: none is known. */
export function coming<Version extends DatedVersion>(life: DocumentLife<Version>, day: string): Version | null {
  const next = nextChange(life, day);
  if (next === null) return null;
  // A document may be abolished before a version revives it.
  return inForce(life, next) ?? coming(life, next);
}

/** What a version is on a day: `coming` only if it will be in force on its own day. */
export function standing<Version extends DatedVersion>(
  version: Version,
  life: DocumentLife<Version>,
  day: string,
): VersionStanding {
  if (version.withdrawn) return "withdrawn";
  if (inForce(life, day) === version) return "in_force";
  const { effective_from } = version;
  return effective_from > day && inForce(life, effective_from) === version ? "coming" : "past";
}

/**
 * The version that was in force, or would have been, until the day of this one, which may correct another of its day;
 * without an earlier day, the one that it corrects; null: none.
 *
 * @param versions in any order
 */
export function versionBefore<Version extends DatedVersion>(
  version: DatedVersion,
  versions: readonly Version[],
): Version | null {
  const { effective_from: day } = version;
  const before = versions.filter((other) => isAfter(version, other));
  const earlier = before.filter(({ effective_from }) => effective_from < day);
  return inForce({ versions: earlier, abolitions: [] }, day) ?? inForce({ versions: before, abolitions: [] }, day);
}

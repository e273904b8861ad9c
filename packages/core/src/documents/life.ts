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
  readonly abolished: Abolition | null;
}

export type VersionStanding = "past" | "in_force" | "coming" | "withdrawn";

/**
 * The version in force on a day: the one with the latest `effective_from` not after the day; of several of that day, the
 * one published last.
 *
 * @example inForce({ versions: [{ number: 1, effective_from: "2026-04-01", withdrawn: false }], abolished: null }, "2026-05-01")?.number // 1
 */
export function inForce<Version extends DatedVersion>(
  { versions, abolished }: DocumentLife<Version>,
  day: string,
): Version | null {
  const ended = abolished !== null && abolished.effective_on <= day ? abolished : null;
  let latest: Version | null = null;
  for (const version of versions) {
    const { number, effective_from, withdrawn } = version;
    if (withdrawn || effective_from > day) continue;
    if (ended !== null && (number <= ended.versions || effective_from < ended.effective_on)) continue;
    if (latest === null || isAfter(version, latest)) latest = version;
  }
  return latest;
}

/** Whether a version is the later one, by its day and then by its number. */
export function isAfter(one: DatedVersion, other: DatedVersion): boolean {
  const isSameDay = one.effective_from === other.effective_from;
  return isSameDay ? one.number > other.number : one.effective_from > other.effective_from;
}

/** The next day after `day` on which another version, or none, is in force; null: none is known. */
export function nextChange(life: DocumentLife, day: string): string | null {
  const days = life.versions.map(({ effective_from }) => effective_from);
  if (life.abolished !== null) days.push(life.abolished.effective_on);
  const now = inForce(life, day);
  const changes = days.filter((later) => later > day && inForce(life, later) !== now);
  return changes.reduce<string | null>((first, later) => (first === null || later < first ? later : first), null);
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
  return inForce({ versions: earlier, abolished: null }, day) ?? inForce({ versions: before, abolished: null }, day);
}

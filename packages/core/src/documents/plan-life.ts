import { dayAfter } from "../day.js";
import { type DocumentLife, inForce, nextChange, openEnd } from "./life.js";
import { headOf, planOf } from "./plan-of.js";
import type {
  DocumentEvent,
  Head,
  HeldState,
  HeldVersion,
  PlannedEntry,
  PublicationPlan,
  PublicationRefusal,
  StatedAbolition,
} from "./publication-plan.js";

type LifeEvent = Extract<
  DocumentEvent,
  { readonly event: "abolish" | "cancel-abolition" | "withdraw" | "change-version" }
>;

/** Plans what ends, hides or corrects versions that are published. */
export function planLife(held: HeldState, event: LifeEvent): PublicationPlan | PublicationRefusal {
  switch (event.event) {
    case "abolish": {
      const { effective_on, reason, replaced_by } = event;
      if (held.versions.length === 0) return "nothing-there";
      if (effective_on < firstEnd(held)) return "too-early";
      const end = { effective_on, reason, replaced_by, versions: held.numbered, stated_on: held.day };
      const kind = effective_on > held.day ? "abolition-planned" : "document-abolished";
      return planAbolitions(held, [...otherEnds(held), end], { kind, details: abolition(end) });
    }
    case "cancel-abolition": {
      const { effective_on } = held.abolitions.at(-1) ?? {};
      if (effective_on === undefined || effective_on <= held.day) return "nothing-there";
      const entry: PlannedEntry = { kind: "abolition-cancelled", details: { effective_on } };
      return planAbolitions(held, held.abolitions.slice(0, -1), entry);
    }
    case "withdraw": {
      const { number, reason } = event;
      const version = versionIn(held, number);
      if (version === null) return "nothing-there";
      if (inForce(held, held.day) === version) return "in-force";
      const life = withVersion(held, { ...version, withdrawn: true });
      const entry: PlannedEntry = { kind: "version-withdrawn", details: { number, why: reason } };
      return planOf(held, { withdraws: { number, reason } }, life, [entry]);
    }
    case "change-version": {
      const version = versionIn(held, event.number);
      if (version === null) return "nothing-there";
      const { number, version_is_default } = version;
      const { effective_from = version.effective_from, note = version.note } = event;
      const label = version_is_default ? effective_from : version.version;
      const life = withVersion(held, { ...version, effective_from, note, version: label });
      const shown = inForce(life, held.day);
      if (shown === null && inForce(held, held.day) !== null) return "none-in-force";
      const details = {
        ...{ number, effective_from_before: version.effective_from, effective_from },
        note_changed: note !== version.note,
      };
      const entries: PlannedEntry[] = [{ kind: "version-changed", details }];
      if (shown !== null && shown.number !== inForce(held, held.day)?.number) entries.push(inForceEntry(shown));
      // While the document may still be deleted as a mistake, the day of its first publication stays known.
      const isSameDay = effective_from === version.effective_from;
      const kept_from = isNew(held) || isSameDay ? version.kept_from : held.day;
      const changes_version = { number, effective_from, note, version: label, kept_from };
      return planOf(held, { changes_version }, life, entries);
    }
  }
}

function planAbolitions(held: HeldState, abolitions: HeldState["abolitions"], entry: PlannedEntry): PublicationPlan {
  const life = { versions: held.versions, abolitions };
  const shown = inForce(life, held.day);
  const entries = shown === null || inForce(held, held.day) !== null ? [entry] : [entry, inForceEntry(shown)];
  return planOf(held, { abolitions }, life, entries);
}

/** The ends that a new one does not correct: a version revived the document after each. */
function otherEnds(held: HeldState): HeldState["abolitions"] {
  return openEnd(held, held.day) === null ? held.abolitions : held.abolitions.slice(0, -1);
}

/** The first day on which the document may end: an earlier one would take past days from its versions. */
export function firstEnd(held: HeldState): string {
  const { versions, day } = held;
  const abolitions = otherEnds(held);
  const days = [inForce({ versions, abolitions }, day)?.effective_from ?? "", abolitions.at(-1)?.effective_on ?? ""];
  return days.sort().at(-1) as string;
}

/** Whether the document has ended: it was abolished, and no later version revived it. */
export function isAbolished(held: HeldState): boolean {
  const { abolitions, day } = held;
  return abolitions.some(({ effective_on }) => effective_on <= day) && inForce(held, day) === null;
}

/** Whether the document was first published within a day. */
export function isNew({ first_publication: first, day }: HeldState): boolean {
  return first?.is_recent === true && day <= dayAfter(first.on);
}

/** null: there is none, or it is withdrawn. */
function versionIn({ versions }: HeldState, number: number): HeldVersion | null {
  return versions.find((version) => version.number === number && !version.withdrawn) ?? null;
}

export function withVersion({ versions, abolitions }: HeldState, changed: HeldVersion): DocumentLife<HeldVersion> {
  return { versions: versions.map((version) => (version.number === changed.number ? changed : version)), abolitions };
}

/** What another day changes of a document. */
export interface DaySwitch extends Pick<PublicationPlan, "shows" | "next_on" | "entries"> {
  /** The title and the version in force then; null: none is. */
  readonly head: Head | null;
}

/** Plans the switch to the day of the held state. Each change since the day before is recorded, also between the two. */
export function planSwitch(held: HeldState, before: string): DaySwitch {
  const entries: PlannedEntry[] = [];
  const shown = inForce(held, held.day);
  // The operator set the day back.
  if (held.day < before && shown !== null && shown !== inForce(held, before)) entries.push(inForceEntry(shown));
  for (let on = nextChange(held, before); on !== null && on <= held.day; on = nextChange(held, on)) {
    const then = inForce(held, on);
    const end = held.abolitions.findLast(({ effective_on }) => effective_on === on);
    if (then !== null) entries.push(inForceEntry(then));
    else if (end !== undefined) entries.push({ kind: "document-abolished", details: abolition(end) });
  }
  return { shows: shown?.number ?? null, next_on: nextChange(held, held.day), head: shown && headOf(shown), entries };
}

const abolition = ({ effective_on, reason, replaced_by }: StatedAbolition) => ({
  effective_on,
  why: reason,
  replaced_by,
});

/** The entry of a version that comes in force otherwise than by its publication. */
function inForceEntry({ number, title, version, effective_from }: HeldVersion): PlannedEntry {
  return { kind: "version-in-force", details: { number, title, version, effective_from } };
}

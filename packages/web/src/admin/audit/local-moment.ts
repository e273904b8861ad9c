/** The value of a browser's field: wall-clock time without an offset; trailing zeros may be missing. */
const LOCAL = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.\d{1,3})?$/;

export type Precision = "minutes" | "seconds";

const LAST = { minutes: 59_999, seconds: 999 } as const satisfies Record<Precision, number>;

/**
 * A moment as the API takes it, with the browser's offset at that moment.
 *
 * @param edge whether a minute or second means its beginning or its end
 * @returns null: the field is empty or holds no moment
 */
export function momentOf(local: string, precision: Precision, edge: "begins" | "ends"): string | null {
  const [, minute, seconds] = LOCAL.exec(local) ?? [];
  if (minute === undefined) return null;
  const begins = new Date(precision === "minutes" ? minute : `${minute}${seconds ?? ":00"}`).getTime();
  return Number.isNaN(begins) ? null : withOffset(new Date(edge === "begins" ? begins : begins + LAST[precision]));
}

/** Wall-clock time, as a field takes it. A text that is no moment leaves the field empty. */
export function localOf(moment: string | number, precision: Precision): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return "";
  return withOffset(date).slice(0, precision === "minutes" ? 16 : 19);
}

function withOffset(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const wallClock = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits);
  return `${wallClock}${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

import { type PlainText, say } from "../texts/say.js";

/** How one setting is read. */
export interface Setting<T> {
  /** The value while it is not set. */
  readonly unset: T;
  /** That value as the documents show it. */
  readonly shown: string;
  /** The service does not start without it. */
  readonly required?: true;
  /** Of a number. */
  readonly bounds?: readonly [min: number, max: number];
  /** secret: NAME_FILE may name a file with the value. file: it names a file with the value. Only `text` is ever printed. */
  readonly from: "text" | "hidden" | "secret" | "file";
  /** What its text must be, in words. */
  readonly expected: () => string;
  /** undefined: the text is something else. */
  readonly parse: (text: string) => T | undefined;
}

export type ValuesOf<Table> = { readonly [Name in keyof Table]: Table[Name] extends Setting<infer T> ? T : never };

type Parse<T> = (text: string) => T | undefined;

/** A setting without a default. */
export function text<V = string>(what: PlainText = "a text", parse: Parse<V> = (given) => given as V) {
  return { unset: null, shown: "", from: "text", expected: () => say(what), parse } as Setting<V | null>;
}

export const withDefault = <T>(setting: Setting<T | null>, unset: T, shown = String(unset)) =>
  ({ ...setting, unset, shown }) as Setting<T>;

/** Not printed, because it may hold a password. */
export const hidden = <T>(what: PlainText, parse: Parse<T>): Setting<T | null> => ({
  ...text(what, parse),
  from: "hidden",
});

export const secret = <T = string>(what?: PlainText, parse?: Parse<T>): Setting<T | null> => ({
  ...text(what, parse),
  from: "secret",
});

export const file = <T>(what: PlainText, parse: Parse<T>): Setting<T | null> => ({
  ...text(what, parse),
  from: "file",
});

/** @param meanwhile a value until the problem is reported */
export const required = <T>(setting: Setting<T | null>, meanwhile: T): Setting<T> => ({
  ...withDefault(setting, meanwhile, ""),
  required: true,
});

export function number(unset: number, min: number, max: number, { whole = true } = {}): Setting<number> {
  const fits = (value: number) => value >= min && value <= max && (!whole || Number.isInteger(value));
  return {
    ...{ unset, shown: String(unset), bounds: [min, max], from: "text" },
    expected: () =>
      whole
        ? say("a whole number from {min} to {max}", { min, max })
        : say("a number from {min} to {max}", { min, max }),
    parse: (text) => (/^\d+(\.\d+)?$/.test(text) && fits(Number(text)) ? Number(text) : undefined),
  };
}

export const choice = <const T extends string>(allowed: readonly T[], unset: T): Setting<T> => ({
  ...{ unset, shown: unset, from: "text" },
  expected: () => say("one of {allowed}", { allowed: allowed.join(", ") }),
  parse: (text) => allowed.find((candidate) => candidate === text),
});

export const flag = (unset: boolean): Setting<boolean> => ({
  ...{ ...choice(["true", "false"], `${unset}`), unset },
  parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
});

const zoneOf = (timeZone?: string) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;

/** Unset: that of the machine. */
export const timeZone = withDefault(
  text("the name of a time zone, like Asia/Tokyo or UTC", (name) => tried(() => zoneOf(name))),
  zoneOf(),
  "",
);

/** undefined: reading threw an error. */
export function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

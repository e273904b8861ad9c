import type { Language } from "./language.js";

/** How a language writes numbers, days and moments; moments in the reader's own time zone. */
export interface Format {
  number(value: number): string;
  percent(share: number): string;
  date(moment: string | number): string;
  /** Of a day `YYYY-MM-DD`, which no time zone moves. */
  day(day: string): string;
  dateTime(moment: string | number): string;
  time(moment: string | number): string;
}

function formatOf(locale: string): Format {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    date: (moment) => date.format(new Date(moment)),
    day: (text) => day.format(new Date(text)),
    dateTime: (moment) => unbroken(dateTime.format(new Date(moment))),
    time: (moment) => unbroken(time.format(new Date(moment))),
  };
}

/** Keeps AM and PM on the line of their time. */
const unbroken = (time: string) => time.replace(/\s(?=[AP]M$)/, "\u00A0");

export const LOCALES = { en: "en-US", ja: "ja-JP" } as const satisfies Record<Language, string>;

export const FORMATS: Readonly<Record<Language, Format>> = { en: formatOf(LOCALES.en), ja: formatOf(LOCALES.ja) };

/** Numbers in the texts of both languages. */
export const { number: en } = FORMATS.en;
export const { number: ja } = FORMATS.ja;

/** `1 user`, `2 users`: for nouns whose plural ends in s. */
export const counted = (n: number, noun: string) => `${en(n)} ${noun}${n === 1 ? "" : "s"}`;

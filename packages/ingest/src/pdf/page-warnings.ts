import type { Warnings } from "../warnings.js";
import type { Page } from "./layout-types.js";

/** Characters that stand for nothing outside their font: private use, and U+FFFD. */
const UNREADABLE = /[\ue000-\uf8ff\ufffd]/;

/** Says which pages are not read as they look. */
export function warnOfPages(pages: readonly Page[], warnings: Warnings): void {
  const name = (chosen: readonly Page[]) =>
    `${chosen.length === 1 ? "page" : "pages"} ${ranges(chosen.map(({ number }) => number))}`;
  const say = (chosen: readonly Page[], sentence: (pages: string) => string) => {
    if (chosen.length > 0) warnings.add(sentence(name(chosen)));
  };
  const [written, empty] = [
    pages.filter(({ pieces }) => pieces.length > 0),
    pages.filter(({ pieces }) => pieces.length === 0),
  ];
  say(
    empty.filter(({ hasPicture }) => hasPicture),
    (where) => `no text on ${where}, only a picture: if it is a scan, have its text recognised and send it again`,
  );
  say(
    empty.filter(({ hasPicture }) => !hasPicture),
    (where) => `no text on ${where}`,
  );
  say(
    written.filter(({ hasPicture }) => hasPicture),
    (where) => `pictures were left out on ${where}`,
  );
  say(
    written.filter(({ isVertical }) => isVertical),
    (where) => `the text of ${where} is set in vertical lines; its order may be wrong`,
  );
  say(
    written.filter(({ pieces }) => pieces.some(({ text }) => UNREADABLE.test(text))),
    (where) => `some characters on ${where} could not be read: the file does not say which ones they are`,
  );
}

/** 1, 2, 3, 7 as `1-3, 7`. */
function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}

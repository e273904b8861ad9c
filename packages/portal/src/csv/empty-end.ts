import type { Delimiter } from "./delimiter.js";

/**
 * The text up to the end of the last line that is not empty. Spreadsheets write every row that was ever touched,
 * sometimes a million of them, and csv-parse takes a minute for these.
 */
export function withoutEmptyEnd(text: string, delimiter: Delimiter): string {
  let last = text.length - 1;
  while (last >= 0 && isEmpty(text[last] as string, delimiter)) last -= 1;
  const rest = text.slice(last + 1).search(/[\r\n]/);
  return rest < 0 ? text : text.slice(0, last + 1 + rest);
}

function isEmpty(char: string, delimiter: Delimiter): boolean {
  return char === delimiter || char === " " || char === "\r" || char === "\n" || char === "\t";
}

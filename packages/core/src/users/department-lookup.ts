import type { Department } from "./user.js";

/** The result of looking up a department's code by its name. */
export type DepartmentMatch =
  | { readonly code: string }
  | { readonly code: null; readonly why: "unknown" | "ambiguous" };

/**
 * Characters on which decoders of CP932 disagree, after NFKC. The WHATWG's decoder and Windows read as ～, －, ∥ and ―
 * the bytes that Java and iconv read as 〜, −, ‖ and —, and users type either. NFKC unifies others, like ¢ and ￠.
 */
const SAME_IN_CP932: Readonly<Record<string, string>> = {
  "\u301C": "~", // 〜 wave dash; ～ U+FF5E is ~ by NFKC
  "\u2212": "-", // − minus sign; － U+FF0D is - by NFKC
  "\u2016": "\u2225", // ‖ double vertical line, ∥ parallel to
  "\u2014": "\u2015", // — em dash, ― horizontal bar
};
const EITHER = new RegExp(`[${Object.keys(SAME_IN_CP932).join("")}]`, "g");

/**
 * Names match after NFKC, with these pairs unified, and trimmed: `ＡＢＣ部` matches `ABC部`, `東京〜大阪` matches
 * `東京～大阪`, and `総務 部` matches only itself. Nothing else is normalised. Names are stored as given.
 */
const keyOf = (name: string) =>
  name
    .normalize("NFKC")
    .replace(EITHER, (char) => SAME_IN_CP932[char] as string)
    .trim();

/** Returns a function that finds the code of a department's name in the master. Build it once for a batch. */
export function departmentLookup(master: readonly Department[]): (name: string) => DepartmentMatch {
  const codes = new Map<string, string[]>();
  for (const { code, name } of master) {
    const key = keyOf(name);
    codes.set(key, [...(codes.get(key) ?? []), code]);
  }
  return (name) => {
    const [code, another] = codes.get(keyOf(name)) ?? [];
    if (code === undefined) return { code: null, why: "unknown" };
    return another === undefined ? { code } : { code: null, why: "ambiguous" };
  };
}

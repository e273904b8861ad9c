import type { Department } from "./user.js";

/** What a department's name says about its code. */
export type DepartmentMatch =
  | { readonly code: string }
  | { readonly code: null; readonly why: "unknown" | "ambiguous" };

/**
 * Characters that decoders of CP932 disagree about, after NFKC. The WHATWG's decoder and Windows make ～, －, ∥ and ― of the
 * bytes of which Java and iconv make 〜, −, ‖ and —, and people type either. NFKC joins the other pairs (¢ and ￠, for one).
 */
const SAME_IN_CP932: Readonly<Record<string, string>> = {
  "\u301C": "~", // 〜 wave dash; ～ U+FF5E is ~ by NFKC
  "\u2212": "-", // − minus sign; － U+FF0D is - by NFKC
  "\u2016": "\u2225", // ‖ double vertical line, ∥ parallel to
  "\u2014": "\u2015", // — em dash, ― horizontal bar
};
const EITHER = new RegExp(`[${Object.keys(SAME_IN_CP932).join("")}]`, "g");

/**
 * Names meet after NFKC, with these pairs as one character, and trimmed (`総務 部` stays itself, `ＡＢＣ部` meets `ABC部`,
 * `東京〜大阪` meets `東京～大阪`); no other liberty is taken. Names are stored as they came.
 */
const keyOf = (name: string) =>
  name
    .normalize("NFKC")
    .replace(EITHER, (char) => SAME_IN_CP932[char] as string)
    .trim();

/** The department master as a question: which code does this name have? Built once for a batch. */
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

import type { Department } from "./user.js";

/** What a department's name says about its code. */
export type DepartmentMatch =
  | { readonly code: string }
  | { readonly code: null; readonly why: "unknown" | "ambiguous" };

/** Names meet after NFKC and trimming (`総務 部` stays itself, `ＡＢＣ部` meets `ABC部`); no other liberty is taken. */
const keyOf = (name: string) => name.normalize("NFKC").trim();

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

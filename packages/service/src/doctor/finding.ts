/** The result of one check. */
export interface Finding {
  readonly state: "ok" | "note" | "wrong";
  readonly what: string;
  /** What to do about it; absent if nothing. */
  readonly mend?: string;
}

export const ok = (what: string): Finding => ({ state: "ok", what });
/** It works, and may be intended. */
export const note = (what: string, mend: string): Finding => ({ state: "note", what, mend });
export const wrong = (what: string, mend: string): Finding => ({ state: "wrong", what, mend });

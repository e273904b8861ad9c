/** One thing that was looked at. */
export interface Finding {
  readonly state: "ok" | "note" | "wrong";
  readonly what: string;
  /** What to do about it; absent when nothing needs doing. */
  readonly mend?: string;
}

export const ok = (what: string): Finding => ({ state: "ok", what });
/** It works, and may be meant so. */
export const note = (what: string, mend: string): Finding => ({ state: "note", what, mend });
export const wrong = (what: string, mend: string): Finding => ({ state: "wrong", what, mend });

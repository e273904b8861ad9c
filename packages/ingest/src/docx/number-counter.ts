import type { Warnings } from "../warnings.js";
import { formatNumber } from "./number-formats.js";
import type { Level, NumberedList, Numbering } from "./numbering.js";
import type { ParagraphStyle } from "./styles.js";

type NumberedStyle = Pick<ParagraphStyle, "ids" | "listLevels">;

/** The number or bullet that Word shows before a paragraph. */
export interface Mark {
  readonly numId: string;
  readonly level: number;
  readonly value: number;
  /** `1.2`, `第３条`, `(a)`; "" for a bullet, or if Word shows nothing. */
  readonly text: string;
  readonly isBullet: boolean;
  readonly suffix: Level["suffix"];
}

/** Counts paragraph by paragraph, as Word does. */
export class NumberCounter {
  /** The number reached at each level, by abstract list. */
  readonly #reached = new Map<string, Map<number, number>>();
  /** The levels that have already restarted, by list. */
  readonly #begun = new Map<string, Set<number>>();

  constructor(
    readonly numbering: Numbering,
    readonly warnings: Warnings,
  ) {}

  /** @param given the paragraph's own level, from 0; null if its style decides */
  next(numId: string, given: number | null, style: NumberedStyle): Mark | null {
    if (numId === "0") return null;
    const list = this.numbering.list(numId);
    const index = given ?? (list ? levelOfStyle(list, style) : 0);
    const level = list?.levels.get(index);
    if (!list || !level) {
      this.warnings.add({ code: "docx.number_undefined" });
      return null;
    }
    const reached = this.#count(numId, list, index);
    const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      return this.#write(level.isLegal ? "decimal" : (list.levels.get(at)?.format ?? "decimal"), reached.get(at) ?? 0);
    });
    const isBullet = level.format === "bullet";
    return {
      numId,
      level: index,
      value: reached.get(index) ?? 0,
      text: isBullet ? "" : text.trim(),
      isBullet,
      suffix: level.suffix,
    };
  }

  #count(
    numId: string,
    { abstractId, levels, startOverrides }: NumberedList,
    index: number,
  ): ReadonlyMap<number, number> {
    const reached = this.#reached.get(abstractId) ?? new Map<number, number>();
    const begun = this.#begun.get(numId) ?? new Set<number>();
    this.#reached.set(abstractId, reached);
    this.#begun.set(numId, begun);
    const startOf = (at: number) => startOverrides.get(at) ?? levels.get(at)?.start ?? 1;

    // A skipped level counts as used.
    for (let at = 0; at < index; at++) if (!reached.has(at)) reached.set(at, startOf(at));
    const restarts = startOverrides.has(index) && !begun.has(index);
    const current = reached.get(index);
    reached.set(index, current === undefined || restarts ? startOf(index) : current + 1);
    begun.add(index);
    for (const [at, { restartsAfter }] of levels) {
      if (at > index && (restartsAfter === null || index < restartsAfter)) reached.delete(at);
    }
    return reached;
  }

  #write(format: string, value: number): string {
    const text = formatNumber(format, value);
    if (text === null) this.warnings.add({ code: "docx.number_format_unknown", format });
    return text ?? String(value);
  }
}

/** The level that the nearest of a style and its base styles names, or that is linked to it. */
function levelOfStyle({ levels }: NumberedList, { ids, listLevels }: NumberedStyle): number {
  for (const [i, id] of ids.entries()) {
    const linked = [...levels].find(([, { styleId }]) => styleId === id)?.[0];
    const level = listLevels[i] ?? linked;
    if (level !== undefined) return level;
  }
  return 0;
}

import type { LanguageCode } from "../texts.js";

type Kind = "changed" | "added" | "removed" | "moved" | "renumbered";

/** What a comparison says in one language, in the page, in Word and as CSV. */
export interface ComparisonWords {
  readonly language: LanguageCode;
  readonly title: string;
  readonly inForce: string;
  readonly before: string;
  readonly after: string;
  readonly draft: string;
  readonly nothingBefore: string;
  /** @param day as `2027-04-01` */
  readonly effective: (day: string) => string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly count: (kind: Kind, articles: number) => string;
  /** Replaces a part that only the other version has. */
  readonly added: string;
  readonly removed: string;
  readonly omitted: string;
  /** Between the numbers of the first and the last item that are left out. */
  readonly to: string;
  readonly outside: string;
  readonly same: string;
  readonly reason: (note: string) => string;
}

const day = (language: string, text: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(text));

export const COMPARISON_WORDS: Readonly<Record<LanguageCode, ComparisonWords>> = {
  en: {
    language: "en",
    title: "Comparison of versions",
    inForce: "In force",
    before: "Before",
    after: "After",
    draft: "Draft",
    nothingBefore: "No earlier version",
    effective: (text) => `in force from ${day("en-US", text)}`,
    kinds: { changed: "Changed", added: "Added", removed: "Removed", moved: "Moved", renumbered: "Renumbered" },
    count: (kind, articles) => `${articles} ${kind}`,
    added: "(new)",
    removed: "(removed)",
    omitted: "(omitted)",
    to: "–",
    outside: "Text outside the articles",
    same: "Both versions have the same text",
    reason: (note) => `Reason: ${note}`,
  },
  ja: {
    language: "ja",
    title: "新旧対照表",
    inForce: "現行",
    before: "改定前",
    after: "改定後",
    draft: "下書き",
    nothingBefore: "前の版はありません",
    effective: (text) => `${day("ja-JP", text)}施行`,
    kinds: { changed: "変更", added: "新設", removed: "削除", moved: "移動", renumbered: "番号の変更" },
    count: (kind, articles) =>
      `${{ changed: "変更", added: "新設", removed: "削除", moved: "移動", renumbered: "番号の変更" }[kind]} ${articles} 件`,
    added: "（新設）",
    removed: "（削除）",
    omitted: "（略）",
    to: "～",
    outside: "条以外の部分",
    same: "改定前後で条文に違いはありません",
    reason: (note) => `改定の理由：${note}`,
  },
};

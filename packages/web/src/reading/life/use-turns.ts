import { useMemo } from "react";
import { useAnswer } from "../../parts/use-answer.js";
import { useFacts } from "./use-facts.js";

interface SectionName {
  readonly type: string | null;
  readonly label: string;
  readonly title: string;
}

/** What the next version of a document changes. */
export interface Turns {
  readonly effective_from: string;
  /** Whether the text of a section of the version in force changes. */
  readonly changes: (section: SectionName) => boolean;
}

/** null: no version is coming, or it is not known yet. */
export function useTurns(document_id: string): Turns | null {
  const coming = useFacts(document_id).data?.coming ?? null;
  const { data } = useAnswer("compareVersions", { document_id }, { enabled: coming !== null });
  return useMemo(() => {
    if (coming === null || !data) return null;
    const before = data.articles.flatMap(({ kind, section_before }) =>
      section_before && (kind === "changed" || kind === "removed") ? [nameOf(section_before)] : [],
    );
    const changed = new Set(before);
    const { effective_from } = coming;
    return { effective_from, changes: (section) => changed.has(nameOf(section)) };
  }, [coming, data]);
}

const nameOf = ({ type, label, title }: SectionName) => `${type} ${label} ${title}`;

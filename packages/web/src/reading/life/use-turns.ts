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

/** @returns `turns` null: no version is coming, or its changes are not known; `isSettled`: that is not to be waited for */
export function useTurns(document_id: string): { readonly turns: Turns | null; readonly isSettled: boolean } {
  const facts = useFacts(document_id);
  const coming = facts.data?.coming ?? null;
  const { data, isFetched } = useAnswer("compareVersions", { document_id }, { enabled: coming !== null });
  const turns = useMemo((): Turns | null => {
    if (coming === null || !data) return null;
    const before = data.articles.flatMap(({ kind, section_before }) =>
      section_before && (kind === "changed" || kind === "removed") ? [nameOf(section_before)] : [],
    );
    const changed = new Set(before);
    const { effective_from } = coming;
    return { effective_from, changes: (section) => changed.has(nameOf(section)) };
  }, [coming, data]);
  return { turns, isSettled: facts.isFetched && (coming === null || isFetched) };
}

const nameOf = ({ type, label, title }: SectionName) => `${type} ${label} ${title}`;

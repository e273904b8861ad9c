import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import { useShortcut } from "../../ui/use-shortcut.js";
import { useOutline } from "../queries.js";
import type { LoadedText } from "./loaded-text.js";
import { type Heading, headingOf, headingsOf, neighbours, outlineIn, relatedTo } from "./outline-map.js";
import { useCurrentSection, useKeptPlace, useOpening } from "./use-reading-place.js";
import { isOther, useAddressInText, useWhichText } from "./which-text.js";

const NO_OUTLINE = { outline: [], truncated: false, original: false };

/**
 * The sections of a document: the one under which the user reads, and the way to the others.
 * @param takesFocus whether a passage that opens takes the keyboard focus
 */
export function useSections(document_id: string, passage: string | null, text: LoadedText, takesFocus: boolean) {
  const [, navigate] = useLocation();
  const addressOf = useAddressInText(document_id);
  const { data = NO_OUTLINE } = useOutline(document_id);
  // The service's outline is of the text in force.
  const isOwn = !isOther(useWhichText());
  const { outline, truncated, original } = isOwn ? data : NO_OUTLINE;
  const headings = useMemo(() => headingsOf(isOwn ? outline : outlineIn(text), text), [isOwn, outline, text]);
  const { current, jumpTo } = useCurrentSection(text);
  const onOpened = useCallback((id: string) => jumpTo(text.sections.get(id) ?? id), [jumpTo, text]);
  const reveal = useOpening(passage, text, takesFocus, onOpened);
  useKeptPlace(text.runs[0]?.chunks[0]?.chunk_id);
  const at = headingOf(current, headings, text);
  const heading = headings[at];
  const [previous, next] = neighbours(at, headings);
  /** Beside a link: its address may be the one that is open, and the user has scrolled away from it. */
  const show = useCallback(
    (place: string) => {
      if (place === document_id && passage === null) scrollTo(0, 0);
      if (place === passage && reveal(place)) onOpened(place);
    },
    [document_id, passage, reveal, onOpened],
  );
  const open = (to: Heading | undefined) => {
    if (!to) return;
    show(to.passage);
    navigate(addressOf(to.passage));
  };
  useShortcut(isAlt("ArrowDown"), () => open(next));
  useShortcut(isAlt("ArrowUp"), () => open(previous));
  const related = relatedTo(heading, headings, text);
  return { headings, at, heading, current, previous, next, related, show, truncated, original };
}

export type Sections = ReturnType<typeof useSections>;

const isAlt = (key: string) => (event: KeyboardEvent) =>
  event.altKey && !event.ctrlKey && !event.metaKey && event.key === key;

import { RefusalError } from "@retrieval/api/client";
import { useCallback, useEffect, useMemo, useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useDocumentNow, useDocumentParts, useDocumentText, useForgetDocument } from "../queries.js";
import { joined } from "./loaded-text.js";

/** Up to this many chunks load completely, so that the browser's own search finds everything. */
const WHOLE_MAX = 3_000;

/** A document's text around a passage, which grows at both ends. */
export function useDocument(document_id: string, passage: string | null) {
  const [around, setAround] = useState(passage);
  const [edition, setEdition] = useState(0);
  const [isAllShown, setAllShown] = useState(false);
  const query = useDocumentText(document_id, around, edition);
  const { data, isFetching, isPlaceholderData, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage } = query;
  const version = data?.pages[0]?.document.version ?? "";
  const shown = useMemo(() => ({ document_id, version, edition }), [document_id, version, edition]);
  // The search in the document loads the same parts, so this is its error, too.
  const all = useDocumentParts(shown, isAllShown && version !== "");
  const error = query.error ?? all.error;
  const forget = useForgetDocument(document_id);
  // Everything at once: each part that is shown costs the time of all that are there.
  const pages = isAllShown && all.isComplete ? all.parts : data?.pages;
  const text = useMemo(() => (pages ? joined(pages) : null), [pages]);

  // A shared address may name a passage that a newer version no longer has: the document is still worth showing.
  const isPassageGone = around !== null && isRefusal(error, "CHUNK_NOT_FOUND");
  const isOutdated =
    error instanceof RefusalError && error.problems.some(({ code }) => code === "cursor.other_version");
  const now = useDocumentNow(document_id);
  const isNewer = text !== null && now.data !== null && now.data.published_at > text.document.published_at;
  const isWithdrawn = isRefusal(now.error, "DOCUMENT_NOT_FOUND");
  const [gone, setGone] = useState<string | null>(null);
  useEffect(() => {
    if (!isPassageGone) return;
    setGone(around);
    setAround(null);
  }, [isPassageGone, around]);

  const canGrow = text !== null && !text.isWhole && !query.error && !isFetching && !isPlaceholderData;
  const loadsAll = text !== null && text.total <= WHOLE_MAX;
  const grow = useCallback(
    (side: "before" | "after") => {
      if (!canGrow) return;
      if (side === "after" && hasNextPage) void fetchNextPage({ cancelRefetch: false });
      if (side === "before" && hasPreviousPage) void fetchPreviousPage({ cancelRefetch: false });
    },
    [canGrow, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage],
  );
  useEffect(() => {
    if (loadsAll) grow(hasNextPage ? "after" : "before");
  }, [loadsAll, grow, hasNextPage]);

  return {
    text,
    error: isWithdrawn ? now.error : isPassageGone || isOutdated ? null : error,
    retry: () => (query.error ? void query.refetch() : all.goOn()),
    /** The version on screen. */
    shown,
    /** Whether the passage of the address is not in the document. */
    isGone: gone !== null && gone === passage,
    /** Whether another version was published since this one was opened. */
    isOutdated: isOutdated || isNewer,
    isTooLongForBrowser: text !== null && text.total > WHOLE_MAX && !text.isWhole,
    isMoving: isPlaceholderData,
    /** Whether there is more to load when the user comes near an end. */
    hasBefore: hasPreviousPage && !loadsAll && !text?.isWhole,
    hasAfter: hasNextPage && !loadsAll && !text?.isWhole,
    grow,
    /** Loads the part around a passage that is not loaded. */
    open: useCallback((next: string | null) => setAround(next), []),
    /** Loads and shows everything, for printing. */
    showAll: () => {
      setAllShown(true);
      if (all.error) all.goOn();
    },
    /** Why not everything could be loaded. */
    allError: all.error,
    /** Shows the newest version, from a passage on. */
    renew: (from: string | null) => {
      forget();
      setAround(from);
      setAllShown(false);
      setEdition(edition + 1);
    },
  };
}

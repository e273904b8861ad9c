import { RefusalError } from "@retrieval/api/client";
import { useCallback, useEffect, useMemo, useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useDocumentText } from "../queries.js";
import { joined } from "./loaded-text.js";

/** Up to this many chunks load completely, so that the browser's own search finds everything. */
const WHOLE_MAX = 3_000;

/** A document's text around a passage, which grows at both ends. */
export function useDocument(document_id: string, passage: string | null) {
  const [around, setAround] = useState(passage);
  const [edition, setEdition] = useState(0);
  const [isAllWanted, setAllWanted] = useState(false);
  const query = useDocumentText(document_id, around, edition);
  const { data, error, isFetching, isPlaceholderData, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage } =
    query;
  const text = useMemo(() => (data ? joined(data.pages) : null), [data]);

  // A shared address may name a passage that a newer version no longer has: the document is still worth showing.
  const isPassageGone = around !== null && isRefusal(error, "CHUNK_NOT_FOUND");
  const isOutdated =
    error instanceof RefusalError && error.problems.some(({ code }) => code === "cursor.other_version");
  const [gone, setGone] = useState<string | null>(null);
  useEffect(() => {
    if (!isPassageGone) return;
    setGone(around);
    setAround(null);
  }, [isPassageGone, around]);

  const canGrow = text !== null && !error && !isFetching && !isPlaceholderData;
  const loadsAll = isAllWanted || (text !== null && text.total <= WHOLE_MAX);
  const grow = useCallback(
    (side: "before" | "after") => {
      if (!canGrow) return;
      if (side === "after" && hasNextPage) void fetchNextPage();
      if (side === "before" && hasPreviousPage) void fetchPreviousPage();
    },
    [canGrow, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage],
  );
  useEffect(() => {
    if (loadsAll) grow(hasNextPage ? "after" : "before");
  }, [loadsAll, grow, hasNextPage]);

  return {
    text,
    error: isPassageGone || isOutdated ? null : error,
    retry: () => void query.refetch(),
    /** Whether the passage of the address is not in the document. */
    isGone: gone !== null && gone === passage,
    /** Whether another version was published since this one was opened. */
    isOutdated,
    isTooLongForBrowser: text !== null && text.total > WHOLE_MAX && !text.isWhole,
    isMoving: isPlaceholderData,
    hasBefore: hasPreviousPage,
    hasAfter: hasNextPage,
    grow,
    /** Loads the part around a passage that is not loaded. */
    open: useCallback((next: string | null) => setAround(next), []),
    /** Loads everything, for printing. */
    loadAll: useCallback(() => setAllWanted(true), []),
    /** Shows the newest version, from a passage on. */
    renew: (from: string | null) => {
      setAround(from);
      setEdition(edition + 1);
    },
  };
}

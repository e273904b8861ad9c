import { useCallback, useEffect } from "react";
import { useDocumentText } from "../queries.js";

/** Up to this many chunks load completely, so that the browser's own search finds everything. */
export const WHOLE_MAX = 3_000;

/** The parts of a document around a passage; it grows at the end that comes near, a short document by itself. */
export function useGrowingText(document_id: string, around: string | null, edition: number) {
  const query = useDocumentText(document_id, around, edition);
  const { data, error, isFetching, isPlaceholderData, hasNextPage, hasPreviousPage } = query;
  const { fetchNextPage, fetchPreviousPage } = query;
  const total = data?.pages[0]?.total ?? null;
  const loadsAll = total !== null && total <= WHOLE_MAX;
  const canGrow = total !== null && !error && !isFetching && !isPlaceholderData;
  const growBefore = useCallback(() => {
    if (canGrow && hasPreviousPage) void fetchPreviousPage({ cancelRefetch: false });
  }, [canGrow, hasPreviousPage, fetchPreviousPage]);
  const growAfter = useCallback(() => {
    if (canGrow && hasNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [canGrow, hasNextPage, fetchNextPage]);
  useEffect(() => {
    if (!loadsAll) return;
    if (hasNextPage) growAfter();
    else growBefore();
  }, [loadsAll, hasNextPage, growAfter, growBefore]);
  return {
    parts: data?.pages,
    error,
    retry: () => void query.refetch(),
    /** Whether another part of it replaces what is shown. */
    isMoving: isPlaceholderData,
    /** Called when the reader comes near an end; null: nothing is left there, or it loads by itself. */
    growBefore: hasPreviousPage && !loadsAll ? growBefore : null,
    growAfter: hasNextPage && !loadsAll ? growAfter : null,
  };
}

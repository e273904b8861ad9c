import { useEffect, useMemo, useState } from "react";
import { isRefusal } from "../../api/errors.js";
import { useDocumentParts, useForgetDocument } from "../queries.js";
import { useGrowingText, WHOLE_MAX } from "./growing-text.js";
import { hasPassage, joined } from "./loaded-text.js";
import { useNewerVersion } from "./newer-version.js";

/** The text of a document, loaded around the passage of the address, and what happens to it meanwhile. */
export function useDocument(document_id: string, passage: string | null) {
  const [around, setAround] = useState(passage);
  const [edition, setEdition] = useState(0);
  const [showsAll, setShowsAll] = useState(false);
  const growing = useGrowingText(document_id, around, edition);
  const version = growing.parts?.[0]?.document.version ?? "";
  const shown = useMemo(() => ({ document_id, version, edition }), [document_id, version, edition]);
  // The search in the document loads the same parts, so this is its error, too.
  const all = useDocumentParts(shown, showsAll && version !== "");
  // Everything at once: each part that is shown costs the time of all that are there.
  const parts = showsAll && all.isComplete ? all.parts : growing.parts;
  const text = useMemo(() => (parts ? joined(parts) : null), [parts]);
  const error = growing.error ?? all.error;
  const { isOtherVersion, isOutdated, withdrawal } = useNewerVersion(document_id, text, error);
  const forget = useForgetDocument(document_id);

  // A shared address may name a passage that a newer version no longer has: the document is still worth showing.
  const [missing, setMissing] = useState<string | null>(null);
  const isMissing = around !== null && isRefusal(error, "CHUNK_NOT_FOUND");
  useEffect(() => {
    if (!isMissing) return;
    setMissing(around);
    setAround(null);
  }, [isMissing, around]);

  // The address names a passage, or the beginning, that is not loaded.
  const isPassageMissing = missing !== null && missing === passage;
  const isElsewhere = text !== null && !isPassageMissing && !hasPassage(text, passage);
  const { isMoving } = growing;
  useEffect(() => {
    if (isElsewhere && !isMoving) setAround(passage);
  }, [isElsewhere, isMoving, passage]);

  return {
    text,
    error: withdrawal ?? (isMissing || isOtherVersion ? null : error),
    retry: growing.error ? growing.retry : all.goOn,
    isMoving,
    growBefore: text?.isWhole ? null : growing.growBefore,
    growAfter: text?.isWhole ? null : growing.growAfter,
    /** The version on screen. */
    shown,
    /** Whether the passage of the address is not in the document. */
    isPassageMissing,
    /** Whether another version was published since this one was opened. */
    isOutdated,
    isTooLongForBrowser: text !== null && text.total > WHOLE_MAX && !text.isWhole,
    /** Loads and shows everything, for printing. */
    showAll: () => {
      setShowsAll(true);
      if (all.error) all.goOn();
    },
    /** Why not everything could be loaded. */
    allError: all.error,
    /** Shows the newest version, from a passage on. */
    renew: (from: string | null) => {
      forget();
      setAround(from);
      setShowsAll(false);
      setEdition(edition + 1);
    },
  };
}

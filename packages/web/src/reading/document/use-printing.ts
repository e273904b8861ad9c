import { useEffect, useState } from "react";
import { useShortcut } from "../../ui/use-shortcut.js";

/** Prints the whole document: what is not loaded is loaded first. */
export function usePrinting(isWhole: boolean, loadAll: () => void, error: unknown) {
  const [isPreparing, setPreparing] = useState(false);
  const print = () => {
    if (!isWhole) loadAll();
    setPreparing(true);
  };
  useEffect(() => {
    if (error) setPreparing(false);
  }, [error]);
  useEffect(() => {
    if (!isPreparing || !isWhole) return;
    // After the frame that shows the last part.
    const timer = setTimeout(() => {
      setPreparing(false);
      window.print();
    });
    return () => clearTimeout(timer);
  }, [isPreparing, isWhole]);
  useShortcut((event) => event.key.toLowerCase() === "p" && (event.ctrlKey || event.metaKey) && !event.shiftKey, print);
  return { print, isPreparing };
}

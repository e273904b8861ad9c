import { useState } from "react";
import { useLocation } from "wouter";
import { useShortcut } from "../../ui/use-shortcut.js";
import { useAddressInText } from "./which-text.js";

/** A passage that has the phrase which is looked for. */
interface FoundPlace {
  readonly chunk_id: string;
  readonly words: readonly string[];
}

const isFindKey = (event: KeyboardEvent) => event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey);

/** The search in a document that is too long for the browser's own: whether it is open, and the place it shows. */
export function useFind(document_id: string, isTooLongForBrowser: boolean) {
  const [, navigate] = useLocation();
  const addressOf = useAddressInText(document_id);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<FoundPlace | null>(null);
  const open = () => setOpen(true);
  useShortcut((event) => isTooLongForBrowser && isFindKey(event), open);
  return {
    isOpen,
    place,
    open,
    show(chunk_id: string, phrase: string) {
      setPlace({ chunk_id, words: [phrase.toLowerCase()] });
      navigate(addressOf(chunk_id), { replace: true });
    },
    close() {
      setOpen(false);
      setPlace(null);
    },
  };
}

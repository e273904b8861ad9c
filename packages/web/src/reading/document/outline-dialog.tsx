import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { messages } from "../messages.js";
import styles from "./outline-dialog.module.css";

interface OutlineDialogProps {
  /** The document's. */
  readonly title: string;
  /** The current heading's. */
  readonly name: string;
  readonly children: (close: () => void) => ReactNode;
}

/** On a narrow screen, what is beside the text is folded to the current heading, and opens as a dialog. */
export function OutlineDialog({ title, name, children }: OutlineDialogProps) {
  const text = useMessages(messages);
  const [location] = useLocation();
  const [isOpen, setOpen] = useState(false);
  // A link in the dialog leads to another place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the address changes
  useEffect(() => setOpen(false), [location]);
  return (
    <div data-screen className={styles.fold}>
      <Button onPress={() => setOpen(true)} aria-haspopup="dialog" aria-label={`${text.contents}: ${title} ${name}`}>
        <span className={styles.name}>
          <span className={styles.title}>{title}</span> {name}
        </span>
        <span aria-hidden>☰</span>
      </Button>
      {isOpen && (
        <Dialog title={text.contents} onClose={() => setOpen(false)}>
          {children(() => setOpen(false))}
          <Button onPress={() => setOpen(false)}>{text.close}</Button>
        </Dialog>
      )}
    </div>
  );
}

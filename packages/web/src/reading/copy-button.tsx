import { type ReactNode, useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { Button } from "../ui/button.js";
import { messages } from "./messages.js";

/** Copies a text. Without HTTPS a browser offers no clipboard, and there is no button. */
export function CopyButton({ value, children }: { value: () => string; children: ReactNode }) {
  const text = useMessages(messages);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value());
    setCopied(true);
  };
  if (!navigator.clipboard) return null;
  return (
    <Button small look="quiet" onPress={() => void copy()}>
      <span role="status">{isCopied ? text.copied : children}</span>
    </Button>
  );
}

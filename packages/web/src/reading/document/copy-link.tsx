import { useState } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { messages } from "../messages.js";

/** Copies a full address. Without HTTPS a browser offers no clipboard; each heading is a link, too. */
export function CopyLink({ address }: { address: string }) {
  const text = useMessages(messages);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(address, location.href).href);
    setCopied(true);
  };
  if (!navigator.clipboard) return null;
  return (
    <Button small look="quiet" onPress={() => void copy()}>
      <span role="status">{isCopied ? text.copied : text.copyLink}</span>
    </Button>
  );
}

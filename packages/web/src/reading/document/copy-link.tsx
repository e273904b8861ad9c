import { useMessages } from "../../i18n/i18n.js";
import { CopyButton } from "../copy-button.js";
import { messages } from "../messages.js";

/** Copies a full address; each heading is a link, too. */
export function CopyLink({ address }: { address: string }) {
  const text = useMessages(messages);
  return <CopyButton value={() => new URL(address, location.href).href}>{text.copyLink}</CopyButton>;
}

import { useMessages } from "../../i18n/i18n.js";
import type { AccessReason } from "./answers.js";
import { messages } from "./messages.js";

/** Why somebody could read: each reason names the entry of the document's rule that let them in. */
export function useReasons(): (reasons: readonly AccessReason[]) => string {
  const text = useMessages(messages);
  return (reasons) => reasons.map(({ by, value }) => text.reasons[by](value)).join(text.and);
}

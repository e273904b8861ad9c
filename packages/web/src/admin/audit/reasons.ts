import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import type { AccessReason } from "./answers.js";
import { messages } from "./messages.js";

/** Why a user could read: each reason names the entry of the document's rule that allowed it. */
export function useReasons(): (reasons: readonly AccessReason[]) => string {
  const text = useMessages(messages);
  return (reasons) => reasons.map(({ by, value }) => text.reasons[by](isolate(value))).join(text.and);
}

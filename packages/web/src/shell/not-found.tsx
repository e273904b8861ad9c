import { useMessages } from "../i18n/i18n.js";
import { ButtonLink } from "../ui/button.js";
import { EmptyState } from "../ui/state.js";
import { messages } from "./messages.js";
import { useTitle } from "./shell.js";

export function NotFound() {
  const text = useMessages(messages);
  useTitle(text.notFound);
  return (
    <EmptyState level={1} title={text.notFound} actions={<ButtonLink href="/">{text.toSearch}</ButtonLink>}>
      {text.notFoundText}
    </EmptyState>
  );
}

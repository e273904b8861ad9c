import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "../../i18n/i18n.js";
import { useTitle } from "../../shell/shell.js";
import { ButtonLink } from "../../ui/button.js";
import { EmptyState } from "../../ui/state.js";
import { messages } from "../messages.js";

/** Says of a hidden document and of a missing one the same; `wasOpen`: it was on this page until now. */
export function DocumentGone({ wasOpen }: { wasOpen: boolean }) {
  const text = useMessages(messages);
  const title = wasOpen ? text.documentWithdrawn : text.documentGone;
  useTitle(title);
  return (
    <Ending wasOpen={wasOpen}>
      <EmptyState level={1} title={title} actions={<ButtonLink href="/documents">{text.documents}</ButtonLink>}>
        {text.documentGoneText}
      </EmptyState>
    </Ending>
  );
}

/** What replaces a document that cannot be read; announced if the document was on this page until now. */
export function Ending({ wasOpen, children }: { wasOpen: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasOpen && document.activeElement === document.body) place.current?.querySelector("h1")?.focus();
  }, [wasOpen]);
  return (
    <div ref={place} role={wasOpen ? "alert" : undefined}>
      {children}
    </div>
  );
}

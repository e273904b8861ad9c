import { useEffect } from "react";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import type { DocumentPart } from "../answers.js";
import { messages } from "../messages.js";

/** Gives the margin boxes of printed pages (document-page.module.css) their texts: where the document is, its version, and the date. */
export function PrintFooter({ document: { title, version } }: { document: DocumentPart["document"] }) {
  const text = useMessages(messages);
  const { date } = useFormat();
  const name = `${text.documents} › ${title}`;
  const state = `${text.version(version)} · ${text.printed(date(Date.now()))}`;
  useEffect(() => {
    const { style } = document.documentElement;
    const texts = { "--print-name": name, "--print-state": state };
    for (const [property, value] of Object.entries(texts)) style.setProperty(property, JSON.stringify(value));
    return () => {
      for (const property of Object.keys(texts)) style.removeProperty(property);
    };
  }, [name, state]);
  return null;
}

import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { Meta } from "../ui/layout.js";
import type { ReadableDocument } from "./answers.js";
import { useFacts } from "./life/use-facts.js";
import { messages } from "./messages.js";
import { useDocuments } from "./queries.js";
import styles from "./whom-to-ask.module.css";

/** Whom to ask about a document, in one line. */
export function AskOwner({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { data } = useFacts(document_id);
  if (!data || (data.owner ?? data.contact) === null) return null;
  return <Meta>{text.askOwner(data.title, data.owner, data.contact)}</Meta>;
}

/** How many rules of an owner are named. */
const NAMED = 4;

/**
 * Owners and contacts of the rules that this reader may see, above what comes after them: it waits for them, so that it
 * does not move.
 */
export function WhomToAsk({ children }: { children: ReactNode }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const { data, isPending, hasNextPage } = useDocuments("");
  if (isPending) return null;
  const owners = byOwner(data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <>
      {owners.length > 0 && (
        <section className={styles.whom}>
          <h3>{text.whomToAsk}</h3>
          <dl>
            {owners.map(([{ owner, contact }, titles]) => (
              <div key={`${owner} ${contact}`}>
                <dt lang={languageOf(owner ?? "")}>{owner ?? text.noOwner}</dt>
                <dd>{text.ofRules(titles.slice(0, NAMED), titles.length > NAMED)}</dd>
                <dd lang={languageOf(contact ?? "")}>{contact}</dd>
              </div>
            ))}
          </dl>
          {hasNextPage && <Link href="/documents">{text.documents}</Link>}
        </section>
      )}
      {children}
    </>
  );
}

type Whom = Pick<ReadableDocument, "owner" | "contact">;

/** Those who can be asked, each once, with the titles of their rules. */
function byOwner(rules: readonly ReadableDocument[]): readonly [Whom, string[]][] {
  const owners = new Map<string, [Whom, string[]]>();
  for (const { owner, contact, title } of rules) {
    if ((owner ?? contact) === null) continue;
    const key = JSON.stringify([owner, contact]);
    const [whom, titles] = owners.get(key) ?? [{ owner, contact }, []];
    owners.set(key, [whom, [...titles, title]]);
  }
  return [...owners.values()];
}

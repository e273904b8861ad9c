import { useId } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Meta } from "../../ui/layout.js";
import { Refused } from "../../ui/refused.js";
import { changesAddress, documentAddress } from "../addresses.js";
import type { RevisionNotice } from "../answers.js";
import { Confirmation, isDue } from "./confirmation.js";
import { messages } from "./messages.js";
import styles from "./revisions.module.css";

/** Rules that change or changed for this reader, in the service's order: to confirm first. Nothing where none does. */
export function Revisions() {
  const text = useMessages(messages);
  const heading = useId();
  const { data, error } = useAnswer("listNotices", {});
  if (!data) return <Refused error={error} title={text.revisionsFailed} />;
  if (data.items.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{text.revisions}</h2>
      <ul className={styles.list}>
        {data.items.map((notice, i) => (
          <Revision key={`${notice.document_id} ${notice.number}`} revision={notice} isFirst={i === 0} />
        ))}
      </ul>
    </section>
  );
}

/** How many of the articles that change are named. */
const NAMED = 5;

interface RevisionProps {
  readonly revision: RevisionNotice;
  readonly isFirst: boolean;
}

function Revision({ revision, isFirst }: RevisionProps) {
  const { document_id, title, number, note, effective_from, standing, changed_articles } = revision;
  const text = useMessages(messages);
  const { day } = useFormat();
  const languageOf = useLanguageOf();
  const named = changed_articles.slice(0, NAMED);
  const link = text.whatChanges(standing === "coming");
  const due = isDue(revision);
  return (
    <li data-due={due || undefined}>
      <p className={styles.when}>
        <b>{due ? text.toConfirm : <time dateTime={effective_from}>{day(effective_from)}</time>}</b>{" "}
        <span>
          {due
            ? revision.confirm_by && text.until(day(revision.confirm_by))
            : text[number === 1 ? "begins" : "changes"](standing === "coming")}
        </span>
      </p>
      <div>
        <h3>
          <Link href={documentAddress(document_id)} lang={languageOf(title)}>
            {title}
          </Link>
        </h3>
        {note !== null && (
          <p className={styles.note} lang={languageOf(note)}>
            {note}
          </p>
        )}
        <Meta inRow>
          {due && <b>{text.effective(day(effective_from))}</b>}
          {named.length > 0 && <span>{text.articles(named, changed_articles.length - named.length)}</span>}
        </Meta>
      </div>
      <div className={styles.actions}>
        <Link href={changesAddress(document_id, number)} aria-label={text.of(title, link)}>
          {link}
        </Link>
        <Confirmation revision={revision} isFirst={isFirst} />
      </div>
    </li>
  );
}

import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { changesAddress, documentAddress } from "../addresses.js";
import type { DocumentFacts as Facts } from "../answers.js";
import { messages } from "../life/messages.js";
import { isToCome, useFacts, useIsAbolished } from "../life/use-facts.js";
import styles from "./document-head.module.css";
import { textAddress } from "./which-text.js";

/** What is known of a document, in one line. */
export function DocumentFacts({ facts }: { facts: Facts }) {
  const { document_id, version_number, effective_from, coming, notice } = facts;
  const text = useMessages(messages);
  const { day } = useFormat();
  const isAbolished = useIsAbolished(document_id);
  const isFirst = isToCome(facts);
  return (
    <dl className={styles.facts}>
      {!isFirst && !isAbolished && (
        <Fact name={text.inForce}>
          <b>{text.since(day(effective_from))}</b>
          {version_number > 1 && notice?.number === version_number && (
            <>
              {" "}
              <Link href={changesAddress(document_id, version_number)}>{text.whatChanges(false)}</Link>
            </>
          )}
        </Fact>
      )}
      {coming && (
        <Fact name={text.coming}>
          <b>{text.since(day(coming.effective_from))}</b>
          {!isFirst && (
            <>
              {" "}
              <Link href={changesAddress(document_id, coming.version_number)}>{text.whatChanges(true)}</Link>{" "}
              <Link href={textAddress(document_id, { version: coming.version_number })}>{text.comingText}</Link>
            </>
          )}
        </Fact>
      )}
      {facts.abolished && <End name={isAbolished ? text.ended : text.plannedEnd} end={facts.abolished} />}
      <Care {...facts} />
    </dl>
  );
}

function End({ name, end }: { name: string; end: NonNullable<Facts["abolished"]> }) {
  const { effective_on, reason, replaced_by } = end;
  const text = useMessages(messages);
  const { day } = useFormat();
  const languageOf = useLanguageOf();
  return (
    <>
      <Fact name={name}>
        <b>{text.end(day(effective_on))}</b> <span lang={languageOf(reason)}>{reason}</span>
      </Fact>
      {replaced_by !== null && <Successor document_id={replaced_by} />}
    </>
  );
}

/** A successor that this reader may not see is as absent as any hidden document. */
export function Successor({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const { data } = useFacts(document_id);
  if (!data) return null;
  return (
    <Fact name={text.successor}>
      <Link href={documentAddress(document_id)} lang={languageOf(data.title)}>
        {data.title}
      </Link>
    </Fact>
  );
}

/** Whom to ask, and the number: what is not known is left out, with its label. */
export function Care({ owner, contact, number }: Pick<Facts, "owner" | "contact" | "number">) {
  const { columns } = useMessages(messages);
  const languageOf = useLanguageOf();
  const whom = [owner, contact].filter((known) => known !== null).join("　");
  return (
    <>
      {whom !== "" && (
        <Fact name={columns.owner}>
          <span lang={languageOf(whom)}>{whom}</span>
        </Fact>
      )}
      {number !== null && <Fact name={columns.number}>{number}</Fact>}
    </>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { Loaded } from "../../parts/loaded.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Button } from "../../ui/button.js";
import { Row, Stack } from "../../ui/layout.js";
import { type Column, Table } from "../../ui/table.js";
import { TextField } from "../../ui/text-field.js";
import { changesAddress, documentAddress } from "../addresses.js";
import type { Revision } from "../answers.js";
import { messages } from "../life/messages.js";
import { messages as readingMessages } from "../messages.js";
import styles from "./document-head.module.css";
import { textAddress } from "./which-text.js";

/** The versions of a document with their days and reasons, and the field for the text of a day. */
export function RevisionHistory({ id, document_id }: { id: string; document_id: string }) {
  const { history } = useMessages(readingMessages);
  const list = useAnswer("listDocumentHistory", { document_id });
  return (
    <Stack as="section" gap={3} id={id} aria-label={history} data-screen>
      <h2>{history}</h2>
      <Loaded query={list}>{({ items }) => <Revisions document_id={document_id} revisions={items} />}</Loaded>
      <AsOf document_id={document_id} />
    </Stack>
  );
}

function Revisions({ document_id, revisions }: { document_id: string; revisions: readonly Revision[] }) {
  const text = useMessages(messages);
  const { history } = useMessages(readingMessages);
  const { day } = useFormat();
  const languageOf = useLanguageOf();
  const columns: Column<Revision>[] = [
    {
      name: "from",
      label: text.columns.from,
      isRowHeader: true,
      cell: ({ number, standing, effective_from }) => (
        <Link
          className={styles.unbroken}
          href={standing === "in_force" ? documentAddress(document_id) : textAddress(document_id, { version: number })}
        >
          {day(effective_from)}
        </Link>
      ),
    },
    {
      name: "standing",
      label: text.standing,
      cell: ({ standing, until }) => (
        <span className={styles.unbroken}>
          {standing === "past" && until ? text.lastDay(day(until)) : text.standings[standing]}
        </span>
      ),
    },
    {
      name: "note",
      label: text.note,
      cell: ({ note }) => note !== null && <span lang={languageOf(note)}>{note}</span>,
    },
    {
      name: "compare",
      label: text.compare,
      hideLabel: true,
      cell: ({ number, standing }) =>
        number !== revisions.at(-1)?.number && (
          <Link className={styles.unbroken} href={changesAddress(document_id, number)}>
            {text.whatChanges(standing === "coming")}
          </Link>
        ),
    },
  ];
  return <Table label={history} rows={revisions} rowKey={({ number }) => number} columns={columns} />;
}

/** Opens the text that was in force on a day. */
function AsOf({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const [day, setDay] = useState("");
  return (
    <Row
      as="form"
      gap={3}
      align="end"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== "") navigate(textAddress(document_id, { as_of: day }));
      }}
    >
      <TextField label={text.asOf} type="date" value={day} onChange={setDay} />
      <Button type="submit">{text.open}</Button>
    </Row>
  );
}

import type { JsonOf } from "@retrieval/api/client";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Loaded } from "../../parts/loaded.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { useAnswer } from "../../parts/use-answer.js";
import { documentAddress, searchAddress } from "../../reading/addresses.js";
import { Meta, PageHead, Row, Stack } from "../../ui/layout.js";
import { Select } from "../../ui/select.js";
import { EmptyState } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { documentAdminAddress } from "../documents/addresses.js";
import { messages } from "./messages.js";

type Entry = JsonOf<"readUsage">["entries"][number];

const PERIODS = [1, 7, 30, 90];

/** What users look for, do not find, and read, each one step from the vocabulary or the document. */
export function UsagePage() {
  const text = useMessages(messages);
  const [days, setDays] = useState(30);
  const usage = useAnswer("readUsage", { days }, { placeholderData: keepPreviousData });
  return (
    <Stack gap={5}>
      <PageHead title={text.title} lead={text.lead} />
      <Row gap={[2, 4]} align="end" apart>
        <Select
          label={text.period}
          choices={PERIODS.map((period) => ({ value: String(period), label: text.days(period) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
        <SaveCsv name="usage" read={(client, csv) => client.readUsage({ days, ...csv })} />
      </Row>
      <Loaded query={usage} lines={8}>
        {(usage) => <Lists usage={usage} />}
      </Loaded>
    </Stack>
  );
}

function Lists({ usage: { is_on, entries } }: { usage: JsonOf<"readUsage"> }) {
  const text = useMessages(messages);
  if (!is_on) return <EmptyState title={text.off}>{text.offText}</EmptyState>;
  if (entries.length === 0) return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return (Object.keys(text.kinds) as Entry["kind"][])
    .map((kind) => ({ kind, rows: entries.filter((entry) => entry.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows }) => <List key={kind} kind={kind} rows={rows} />);
}

function List({ kind, rows }: { kind: Entry["kind"]; rows: readonly Entry[] }) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const { title, lead } = text.kinds[kind];
  const isOfWords = rows.some(({ word }) => word !== null);
  const columns: Column<Entry>[] = [
    {
      name: "subject",
      label: isOfWords ? text.columns.word : text.columns.document,
      isRowHeader: true,
      cell: ({ word, document_id, title }) =>
        word === null ? (
          <Link href={documentAdminAddress(document_id ?? "", "chunks")}>{title ?? document_id}</Link>
        ) : (
          isolate(word)
        ),
    },
    { name: "users", label: text.columns.users, align: "end", cell: ({ users }) => text.users(users) },
    { name: "days", label: text.columns.days, align: "end", cell: ({ days }) => number(days) },
    {
      name: "actions",
      label: text.columns.actions,
      hideLabel: true,
      cell: ({ word, document_id }) =>
        word === null ? (
          <Link href={documentAddress(document_id ?? "")}>{text.read}</Link>
        ) : (
          <Row as="span" gap={[1, 4]}>
            <Link href={`/admin/vocabulary?said=${encodeURIComponent(word)}`}>{text.toVocabulary}</Link>
            <Link href={searchAddress(word)}>{text.search}</Link>
          </Row>
        ),
    },
  ];
  return (
    <Stack as="section" gap={2}>
      <div>
        <h2>{title}</h2>
        <Meta>{lead}</Meta>
      </div>
      <Table
        label={title}
        columns={columns}
        rows={rows}
        rowKey={({ word, document_id }) => word ?? document_id ?? ""}
      />
    </Stack>
  );
}

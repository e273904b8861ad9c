import type { ComponentProps } from "react";
import { Link } from "wouter";
import { isRefusal } from "../../api/errors.js";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { useReadable } from "../../parts/user-queries.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { documentAdminAddress } from "../documents/addresses.js";
import type { Question } from "./addresses.js";
import type { AccessReason, DocumentLine, ReaderLine } from "./answers.js";
import { messages } from "./messages.js";
import { DocumentField, UserField } from "./picked-field.js";
import { useReaders } from "./queries.js";
import { QuestionForm } from "./question-form.js";
import { useReasons } from "./reasons.js";
import { useFollowing } from "./use-following.js";
import { useMoment } from "./use-moment.js";

type ReadingQuestion = Exclude<Question, "entries">;

/** Who could read a document at a moment, or what could a user read? */
export function CouldRead({ question, query }: { question: ReadingQuestion; query: URLSearchParams }) {
  const text = useMessages(messages);
  const { about, Field, Answer } = SUBJECTS[question];
  const { lead, choose } = text.reading[question];
  const id = query.get(about) ?? "";
  const [picked, setPicked] = useFollowing(id);
  const moment = useMoment(query.get("at"));
  return (
    <>
      <Meta>{lead}</Meta>
      <QuestionForm question={question} about={{ [about]: picked }} at={moment}>
        <Field value={picked} onChange={setPicked} />
      </QuestionForm>
      {id === "" ? <EmptyState title={choose}>{text.askText}</EmptyState> : <Answer id={id} at={moment} />}
    </>
  );
}

const SUBJECTS = {
  "who-could-read": { about: "document_id", Field: DocumentField, Answer: Readers },
  "could-read": { about: "user_id", Field: UserField, Answer: Documents },
} as const;

function Readers({ id: document_id, at }: { id: string; at: string }) {
  const text = useMessages(messages);
  const columns: readonly Column<ReaderLine>[] = [
    { name: "user_id", label: text.number, isRowHeader: true, cell: ({ user_id }) => isolate(user_id) },
    { name: "display_name", label: text.name, cell: ({ display_name }) => isolate(display_name) },
  ];
  return (
    <Answered
      question="who-could-read"
      query={useReaders(document_id, at)}
      subject={({ document }) => isolate(document.title)}
      lines={({ readers }) => readers}
      columns={columns}
      lineKey={({ user_id }) => user_id}
      csv={(client, csv) => client.whoCouldRead({ document_id, at, ...csv })}
    />
  );
}

function Documents({ id: user_id, at }: { id: string; at: string }) {
  const text = useMessages(messages);
  const columns: readonly Column<DocumentLine>[] = [
    {
      name: "title",
      label: text.documentTitle,
      isRowHeader: true,
      cell: ({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>,
    },
    { name: "version", label: text.version, cell: ({ version }) => version },
  ];
  return (
    <Answered
      question="could-read"
      query={useReadable(user_id, at)}
      subject={({ user }) => `${isolate(user.user_id)} ${isolate(user.display_name)}`}
      lines={({ documents }) => documents}
      columns={columns}
      lineKey={({ document_id }) => document_id}
      csv={(client, csv) => client.couldRead({ user_id, at, ...csv })}
    />
  );
}

interface AnsweredProps<Data, Line> {
  readonly question: ReadingQuestion;
  readonly query: ComponentProps<typeof NotLoaded>["query"] & { readonly data: Data | undefined };
  readonly subject: (data: Data) => string;
  readonly lines: (data: Data) => readonly Line[];
  readonly columns: readonly Column<Line>[];
  readonly lineKey: (line: Line) => string;
  readonly csv: ComponentProps<typeof SaveCsv>["read"];
}

function Answered<Data extends { readonly at: string }, Line extends { readonly reasons: readonly AccessReason[] }>(
  props: AnsweredProps<Data, Line>,
) {
  const { question, query, subject, lines, columns, lineKey, csv } = props;
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const reasons = useReasons();
  const { unknownThen, found } = text.reading[question];
  if (isRefusal(query.error, "DOCUMENT_NOT_FOUND", "USER_NOT_FOUND"))
    return <EmptyState title={unknownThen}>{text.notThenText}</EmptyState>;
  if (!query.data) return <NotLoaded query={query} lines={6} />;
  const rows = lines(query.data);
  return (
    <Stack as="section" gap={3}>
      <h2>{text.asOf(subject(query.data), dateTime(query.data.at))}</h2>
      <Row gap={[2, 4]} align="center" apart>
        <p role="status">{found(rows.length)}</p>
        <SaveCsv name={question} read={csv} />
      </Row>
      {rows.length > 0 && (
        <Table
          label={text.questions[question]}
          columns={[...columns, { name: "reasons", label: text.why, cell: (line) => reasons(line.reasons) }]}
          rows={rows}
          rowKey={lineKey}
        />
      )}
    </Stack>
  );
}

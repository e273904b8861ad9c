import type { Client, JsonOf } from "@retrieval/api/client";
import type { AccessReason } from "@retrieval/core";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { useReasonInWords } from "../../parts/access-reasons.js";
import { DisplayName } from "../../parts/display-names.js";
import { Loaded } from "../../parts/loaded.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { useAnswer } from "../../parts/use-answer.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { documentAdminAddress } from "../documents/addresses.js";
import type { PastQuestion } from "./addresses.js";
import { localOf, momentOf } from "./local-moment.js";
import { messages } from "./messages.js";
import { PastAccessForm } from "./past-access-form.js";

/** The parameter of the address that has what each question is about. */
const SUBJECTS = { "who-could-read": "document_id", "could-read": "user_id" } as const;
/** A question is itself recorded, so it is asked once and its answer kept. */
const ONCE = { staleTime: "static" } as const;
const ANSWERS = { "who-could-read": Readers, "could-read": Documents } as const;

/** Who could read a document at a moment, or what a user could read. Without one, at the second of now. */
export function PastAccess({ question, query }: { question: PastQuestion; query: URLSearchParams }) {
  const text = useMessages(messages);
  const [opened] = useState(() => momentOf(localOf(Date.now(), "seconds"), "seconds", "ends") ?? "");
  const subject = SUBJECTS[question];
  const id = query.get(subject) ?? "";
  const at = query.get("at") ?? opened;
  const { lead, choose } = text.past[question];
  const Answer = ANSWERS[question];
  return (
    <>
      <Meta>{lead}</Meta>
      <PastAccessForm question={question} subject={subject} id={id} at={at} />
      {id === "" ? <EmptyState title={choose}>{text.askText}</EmptyState> : <Answer id={id} at={at} />}
    </>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly at: string;
}

function Readers({ id: document_id, at }: AnswerProps) {
  const text = useMessages(messages);
  const why = useReasons<JsonOf<"whoCouldRead">["readers"][number]>();
  const query = useAnswer("whoCouldRead", { document_id, at }, ONCE);
  return (
    <Loaded query={query} lines={6} absent="DOCUMENT_NOT_FOUND" instead={<NotThen question="who-could-read" />}>
      {(answer) => (
        <Answer
          question="who-could-read"
          about={answer.document.title}
          at={answer.at}
          columns={[
            { name: "user_id", label: text.number, isRowHeader: true, cell: ({ user_id }) => isolate(user_id) },
            { name: "display_name", label: text.name, cell: (user) => <DisplayName {...user} /> },
            why,
          ]}
          rows={answer.readers}
          {...(answer.erased > 0 && { unknown: text.erasedThen(answer.erased) })}
          rowKey={({ user_id }) => user_id}
          read={(client, csv) => client.whoCouldRead({ document_id, at, ...csv })}
        />
      )}
    </Loaded>
  );
}

function Documents({ id: user_id, at }: AnswerProps) {
  const text = useMessages(messages);
  const why = useReasons<JsonOf<"couldRead">["documents"][number]>();
  const query = useAnswer("couldRead", { user_id, at }, ONCE);
  return (
    <Loaded query={query} lines={6} absent="USER_NOT_FOUND" instead={<NotThen question="could-read" />}>
      {(answer) => (
        <Answer
          question="could-read"
          about={`${answer.user.user_id} ${answer.user.display_name}`}
          at={answer.at}
          columns={[
            {
              name: "title",
              label: text.documentTitle,
              isRowHeader: true,
              cell: ({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>,
            },
            { name: "version", label: text.version, cell: ({ version }) => version },
            why,
          ]}
          rows={answer.documents}
          rowKey={({ document_id }) => document_id}
          read={(client, csv) => client.couldRead({ user_id, at, ...csv })}
        />
      )}
    </Loaded>
  );
}

function NotThen({ question }: { question: PastQuestion }) {
  const text = useMessages(messages);
  return <EmptyState title={text.past[question].notThen}>{text.notThenText}</EmptyState>;
}

interface LinesProps<Line> {
  readonly question: PastQuestion;
  readonly about: string;
  readonly at: string;
  /** What the rows do not tell. */
  readonly unknown?: string;
  readonly columns: readonly Column<Line>[];
  readonly rows: readonly Line[];
  readonly rowKey: (line: Line) => string;
  readonly read: (client: Client, format: { readonly format: "csv" }) => Promise<{ readonly body: unknown }>;
}

function Answer<Line>({ question, about, at, unknown, read, ...table }: LinesProps<Line>): ReactNode {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const count = table.rows.length;
  return (
    <Stack as="section" gap={3}>
      <h2>{text.asOf(isolate(about), dateTime(at))}</h2>
      <Row gap={[2, 4]} align="center" apart>
        <p role="status">{text.past[question].count(count)}</p>
        <SaveCsv name={question} read={read} />
      </Row>
      {unknown !== undefined && <Meta>{unknown}</Meta>}
      {count > 0 && <Table label={text.questions[question]} {...table} />}
    </Stack>
  );
}

function useReasons<Line extends { readonly reasons: readonly AccessReason[] }>(): Column<Line> {
  const text = useMessages(messages);
  const inWords = useReasonInWords();
  return {
    name: "reasons",
    label: text.why,
    cell: ({ reasons }) => reasons.map(inWords).join(text.and),
  };
}

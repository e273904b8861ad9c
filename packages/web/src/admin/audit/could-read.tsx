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
import type { DocumentLine } from "./answers.js";
import { messages } from "./messages.js";
import { UserField } from "./picked-field.js";
import { QuestionForm } from "./question-form.js";
import { useReasons } from "./reasons.js";
import { useFollowing } from "./use-following.js";
import { useMoment } from "./use-moment.js";

/** What could a user read at a moment? */
export function CouldRead({ user_id, at }: { user_id: string; at: string | null }) {
  const text = useMessages(messages);
  const [picked, setPicked] = useFollowing(user_id);
  const moment = useMoment(at);
  return (
    <>
      <Meta>{text.whatLead}</Meta>
      <QuestionForm question="could-read" about={{ user_id: picked }} at={moment}>
        <UserField label={text.user} value={picked} onChange={setPicked} />
      </QuestionForm>
      {user_id === "" ? (
        <EmptyState title={text.whatAsk}>{text.askText}</EmptyState>
      ) : (
        <Readable user_id={user_id} at={moment} />
      )}
    </>
  );
}

function Readable({ user_id, at }: { user_id: string; at: string }) {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const reasons = useReasons();
  const { data, error, refetch } = useReadable(user_id, at);
  if (isRefusal(error, "USER_NOT_FOUND")) return <EmptyState title={text.userNotThen}>{text.notThenText}</EmptyState>;
  if (!data) return <NotLoaded query={{ error, refetch }} lines={6} />;
  const columns: readonly Column<DocumentLine>[] = [
    {
      name: "title",
      label: text.documentTitle,
      isRowHeader: true,
      cell: ({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>,
    },
    { name: "version", label: text.version, cell: ({ version }) => version },
    { name: "reasons", label: text.why, cell: (line) => reasons(line.reasons) },
  ];
  return (
    <Stack as="section" gap={3}>
      <h2>{text.asOf(`${isolate(data.user.user_id)} ${isolate(data.user.display_name)}`, dateTime(data.at))}</h2>
      <Row gap={[2, 4]} align="center" apart>
        <p role="status">{text.readable(data.documents.length)}</p>
        <SaveCsv name="could-read" read={(client, csv) => client.couldRead({ user_id, at, ...csv })} />
      </Row>
      {data.documents.length > 0 && (
        <Table
          label={text.questions["could-read"]}
          columns={columns}
          rows={data.documents}
          rowKey={({ document_id }) => document_id}
        />
      )}
    </Stack>
  );
}

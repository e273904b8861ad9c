import { isRefusal } from "../../api/errors.js";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { SaveCsv } from "../../parts/save-csv.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import type { ReaderLine } from "./answers.js";
import { messages } from "./messages.js";
import { DocumentField } from "./picked-field.js";
import { useReaders } from "./queries.js";
import { QuestionForm } from "./question-form.js";
import { useReasons } from "./reasons.js";
import { useFollowing } from "./use-following.js";
import { useMoment } from "./use-moment.js";

/** Who could read a document at a moment? */
export function WhoCouldRead({ document_id, at }: { document_id: string; at: string | null }) {
  const text = useMessages(messages);
  const [picked, setPicked] = useFollowing(document_id);
  const moment = useMoment(at);
  return (
    <>
      <Meta>{text.whoLead}</Meta>
      <QuestionForm question="who-could-read" about={{ document_id: picked }} at={moment}>
        <DocumentField label={text.document} value={picked} onChange={setPicked} />
      </QuestionForm>
      {document_id === "" ? (
        <EmptyState title={text.whoAsk}>{text.askText}</EmptyState>
      ) : (
        <Readers document_id={document_id} at={moment} />
      )}
    </>
  );
}

function Readers({ document_id, at }: { document_id: string; at: string }) {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const reasons = useReasons();
  const { data, error, refetch } = useReaders(document_id, at);
  if (isRefusal(error, "DOCUMENT_NOT_FOUND"))
    return <EmptyState title={text.documentNotThen}>{text.notThenText}</EmptyState>;
  if (!data) return <NotLoaded query={{ error, refetch }} lines={6} />;
  const columns: readonly Column<ReaderLine>[] = [
    { name: "user_id", label: text.number, isRowHeader: true, cell: ({ user_id }) => isolate(user_id) },
    { name: "display_name", label: text.name, cell: ({ display_name }) => isolate(display_name) },
    { name: "reasons", label: text.why, cell: (line) => reasons(line.reasons) },
  ];
  return (
    <Stack as="section" gap={3}>
      <h2>{text.asOf(isolate(data.document.title), dateTime(data.at))}</h2>
      <Row gap={[2, 4]} align="center" apart>
        <p role="status">{text.readers(data.readers.length)}</p>
        <SaveCsv name="who-could-read" read={(client, csv) => client.whoCouldRead({ document_id, at, ...csv })} />
      </Row>
      {data.readers.length > 0 && (
        <Table
          label={text.questions["who-could-read"]}
          columns={columns}
          rows={data.readers}
          rowKey={({ user_id }) => user_id}
        />
      )}
    </Stack>
  );
}

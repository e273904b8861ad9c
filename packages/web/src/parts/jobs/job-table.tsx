import { useState } from "react";
import { Link } from "wouter";
import { documentAdminAddress } from "../../admin/documents/addresses.js";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Button } from "../../ui/button.js";
import { Meta, Row, Stack } from "../../ui/layout.js";
import { VisuallyHidden } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { DoneBy } from "../display-names.js";
import { CancelJob } from "./cancel-job.js";
import styles from "./job-table.module.css";
import { messages } from "./messages.js";
import { Changes, Warnings } from "./outcome.js";
import { hasFailed, type ListedJob } from "./queries.js";

interface JobTableProps {
  readonly jobs: readonly ListedJob[];
  /** Takes the file of a failed upload up again. Absent: the page does not have the files. */
  readonly onRetry?: (job: ListedJob) => void;
}

/** Uploads: what each is about, how far it is, and what became of it. */
export function JobTable({ jobs, onRetry }: JobTableProps) {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const { columns } = text;
  const [cancelling, setCancelling] = useState<ListedJob | null>(null);
  const [done, setDone] = useState("");
  const table: readonly Column<ListedJob>[] = [
    { name: "subject", label: columns.subject, isRowHeader: true, cell: (job) => <Subject job={job} /> },
    { name: "state", label: columns.state, cell: (job) => <State job={job} /> },
    { name: "by", label: columns.by, cell: ({ by_user }) => <DoneBy user_id={by_user} /> },
    { name: "at", label: columns.at, cell: ({ created_at }) => dateTime(created_at) },
    {
      name: "actions",
      label: columns.actions,
      hideLabel: true,
      cell: (job) => {
        const of = <VisuallyHidden>{text.of(subjectOf(job))}</VisuallyHidden>;
        if (job.state === "queued")
          return (
            <Button small onPress={() => setCancelling(job)}>
              {text.cancel}
              {of}
            </Button>
          );
        return (
          onRetry &&
          hasFailed(job) && (
            <Button small onPress={() => onRetry(job)}>
              {text.again}
              {of}
            </Button>
          )
        );
      },
    },
  ];
  return (
    <>
      <Meta role="status">{done}</Meta>
      <Table label={text.title} columns={table} rows={jobs} rowKey={({ job_id }) => job_id} />
      {cancelling && (
        <CancelJob
          job={cancelling}
          subject={subjectOf(cancelling)}
          onDone={setDone}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}

/** The document that a job is about, isolated for sentences of either direction. */
function subjectOf({ document_id, title }: ListedJob): string {
  return isolate(title ?? document_id);
}

function Subject({ job }: { job: ListedJob }) {
  const { document_id, title } = job;
  return (
    <Stack as="span" gap={0}>
      <Link href={documentAdminAddress(document_id)}>{subjectOf(job)}</Link>
      {title !== null && <Meta as="code">{document_id}</Meta>}
    </Stack>
  );
}

function State({ job }: { job: ListedJob }) {
  const { document_id, changes, contents, warnings, error } = job;
  const text = useMessages(messages);
  const { percent } = useFormat();
  const { state, progress, draft, unchanged } = job;
  const isRead = state === "done";
  const end = unchanged ? "unchanged" : draft ? "draft" : "published";
  return (
    <Stack gap={1} className={styles.state}>
      <span className={state === "failed" ? styles.failed : undefined}>
        {isRead ? text.ends[end] : state === "running" ? text.progress(percent(progress)) : text.states[state]}
      </span>
      {error !== null && <span>{error}</span>}
      {changes && <Changes changes={changes} contents={contents} />}
      <Warnings warnings={warnings} />
      {isRead && (
        <Row gap={[0, 3]}>
          <Link href={documentAdminAddress(document_id, draft ? "draft" : "chunks")}>
            {draft ? text.seeDraft : text.seeContents}
          </Link>
          {!draft && <Link href={documentAdminAddress(document_id)}>{text.seeAccess}</Link>}
        </Row>
      )}
    </Stack>
  );
}

import { useState } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { DoneBy } from "../../parts/named.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { useProblemTexts } from "../../parts/problem-texts.js";
import { useTitle } from "../../shell/shell.js";
import { Button } from "../../ui/button.js";
import { Meta, PageHead, Stack } from "../../ui/layout.js";
import { ShowMore } from "../../ui/show-more.js";
import { EmptyState, VisuallyHidden } from "../../ui/state.js";
import { type Column, Table } from "../../ui/table.js";
import { documentAdminAddress } from "../documents/addresses.js";
import { CancelJob } from "./cancel-job.js";
import styles from "./jobs-page.module.css";
import { messages } from "./messages.js";
import { type ListedJob, useJobs } from "./queries.js";
import { subjectOf } from "./subject.js";

/** Uploads and imports, waiting, running and ended. */
export function JobsPage() {
  const text = useMessages(messages);
  useTitle(text.title);
  return (
    <Stack gap={4}>
      <PageHead title={text.title} lead={text.lead} />
      <JobList />
    </Stack>
  );
}

function JobList() {
  const text = useMessages(messages);
  const list = useJobs();
  const [cancelling, setCancelling] = useState<ListedJob | null>(null);
  const [done, setDone] = useState("");
  const columns = useColumns(setCancelling);
  if (!list.data) return <NotLoaded query={list} lines={8} />;
  const jobs = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      <Meta role="status">{done}</Meta>
      {jobs.length === 0 ? (
        <EmptyState title={text.none}>{text.noneText}</EmptyState>
      ) : (
        <Table label={text.list} columns={columns} rows={jobs} rowKey={({ job_id }) => job_id} />
      )}
      <ShowMore list={list} />
      {cancelling && <CancelJob job={cancelling} onDone={setDone} onClose={() => setCancelling(null)} />}
    </>
  );
}

function useColumns(onCancel: (job: ListedJob) => void): readonly Column<ListedJob>[] {
  const text = useMessages(messages);
  const { dateTime } = useFormat();
  const { columns } = text;
  return [
    { name: "subject", label: columns.subject, isRowHeader: true, cell: (job) => <Subject job={job} /> },
    { name: "state", label: columns.state, cell: (job) => <State job={job} /> },
    { name: "by", label: columns.by, cell: ({ by_user }) => <DoneBy user_id={by_user} /> },
    { name: "at", label: columns.at, cell: ({ created_at }) => dateTime(created_at) },
    {
      name: "actions",
      label: columns.actions,
      hideLabel: true,
      cell: (job) =>
        job.state === "queued" && (
          <Button small onPress={() => onCancel(job)}>
            {text.cancel}
            <VisuallyHidden>{text.of(subjectOf(job) ?? text.importOfUsers)}</VisuallyHidden>
          </Button>
        ),
    },
  ];
}

function Subject({ job }: { job: ListedJob }) {
  const { job_id, document_id, title } = job;
  const text = useMessages(messages);
  if (document_id === null) {
    return <Link href={`/admin/imports?import=${encodeURIComponent(job_id)}`}>{text.importOfUsers}</Link>;
  }
  return (
    <Stack as="span" gap={0}>
      <Link href={documentAdminAddress(document_id)}>{subjectOf(job)}</Link>
      {title !== null && <Meta as="code">{document_id}</Meta>}
    </Stack>
  );
}

function State({ job: { state, progress, problems } }: { job: ListedJob }) {
  const text = useMessages(messages);
  const { percent } = useFormat();
  const { sentence } = useProblemTexts();
  return (
    <Stack as="span" gap={1}>
      <span className={state === "failed" ? styles.failed : undefined}>
        {state === "running" ? text.progress(percent(progress)) : text.states[state]}
      </span>
      {problems.length > 0 && <span className={styles.reason}>{sentence(problems)}</span>}
    </Stack>
  );
}

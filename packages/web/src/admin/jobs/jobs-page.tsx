import { useMessages } from "../../i18n/i18n.js";
import { JobTable } from "../../parts/jobs/job-table.js";
import { messages } from "../../parts/jobs/messages.js";
import { useJobs } from "../../parts/jobs/queries.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { useTitle } from "../../shell/shell.js";
import { PageHead, Stack } from "../../ui/layout.js";
import { ShowMore } from "../../ui/show-more.js";
import { EmptyState } from "../../ui/state.js";

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
  if (!list.data) return <NotLoaded query={list} lines={8} />;
  const jobs = list.data.pages.flatMap((page) => page.items);
  if (jobs.length === 0) return <EmptyState title={text.none}>{text.noneText}</EmptyState>;
  return (
    <>
      <JobTable jobs={jobs} />
      <ShowMore list={list} />
    </>
  );
}

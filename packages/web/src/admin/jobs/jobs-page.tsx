import { useMessages } from "../../i18n/i18n.js";
import { JobTable } from "../../parts/jobs/job-table.js";
import { messages } from "../../parts/jobs/messages.js";
import { useJobs } from "../../parts/jobs/queries.js";
import { Paged } from "../../parts/paged.js";
import { PageHead, Stack } from "../../ui/layout.js";
import { EmptyState } from "../../ui/state.js";

/** Uploads, waiting, running and ended. */
export function JobsPage() {
  const text = useMessages(messages);
  return (
    <Stack gap={4}>
      <PageHead title={text.title} lead={text.lead} />
      <Paged list={useJobs()} empty={<EmptyState title={text.none}>{text.noneText}</EmptyState>}>
        {(jobs) => <JobTable jobs={jobs} />}
      </Paged>
    </Stack>
  );
}

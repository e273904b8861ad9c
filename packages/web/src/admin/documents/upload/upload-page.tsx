import { useState } from "react";
import { Link } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { JobTable } from "../../../parts/jobs/job-table.js";
import { useTitle } from "../../../shell/shell.js";
import { Button } from "../../../ui/button.js";
import { Meta, PageHead, Row, Stack } from "../../../ui/layout.js";
import { LeavingGuard } from "../../../ui/leaving-guard.js";
import { messages as uiMessages } from "../../../ui/messages.js";
import { Refused } from "../../../ui/refused.js";
import { VisuallyHidden } from "../../../ui/state.js";
import { useHeadingFocus } from "../../../ui/use-heading-focus.js";
import { DOCUMENTS_ADDRESS } from "../addresses.js";
import { messages } from "./messages.js";
import { isIn, isStructured } from "./upload-file.js";
import { ChooseFiles, FutureReaders, SendFiles } from "./upload-form.js";
import { UploadList } from "./upload-list.js";
import { FIRST_SETTINGS, useUploadPlan } from "./upload-plan.js";
import { UploadSettingsFields } from "./upload-settings.js";
import { useUploadJobs, useUploadQueue } from "./use-upload.js";

/** Files are chosen, planned and sent; then their jobs show what becomes of them. */
export function UploadPage() {
  const document_id = new URLSearchParams(useSearch()).get("document_id") ?? "";
  return <Upload key={document_id} document_id={document_id} />;
}

/** @param document_id the document that gets a new version; empty: each file is a document of its own */
function Upload({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const { failed } = useMessages(uiMessages);
  const { queue, files } = useUploadQueue();
  const jobs = useUploadJobs(files);
  const [settings, setSettings] = useState(FIRST_SETTINGS);
  const unsent = files.filter((file) => !isIn("sent")(file));
  const sending = files.filter(isIn("sending"));
  const chosen = files.filter(isIn("chosen"));
  const { plan, isKnown, error, retry } = useUploadPlan(chosen, settings);
  const isFixed = document_id !== "";
  const isSending = sending.length > 0;
  const title = isFixed ? text.titleOfVersion(isolate(document_id)) : text.title;
  useTitle(title);
  useHeadingFocus(`${isSending} ${chosen.length}`);

  return (
    <Stack gap={4}>
      <PageHead title={title} back={<Link href={DOCUMENTS_ADDRESS}>← {text.all}</Link>} />
      <Row gap={[3, 4]} align="center">
        <Meta role="status">
          {isSending && text.sent(jobs.all, jobs.all + sending.length)}
          {!isSending && jobs.ended < jobs.all && text.mayLeave}
          {!isSending && chosen.length > 0 && <VisuallyHidden>{text.chosen(chosen.length)}</VisuallyHidden>}
          {!isSending &&
            jobs.all > 0 &&
            jobs.ended === jobs.all &&
            ` ${text.ended(jobs.ended - jobs.failed, jobs.failed)}`}
        </Meta>
        {sending.length > 1 && (
          <Button small onPress={() => queue.stop()}>
            {text.stop}
          </Button>
        )}
      </Row>
      <Refused error={jobs.error} title={failed} onRetry={() => void jobs.refetch()} />
      {jobs.jobs.length > 0 && <JobTable jobs={jobs.jobs} onRetry={({ job_id }) => queue.retry(job_id)} />}
      <Stack
        as="form"
        gap={4}
        narrow="page"
        onSubmit={(event) => {
          event.preventDefault();
          if (isKnown) queue.start(plan.choices);
        }}
        noValidate
      >
        {!isSending && (
          <ChooseFiles
            isOne={isFixed}
            count={unsent.length}
            onFiles={(added) => {
              if (isFixed && added.length > 0) for (const file of chosen) queue.remove(file);
              queue.add(added, document_id);
            }}
          />
        )}
        {chosen.length > 1 && <Meta>{`${text.document_idHint} ${text.titlesHint}`}</Meta>}
        {unsent.length > 0 && <UploadList files={unsent} queue={queue} plan={plan} isFixed={isFixed} />}
        {!isSending && chosen.length > 0 && (
          <>
            {chosen.some((file) => !isStructured(file)) && (
              <UploadSettingsFields
                settings={settings}
                plan={plan}
                files={chosen}
                onChange={(part) => setSettings({ ...settings, ...part })}
              />
            )}
            <FutureReaders audiences={plan.audiences} />
            <Refused error={error} title={failed} onRetry={retry} />
            <SendFiles plan={plan} isKnown={isKnown} />
          </>
        )}
      </Stack>
      <LeavingGuard isUnsaved={isSending} title={text.leaveTitle} leave={text.leave} stay={text.stay}>
        {text.leaveText}
      </LeavingGuard>
    </Stack>
  );
}

import { useMessages } from "../../../i18n/i18n.js";
import { useProblemTexts, useRefusalText } from "../../../parts/problem-texts.js";
import { ButtonLink } from "../../../ui/button.js";
import { Row } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { documentAdminAddress } from "../addresses.js";
import { Changes, Warnings } from "../outcome.js";
import { messages } from "./messages.js";
import { isStructured, type RowIn, type UploadFailure } from "./upload-row.js";

/** What became of a file, as the messages call it; structured chunks decide themselves whether they are a draft. */
export function endOf(row: RowIn<"done">) {
  const { job, choices } = row.state;
  if (job.unchanged) return "unchanged";
  if (isStructured(row)) return "taken";
  const isRecognised = job.warnings.some(({ problem }) => problem.code === "pdf.recognised");
  return choices.publish && !isRecognised ? "published" : "kept";
}

/** The result of an upload. */
export function UploadOutcome({ row, isAlone }: { row: RowIn<"done">; isAlone: boolean }) {
  const text = useMessages(messages);
  const { choices, job } = row.state;
  const { document_id } = choices;
  const end = endOf(row);
  return (
    <>
      {isAlone && (
        <Notice tone="good" announced title={text[end]}>
          {end === "kept" && text.keptText}
          {end === "unchanged" && text.unchangedText}
        </Notice>
      )}
      {job.changes && <Changes changes={job.changes} contents={job.contents} />}
      <Warnings warnings={job.warnings} />
      <Row gap={[2, 3]} align="center">
        {(end === "kept" || end === "taken") && (
          <ButtonLink small {...(isAlone && { look: "primary" })} href={documentAdminAddress(document_id, "draft")}>
            {text.seeDraft}
          </ButtonLink>
        )}
        {end !== "kept" && (
          <>
            <ButtonLink small href={documentAdminAddress(document_id, "chunks")}>
              {text.seeChunks}
            </ButtonLink>
            <ButtonLink small href={documentAdminAddress(document_id)}>
              {text.setAccess}
            </ButtonLink>
          </>
        )}
      </Row>
    </>
  );
}

/** Why a file was not published. */
export function FailedUpload({ failure, isAlone }: { failure: UploadFailure; isAlone: boolean }) {
  const text = useMessages(messages);
  const { sentence } = useProblemTexts();
  const refusalText = useRefusalText();
  if ("error" in failure) {
    return (
      <Notice tone="bad" announced={isAlone} title={text.refused}>
        {refusalText(failure.error)}
      </Notice>
    );
  }
  const { state, problems } = failure.job;
  return (
    <Notice tone="bad" announced={isAlone} title={state === "failed" ? text.failed : text.cancelled}>
      {problems.length > 0 && sentence(problems)}
    </Notice>
  );
}

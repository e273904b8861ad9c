import { useMessages } from "../../../i18n/i18n.js";
import { ButtonLink } from "../../../ui/button.js";
import { Notice } from "../../../ui/notice.js";
import { useProblemTexts, useRefusalText } from "../../problem-texts.js";
import { documentAdminAddress } from "../addresses.js";
import styles from "../documents.module.css";
import { Changes, Warnings } from "../outcome.js";
import { messages } from "./messages.js";
import type { UploadChoices } from "./upload-call.js";
import { isStructured, type RowIn, type UploadFailure, type UploadRow } from "./upload-row.js";

/** What became of a file, as the messages call it; structured chunks decide themselves whether they are a draft. */
export const endOf = (row: UploadRow, { publish }: UploadChoices) =>
  isStructured(row) ? "taken" : publish ? "published" : "kept";

/** The result of an upload. */
export function UploadOutcome({ row, isAlone }: { row: RowIn<"done">; isAlone: boolean }) {
  const text = useMessages(messages);
  const { choices, job } = row.state;
  const { document_id } = choices;
  const end = endOf(row, choices);
  return (
    <>
      {isAlone && (
        <Notice tone="good" announced title={text[end]}>
          {end === "kept" && text.keptText}
        </Notice>
      )}
      {job.changes && <Changes changes={job.changes} />}
      <Warnings warnings={job.warnings} />
      <div className={styles.actions}>
        {end !== "published" && (
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
      </div>
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

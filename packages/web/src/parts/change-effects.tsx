import type { JsonOf } from "@retrieval/api/client";
import { Link } from "wouter";
import { documentAdminAddress } from "../admin/documents/addresses.js";
import { useMessages } from "../i18n/i18n.js";
import { Stack } from "../ui/layout.js";
import { Notice } from "../ui/notice.js";
import { Refused } from "../ui/refused.js";
import { Affected } from "./affected.js";
import { messages } from "./messages.js";
import { usePreview } from "./use-preview.js";
import type { UserChange } from "./user-queries.js";

/** The documents that a user gains and loses by a change that is not saved yet. */
export function ChangeEffects({ user_id, change }: { user_id: string; change: UserChange }) {
  const { effects: text } = useMessages(messages);
  const { data, error, isBusy } = usePreview("previewUserChange", { user_id, body: change });
  return (
    <Stack as="section" gap={2} aria-busy={isBusy}>
      <h3>{text.preview}</h3>
      <Refused error={error} />
      {!error && !data && <p role="status">{text.looking}</p>}
      {!error && data && <Effects preview={data} />}
      {!error && data && data.warnings.length > 0 && (
        <Notice tone="warn" announced>
          {data.warnings.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
    </Stack>
  );
}

function Effects({ preview: { gained, lost } }: { preview: JsonOf<"previewUserChange"> }) {
  const { effects: text } = useMessages(messages);
  if (gained.count + lost.count === 0) return <p role="status">{text.noneAffected}</p>;
  const list = ({ count, documents }: typeof gained) => ({
    count,
    items: documents,
    rest: text.rest,
    itemKey: ({ document_id }: (typeof documents)[number]) => document_id,
    children: ({ document_id, title }: (typeof documents)[number]) => (
      <Link href={documentAdminAddress(document_id)}>{title}</Link>
    ),
  });
  return (
    <>
      <Affected tone="good" title={text.gains} {...list(gained)} />
      <Affected tone="bad" title={text.loses} {...list(lost)} />
    </>
  );
}

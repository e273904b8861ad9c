import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { documentAdminAddress } from "../admin/documents/addresses.js";
import { answerOf } from "../api/query-options.js";
import { useMessages } from "../i18n/i18n.js";
import { useApi } from "../session/session-provider.js";
import { Meta, Stack } from "../ui/layout.js";
import { Notice } from "../ui/notice.js";
import { useDebounced } from "../ui/use-debounced.js";
import { LongList } from "./long-list.js";
import { messages } from "./messages.js";
import { useProblemTexts } from "./problem-texts.js";
import { Refused } from "./refused.js";
import type { UserChange, UserChangePreview } from "./user-queries.js";

/** How long a change must stay as it is before a preview is requested, in milliseconds. */
const PAUSE = 300;

/** The documents that a user gains and loses by a change that is not saved yet. */
export function ChangeEffects({ user_id, change }: { user_id: string; change: UserChange }) {
  const { effects: text } = useMessages(messages);
  const { phrase } = useProblemTexts();
  const api = useApi();
  const asked = useDebounced(change, PAUSE);
  const { data, error, isPlaceholderData } = useQuery({
    ...answerOf(api, "previewUserChange", { user_id, body: asked }),
    placeholderData: keepPreviousData,
    // Users and rules may change before the next look.
    gcTime: 0,
    retry: false,
  });
  const isBusy = asked !== change || isPlaceholderData || (!data && !error);
  return (
    <Stack as="section" gap={2} aria-busy={isBusy}>
      <h3>{text.preview}</h3>
      <Refused error={error} />
      {!error && !data && <p role="status">{text.looking}</p>}
      {!error && data && <Effects preview={data} />}
      {!error && data && data.warnings.length > 0 && (
        <Notice tone="warn" announced>
          {data.warnings.map(({ problem }) => (
            <p key={problem.code}>{phrase([problem])}</p>
          ))}
        </Notice>
      )}
    </Stack>
  );
}

function Effects({ preview: { gained, lost } }: { preview: UserChangePreview }) {
  const { effects: text } = useMessages(messages);
  if (gained.count + lost.count === 0) return <p role="status">{text.noneAffected}</p>;
  return (
    <>
      <Affected tone="good" title={text.gains(gained.count)} affected={gained} />
      <Affected tone="bad" title={text.loses(lost.count)} affected={lost} />
    </>
  );
}

interface AffectedProps {
  readonly tone: "good" | "bad";
  readonly title: string;
  readonly affected: UserChangePreview["gained"];
}

function Affected({ tone, title, affected: { count, documents } }: AffectedProps) {
  const { rest } = useMessages(messages).effects;
  if (count === 0) return null;
  return (
    <Stack gap={2}>
      <Meta as="h4" tone={tone} role="status">
        {title}
      </Meta>
      <LongList items={documents} itemKey={({ document_id }) => document_id} first={10}>
        {({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>}
      </LongList>
      {count > documents.length && <Meta>{rest(count - documents.length)}</Meta>}
    </Stack>
  );
}

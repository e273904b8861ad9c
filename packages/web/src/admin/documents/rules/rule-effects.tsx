import type { WordedWarning } from "@retrieval/api";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../../api/query-options.js";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import styles from "../../../parts/editor.module.css";
import { LongList } from "../../../parts/long-list.js";
import { Refused } from "../../../parts/refused.js";
import { useApi } from "../../../session/session-provider.js";
import { Meta, Panel, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import type { AccessRules, RulesPreview, RulesRead } from "../answers.js";
import { messages } from "./messages.js";
import { warningInWords } from "./warning-in-words.js";

/** How long the rule must stay unchanged before a preview is requested, in milliseconds. */
const PAUSE = 300;

/** Asks the service for the effects of another rule; writes nothing. */
export function usePreview(document_id: string, rules: AccessRules | null, since: string) {
  const api = useApi();
  const preview = answerOf(api, "previewAccessRules", { document_id, body: rules ?? {} });
  return useQuery({
    ...preview,
    queryKey: [...preview.queryKey, since],
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    // Users and rules may change before the next look.
    gcTime: 0,
  });
}

/** The users who would gain or lose access. @param draft null: no changes */
export function RuleEffects({ read, draft }: { read: RulesRead; draft: AccessRules | null }) {
  const text = useMessages(messages);
  const debounced = useDebounced(draft, PAUSE);
  const asked = draft === null ? null : debounced;
  const { data, error, isPlaceholderData } = usePreview(read.document_id, asked, read.etag);
  const isBusy = draft !== null && (asked !== draft || isPlaceholderData || (!data && !error));
  const preview = draft === null ? undefined : data;
  return (
    <>
      <Panel gap={3} compact className={styles.effects} aria-busy={isBusy}>
        <h2>{text.preview}</h2>
        {draft === null && <p>{text.noChanges}</p>}
        {draft !== null && <Refused error={error} title={text.previewFailed} />}
        {draft !== null && !preview && !error && <p>{text.looking}</p>}
        {preview && !error && <Effects preview={preview} />}
      </Panel>
      <OddNames warnings={preview?.warnings ?? (draft === null ? read.warnings : [])} />
    </>
  );
}

export function Effects({ preview: { gained, lost } }: { preview: RulesPreview }) {
  const text = useMessages(messages);
  if (gained.count + lost.count === 0) return <p role="status">{text.noneAffected}</p>;
  return (
    <>
      <AffectedUsers tone="good" title={text.gains} affected={gained} />
      <AffectedUsers tone="bad" title={text.loses} affected={lost} />
    </>
  );
}

type AffectedUser = RulesPreview["gained"]["users"][number];

/** @param more of each user, behind the name */
export function AffectedUsers<User extends AffectedUser>(props: {
  tone: "good" | "bad";
  title: (n: number) => string;
  affected: { readonly count: number; readonly users: readonly User[] };
  more?: (user: User) => string;
}) {
  const text = useMessages(messages);
  const { tone, title, affected, more = () => "" } = props;
  const unnamed = affected.count - affected.users.length;
  if (affected.count === 0) return null;
  return (
    <Stack as="section" gap={1}>
      <div role="status">
        <Meta as="h3" tone={tone}>
          {title(affected.count)}
        </Meta>
      </div>
      <LongList items={affected.users} itemKey={({ user_id }) => user_id}>
        {(user) => `${isolate(user.user_id)} ${isolate(user.display_name)}${more(user)}`}
      </LongList>
      {unnamed > 0 && text.andMore(unnamed)}
    </Stack>
  );
}

export function OddNames({ warnings }: { warnings: readonly WordedWarning[] }) {
  const text = useMessages(messages);
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={text.oddNames}>
      <LongList items={warnings} itemKey={({ message }) => message} first={5}>
        {(warning) => warningInWords(warning, text.unknown)}
      </LongList>
    </Notice>
  );
}

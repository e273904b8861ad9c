import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { answerOf } from "../../../api/query-options.js";
import { useMessages } from "../../../i18n/i18n.js";
import { useApi } from "../../../session/session-provider.js";
import { Notice } from "../../../ui/notice.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import { documentAdminAddress } from "../../documents/addresses.js";
import { LongList } from "../../documents/long-list.js";
import { useProblemTexts, useRefusalText } from "../../problem-texts.js";
import type { UserChange, UserChangePreview } from "../user-queries.js";
import { messages } from "./messages.js";
import styles from "./user-page.module.css";

/** How long a change must stay as it is before a preview is requested, in milliseconds. */
const PAUSE = 300;

/** The documents that a user gains and loses by a change that is not saved yet. */
export function ChangeEffects({ user_id, change }: { user_id: string; change: UserChange }) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
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
    <section className={styles.effects} aria-busy={isBusy}>
      <h3>{text.preview}</h3>
      {error && (
        <Notice tone="bad" announced>
          {refusalText(error)}
        </Notice>
      )}
      {!error && !data && <p role="status">{text.looking}</p>}
      {!error && data && <Effects preview={data} />}
      {!error && data && data.warnings.length > 0 && (
        <Notice tone="warn" announced>
          {data.warnings.map(({ problem }) => (
            <p key={problem.code}>{phrase([problem])}</p>
          ))}
        </Notice>
      )}
    </section>
  );
}

function Effects({ preview: { gained, lost } }: { preview: UserChangePreview }) {
  const text = useMessages(messages);
  if (gained.count + lost.count === 0) return <p role="status">{text.noneAffected}</p>;
  return (
    <>
      <Affected className={styles.gains} title={text.gains(gained.count)} affected={gained} />
      <Affected className={styles.loses} title={text.loses(lost.count)} affected={lost} />
    </>
  );
}

interface AffectedProps {
  readonly className: string | undefined;
  readonly title: string;
  readonly affected: UserChangePreview["gained"];
}

function Affected({ className, title, affected: { count, documents } }: AffectedProps) {
  const { rest } = useMessages(messages);
  if (count === 0) return null;
  return (
    <div className={className}>
      <h4 role="status">{title}</h4>
      <LongList items={documents} itemKey={({ document_id }) => document_id} first={10}>
        {({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>}
      </LongList>
      {count > documents.length && <p className={styles.hint}>{rest(count - documents.length)}</p>}
    </div>
  );
}

import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { useTitle } from "../../shell/shell.js";
import { Failure } from "../../ui/failure.js";
import { messages as uiMessages } from "../../ui/messages.js";
import { ShowMore } from "../../ui/show-more.js";
import { Skeleton } from "../../ui/state.js";
import { documentAdminAddress } from "../documents/addresses.js";
import { audienceAddress, type Kind } from "./addresses.js";
import styles from "./audiences.module.css";
import { MemberForm } from "./member-form.js";
import { messages } from "./messages.js";
import { useAudiences, useNamingDocuments } from "./queries.js";

/** One department or group: how many users have it, which documents name it, and adding or removing a user. */
export function AudiencePage({ kind, audience }: { kind: Kind; audience: string }) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const { data, error, refetch } = useAudiences(kind);
  useTitle(audience);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} label={loading} />;
  const found = data.find(({ key }) => key === audience);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link href={audienceAddress(kind)} className={styles.hint}>
          ← {text.kinds[kind]}
        </Link>
        <h1>
          {isolate(audience)}
          {found?.name && ` ${isolate(found.name)}`}
        </h1>
        {found === undefined ? (
          <p>
            {text.unknown[kind]}: {text.unknownText}
          </p>
        ) : (
          <p role="status">{text.reaches(found.users)}</p>
        )}
        {kind === "departments" && found?.name === null && <p className={styles.odd}>{text.notInMaster}</p>}
      </header>
      <NamingDocuments kind={kind} audience={audience} />
      <MemberForm kind={kind} audience={audience} />
    </div>
  );
}

function NamingDocuments({ kind, audience }: { kind: Kind; audience: string }) {
  const text = useMessages(messages);
  const { loading } = useMessages(uiMessages);
  const list = useNamingDocuments(kind, audience);
  const documents = list.data?.pages.flatMap((page) => page.documents);
  return (
    <section className={styles.section}>
      <h2>{text.naming}</h2>
      {list.error && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {!documents && !list.error && <Skeleton lines={3} label={loading} />}
      {documents?.length === 0 && <p>{text.noDocuments}</p>}
      {documents && documents.length > 0 && (
        <ul className={styles.list}>
          {documents.map(({ document_id, title }) => (
            <li key={document_id}>
              <Link href={documentAdminAddress(document_id)}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
    </section>
  );
}

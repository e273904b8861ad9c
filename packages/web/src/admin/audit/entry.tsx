import type { AuditEntryView } from "@retrieval/api";
import type { namesIn } from "@retrieval/api/pages";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { Stack } from "../../ui/layout.js";
import { documentAdminAddress } from "../documents/addresses.js";
import { auditAddress } from "./addresses.js";
import { detailLines } from "./detail-lines.js";
import { detailMessages } from "./detail-messages.js";
import styles from "./entry.module.css";
import { messages } from "./messages.js";

type Names = ReturnType<typeof namesIn>;

/** One entry, and on demand all its details. */
export function Entry({ entry, names }: { entry: AuditEntryView; names: Names }) {
  const { details } = useMessages(messages);
  const text = useMessages(detailMessages);
  const format = useFormat();
  const { at, by_user, user_id, document_id, sentence } = entry;
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={at}>
        {format.dateTime(at)}
      </time>
      <Stack gap={1}>
        <p>{sentence}</p>
        <details className={styles.details}>
          <summary>{details}</summary>
          <dl>
            <Line name={text.moment}>{at}</Line>
            {by_user !== null && <Line name={text.by}>{userLink(by_user, names)}</Line>}
            {user_id !== null && <Line name={text.about}>{userLink(user_id, names)}</Line>}
            {document_id !== null && (
              <Line name={text.document}>
                <Link href={documentAdminAddress(document_id)}>{names.document(document_id)}</Link>
              </Line>
            )}
            {detailLines(entry, { text, format, names }).map(({ name, value }) => (
              <Line key={name} name={name}>
                {value}
              </Line>
            ))}
          </dl>
        </details>
      </Stack>
    </li>
  );
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function userLink(user_id: string, names: Names) {
  return <Link href={auditAddress("entries", { user_id })}>{names.user(user_id)}</Link>;
}

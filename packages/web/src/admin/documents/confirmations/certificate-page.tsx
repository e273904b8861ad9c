import type { JsonOf } from "@retrieval/api/client";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { LOCALES } from "../../../i18n/format.js";
import { useFormat, useLanguage, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Loaded } from "../../../parts/loaded.js";
import { SaveCsv } from "../../../parts/save-csv.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { useTimeZone } from "../../../parts/use-today.js";
import { useTitle } from "../../../shell/shell.js";
import { Button } from "../../../ui/button.js";
import { Row, Stack } from "../../../ui/layout.js";
import { EmptyState } from "../../../ui/state.js";
import { documentAdminAddress } from "../addresses.js";
import { messages } from "./certificate-messages.js";
import styles from "./certificate-page.module.css";

type Certificate = JsonOf<"readCertificate">;

/** How many reminders the page names. */
const REMINDERS_NAMED = 3;

/** How a version was made known: facts on one printed page, without names. */
export function CertificatePage({ document_id, number }: { document_id: string; number: string }) {
  const text = useMessages(messages);
  const query = useAnswer("readCertificate", { document_id, number });
  useTitle(text.title);
  return (
    <Loaded query={query} lines={12} absent="DOCUMENT_NOT_FOUND" instead={<EmptyState level={1} title={text.none} />}>
      {(certificate) => (
        <Stack gap={4}>
          <Row gap={[3, 4]} align="center" apart data-screen>
            <Link href={documentAdminAddress(document_id, "versions")}>← {text.back}</Link>
            <Row gap={3}>
              {certificate.confirmations && (
                <SaveCsv
                  name={`confirmations-${document_id}-${number}`}
                  read={(client, format) =>
                    client.listConfirmations({ document_id, version: Number(number), state: "all", ...format })
                  }
                  small={false}
                />
              )}
              <Button look="primary" onPress={() => print()}>
                {text.print}
              </Button>
            </Row>
          </Row>
          <Sheet certificate={certificate} />
        </Stack>
      )}
    </Loaded>
  );
}

function Sheet({ certificate }: { certificate: Certificate }) {
  const text = useMessages(messages);
  const { day } = useFormat();
  const { document_number, title, version, number, note, owner, confirmations } = certificate;
  const moment = useMoments();
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{text.title}</h1>
        <p>{text.made(moment.time(certificate.made_at), moment.zone)}</p>
      </header>
      <Facts
        facts={[
          [
            text.document,
            <b key="title">
              {document_number === null ? isolate(title) : text.titled(isolate(title), isolate(document_number))}
            </b>,
          ],
          [text.version, text.numbered(isolate(version), number)],
          [text.effective, <b key="day">{day(certificate.effective_from)}</b>],
          [text.note, note],
          [text.owner, owner],
          [text.sha256, <Hash key="hash" sha256={certificate.text_sha256} />],
        ]}
      />
      <h2>{text.readable}</h2>
      <Readers certificate={certificate} />
      <h2>{text.confirmations}</h2>
      {confirmations === null ? (
        <p>{text.notAsked}</p>
      ) : (
        <>
          <p className={styles.figure}>{text.figure(confirmations.confirmed, confirmations.of)}</p>
          <p>
            {confirmations.first_at &&
              confirmations.last_at &&
              text.between(moment.time(confirmations.first_at), moment.time(confirmations.last_at))}{" "}
            {certificate.confirm_by && text.confirmBy(certificate.confirm_by)}
          </p>
        </>
      )}
      <footer className={styles.foot}>
        <p>
          {confirmations && (
            <>
              {text.names}
              <br />
              {text.csvSha256} <Hash sha256={confirmations.csv_sha256} />
            </>
          )}
        </p>
        <div className={styles.seals}>
          {text.seals.map((seal) => (
            <div key={seal}>
              <span>{seal}</span>
            </div>
          ))}
        </div>
      </footer>
    </article>
  );
}

function Readers({ certificate }: { certificate: Certificate }) {
  const text = useMessages(messages);
  const { date, time } = useMoments();
  const { published_at, readable_until, readers, notice, reminded_at } = certificate;
  const { allow_all, allowed_department_codes, allowed_groups, allowed_users } = readers.access_rules;
  const named = [allowed_department_codes.length, allowed_groups.length, allowed_users.length] as const;
  const told = [published_at, ...reminded_at.slice(0, REMINDERS_NAMED)].map(date);
  const more = reminded_at.length - REMINDERS_NAMED;
  return (
    <Facts
      facts={[
        [
          text.period,
          readable_until === null ? text.since(time(published_at)) : text.until(time(published_at), readable_until),
        ],
        [
          text.readers,
          <span key="readers">
            {text.count(readers.count, date(readers.at))}
            <br />
            {allow_all ? text.everybody : text.audience(...named)}
            <br />
            {text.ruleChanges(readers.rule_changes)}
          </span>,
        ],
        [text.told, notice === "none" ? text.notTold : [...told, ...(more > 0 ? [text.more(more)] : [])].join(" · ")],
      ]}
    />
  );
}

/** Writes moments in the service's time zone, in which days begin and end. */
function useMoments() {
  const { language } = useLanguage();
  const zone = useTimeZone() ?? "UTC";
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(LOCALES[language], { ...options, dateStyle: "long", timeZone: zone });
    return (moment: string) => format(new Date(moment));
  };
  return { zone, date: format({}), time: format({ timeStyle: "short" }) };
}

/** Facts that are not known are left out, with their names. */
function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** In groups that can be compared by eye, two a line. */
function Hash({ sha256 }: { sha256: string }) {
  const groups = sha256.replace("sha256:", "").match(/.{16}/g) ?? [];
  return <code className={styles.hash}>{groups.join(" ")}</code>;
}

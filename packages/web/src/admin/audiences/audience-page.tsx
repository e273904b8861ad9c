import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { NotLoaded } from "../../parts/not-loaded.js";
import { Paged } from "../../parts/paged.js";
import { useTitle } from "../../shell/shell.js";
import { Meta, PageHead, Stack } from "../../ui/layout.js";
import { documentAdminAddress } from "../documents/addresses.js";
import { audienceAddress, type Kind } from "./addresses.js";
import { MemberForm } from "./member-form.js";
import { messages } from "./messages.js";
import { useAudiences, useNamingDocuments } from "./queries.js";

/** One department or group: how many users have it, which documents name it, and adding or removing a user. */
export function AudiencePage({ kind, audience }: { kind: Kind; audience: string }) {
  const text = useMessages(messages);
  const { data, error, refetch } = useAudiences(kind);
  useTitle(audience);
  if (!data) return <NotLoaded query={{ error, refetch }} lines={6} />;
  const found = data.find(({ key }) => key === audience);
  return (
    <Stack gap={5}>
      <PageHead
        back={<Link href={audienceAddress(kind)}>← {text.kinds[kind]}</Link>}
        title={
          <>
            {isolate(audience)}
            {found?.name && ` ${isolate(found.name)}`}
          </>
        }
      >
        {found === undefined ? (
          <p>
            {text.unknown[kind]}: {text.unknownText}
          </p>
        ) : (
          <p role="status">{text.reaches(found.users)}</p>
        )}
        {kind === "departments" && found?.name === null && <Meta tone="warn">{text.notInMaster}</Meta>}
      </PageHead>
      <NamingDocuments kind={kind} audience={audience} />
      <MemberForm kind={kind} audience={audience} />
    </Stack>
  );
}

function NamingDocuments({ kind, audience }: { kind: Kind; audience: string }) {
  const text = useMessages(messages);
  const list = useNamingDocuments(kind, audience);
  return (
    <Stack as="section" gap={3} narrow="page">
      <h2>{text.naming}</h2>
      <Paged list={list} lines={3} empty={<p>{text.noDocuments}</p>}>
        {(documents) => (
          <Stack as="ul" gap={2}>
            {documents.map(({ document_id, title }) => (
              <li key={document_id}>
                <Link href={documentAdminAddress(document_id)}>{title}</Link>
              </li>
            ))}
          </Stack>
        )}
      </Paged>
    </Stack>
  );
}

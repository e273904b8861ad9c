import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { Loaded } from "../../parts/loaded.js";
import { Paged } from "../../parts/paged.js";
import { usePages } from "../../parts/use-answer.js";
import { useTitle } from "../../shell/shell.js";
import { Meta, PageHead, Stack } from "../../ui/layout.js";
import { documentAdminAddress } from "../documents/addresses.js";
import { audienceAddress, type Kind } from "./addresses.js";
import { MemberForm } from "./member-form.js";
import { messages } from "./messages.js";
import { type Audience, useAudiences } from "./queries.js";

/** One department or group: how many users have it, which documents name it, and adding or removing a user. */
export function AudiencePage({ kind, audience }: { kind: Kind; audience: string }) {
  useTitle(audience);
  return (
    <Loaded query={useAudiences(kind)} lines={6}>
      {(audiences) => (
        <Stack gap={5}>
          <Head kind={kind} audience={audience} found={audiences.find(({ key }) => key === audience)} />
          <NamingDocuments kind={kind} audience={audience} />
          <MemberForm kind={kind} audience={audience} />
        </Stack>
      )}
    </Loaded>
  );
}

function Head({ kind, audience, found }: { kind: Kind; audience: string; found: Audience | undefined }) {
  const text = useMessages(messages);
  return (
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
  );
}

function NamingDocuments({ kind, audience }: { kind: Kind; audience: string }) {
  const text = useMessages(messages);
  const list = usePages(
    "listDocuments",
    kind === "departments" ? { allowed_department_code: audience } : { allowed_group: audience },
  );
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

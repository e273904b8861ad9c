import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Loaded } from "../../parts/loaded.js";
import { useRules } from "../../parts/rule-queries.js";
import { useAnswer } from "../../parts/use-answer.js";
import { documentAddress } from "../../reading/addresses.js";
import { NotFound } from "../../shell/not-found.js";
import { useTitle } from "../../shell/shell.js";
import { ButtonLink } from "../../ui/button.js";
import { PageHead, Row, Stack } from "../../ui/layout.js";
import { LinkTabs } from "../../ui/link-tabs.js";
import { EmptyState } from "../../ui/state.js";
import { AbolishDocument, AbolitionNotice } from "./abolish/abolish-document.js";
import { AccessEditor } from "./access/access-editor.js";
import { DOCUMENTS_ADDRESS, documentAdminAddress, PARTS, type Part, uploadAddress } from "./addresses.js";
import type { RulesRead } from "./answers.js";
import { PublishedPart } from "./contents/chunk-list.js";
import { DraftPart } from "./contents/draft-part.js";
import { DeleteDocument } from "./delete-document.js";
import { ExplainPart } from "./explain/explain-part.js";
import { FieldsPart } from "./fields/fields-part.js";
import { HistoryPart } from "./history/history-part.js";
import { messages } from "./messages.js";
import { VersionsPart } from "./versions/versions-part.js";

/** One document: its access rule, the rule's history, a user's access, its contents, their versions and its draft. */
export function DocumentAdminPage({ document_id, part }: { document_id: string; part: string }) {
  const text = useMessages(messages);
  const rules = useRules(document_id);
  const here = PARTS.find((known) => known === part);
  useTitle(rules.data?.title ?? document_id);
  if (here === undefined) return <NotFound />;
  return (
    <Loaded query={rules} lines={6}>
      {(read) => (
        <Stack gap={5}>
          <Head document_id={document_id} title={read?.title} />
          <LinkTabs
            label={text.parts}
            tabs={PARTS.map((part) => ({
              href: documentAdminAddress(document_id, part),
              text: text.part[part],
              isHere: part === here,
            }))}
          />
          <Stack gap={5}>{contentOf(here, document_id, read)}</Stack>
        </Stack>
      )}
    </Loaded>
  );
}

function contentOf(part: Part, document_id: string, read: RulesRead | null): ReactNode {
  if (part === "draft") return <DraftPart document_id={document_id} isPublished={read !== null} />;
  // A deleted document keeps its history.
  if (part === "history") return <HistoryPart document_id={document_id} isPublished={read !== null} />;
  if (read === null) return <NotPublished document_id={document_id} />;
  if (part === "access") return <AccessEditor document_ids={[document_id]} />;
  if (part === "fields") return <FieldsPart document_id={document_id} />;
  if (part === "versions") return <VersionsPart document_id={document_id} />;
  if (part === "explain") return <ExplainPart document_id={document_id} />;
  return <PublishedPart document_id={document_id} />;
}

function Head({ document_id, title }: { document_id: string; title: string | undefined }) {
  const text = useMessages(messages);
  const record = useAnswer("readManagedDocument", { document_id }).data;
  return (
    <>
      <PageHead
        back={<Link href={DOCUMENTS_ADDRESS}>← {text.all}</Link>}
        title={title ?? document_id}
        lead={
          title === undefined ? (
            text.notPublished
          ) : (
            <Row as="span" gap={[1, 4]}>
              <code>{document_id}</code>
              <Link href={documentAddress(document_id)}>{text.read}</Link>
            </Row>
          )
        }
        actions={
          <>
            <ButtonLink small href={uploadAddress(document_id)}>
              {text.newVersion}
            </ButtonLink>
            {record && <AbolishDocument document={record} />}
            {record?.deletable && <DeleteDocument document_id={document_id} title={title ?? document_id} />}
          </>
        }
      />
      {record && <AbolitionNotice document={record} />}
    </>
  );
}

function NotPublished({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  return (
    <EmptyState
      title={text.gone}
      actions={<ButtonLink href={documentAdminAddress(document_id, "draft")}>{text.seeDraft}</ButtonLink>}
    >
      {text.goneText}
    </EmptyState>
  );
}

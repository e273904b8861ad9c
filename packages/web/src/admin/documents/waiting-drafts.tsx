import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Paged } from "../../parts/paged.js";
import { usePages } from "../../parts/use-answer.js";
import { Meta, Panel, Row, Stack } from "../../ui/layout.js";
import { documentAdminAddress } from "./addresses.js";
import { messages } from "./messages.js";

/** Drafts that wait to be published; renders nothing if there are none. */
export function WaitingDrafts() {
  const text = useMessages(messages);
  const list = usePages("listDrafts", {});
  if (!list.error && !list.data?.pages[0]?.items.length) return null;
  return (
    <Panel gap={4}>
      <h2>{text.drafts}</h2>
      <Paged list={list} empty={null} lines={3}>
        {(drafts) => (
          <Stack as="ul" gap={2}>
            {drafts.map(({ document_id, title, version, published }) => (
              <Row as="li" gap={[0, 4]} align="baseline" apart key={document_id}>
                <Link href={documentAdminAddress(document_id, "draft")}>{title}</Link>
                <Meta as="span" inRow>
                  <span>{text.version(version)}</span>
                  <span>{published ? text.draftOfPublished : text.draftOfNew}</span>
                </Meta>
              </Row>
            ))}
          </Stack>
        )}
      </Paged>
    </Panel>
  );
}

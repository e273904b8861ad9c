import { Link } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Paged } from "../../parts/paged.js";
import { usePages } from "../../parts/use-answer.js";
import { Meta, Panel, Row, Stack } from "../../ui/layout.js";
import { documentAdminAddress } from "./addresses.js";
import { useApproval } from "./contents/draft-review.js";
import { messages } from "./messages.js";

/** Whether a draft was returned, or by whom it is to be approved. */
function Review({ by_user, returned }: { by_user: string | null; returned: boolean }) {
  const { draftReviews: text } = useMessages(messages);
  const { isNeeded, isOwn } = useApproval(by_user);
  if (returned)
    return (
      <Meta as="span" tone="warn">
        {text.returned}
      </Meta>
    );
  return isNeeded ? <span>{isOwn ? text.byOthers : text.byYou}</span> : null;
}

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
            {drafts.map(({ document_id, title, version, published, by_user, returned }) => (
              <Row as="li" gap={[0, 4]} align="baseline" apart key={document_id}>
                <Link href={documentAdminAddress(document_id, "draft")}>{title}</Link>
                <Meta as="span" inRow>
                  <span>{text.version(version)}</span>
                  <span>{published ? text.draftOfPublished : text.draftOfNew}</span>
                  <Review by_user={by_user} returned={returned} />
                </Meta>
              </Row>
            ))}
          </Stack>
        )}
      </Paged>
    </Panel>
  );
}

import { useState } from "react";
import { Link } from "wouter";
import { useMessages } from "../../../i18n/i18n.js";
import { LongList } from "../../../parts/long-list.js";
import { NotLoaded } from "../../../parts/not-loaded.js";
import type { UserSummary } from "../../../parts/user-queries.js";
import { useReadable } from "../../../parts/user-queries.js";
import { Button } from "../../../ui/button.js";
import { Meta, Row, Stack } from "../../../ui/layout.js";
import { auditAddress } from "../../audit/addresses.js";
import { documentAdminAddress } from "../../documents/addresses.js";
import { messages } from "./messages.js";

/** What the user may read now, once the administrator asks: the audit log records each look. */
export function ReadableDocuments({ user }: { user: UserSummary }) {
  const text = useMessages(messages);
  const [asked, setAsked] = useState<string | null>(null);
  const plain = !user.is_active ? text.seesNone : user.role === "user" ? null : text.seesAll;
  return (
    <Stack as="section" gap={3}>
      <h2>{text.readable}</h2>
      {plain !== null ? (
        <p>{plain}</p>
      ) : (
        <>
          <Meta>{text.readableText}</Meta>
          <Row gap={[3, 4]} align="center">
            <Button onPress={() => setAsked(new Date().toISOString())}>{text.show}</Button>
            <Link href={auditAddress("could-read", { user_id: user.user_id })}>{text.reasons}</Link>
          </Row>
          {asked !== null && <Documents user_id={user.user_id} at={asked} />}
        </>
      )}
    </Stack>
  );
}

function Documents({ user_id, at }: { user_id: string; at: string }) {
  const text = useMessages(messages);
  const { data, error, refetch } = useReadable(user_id, at);
  if (!data) return <NotLoaded query={{ error, refetch }} lines={4} />;
  return (
    <>
      <p role="status">{text.count(data.documents.length)}</p>
      <LongList items={data.documents} itemKey={({ document_id }) => document_id}>
        {({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>}
      </LongList>
    </>
  );
}

import type { JsonOf } from "@retrieval/api/client";
import { isRefusal } from "../api/errors.js";
import { useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { Loaded } from "../parts/loaded.js";
import { useAnswer, useChange } from "../parts/use-answer.js";
import { useTitle } from "../shell/shell.js";
import { Button, ButtonAnchor } from "../ui/button.js";
import { Facts } from "../ui/facts.js";
import { PageHead, Row, Stack } from "../ui/layout.js";
import { Notice } from "../ui/notice.js";
import { Refused } from "../ui/refused.js";
import { EmptyState, Skeleton } from "../ui/state.js";
import { messages } from "./messages.js";

/** Asks the user whether an application may read as they do. */
export function ConsentPage({ authorization_id }: { authorization_id: string }) {
  const text = useMessages(messages);
  const waiting = useAnswer("readAuthorization", { authorization_id });
  const decide = useChange(
    async (client, allow: boolean) => (await client.decideAuthorization({ authorization_id, body: { allow } })).body,
    { onSuccess: ({ redirect_to }) => location.assign(redirect_to) },
  );
  if (decide.isSuccess) return <Skeleton label={text.leaving} lines={4} />;
  return (
    <Loaded
      query={waiting}
      absent="NOT_FOUND"
      instead={
        <EmptyState level={1} title={text.gone}>
          {text.goneText}
        </EmptyState>
      }
    >
      {(application) => (
        <Stack gap={4} narrow="page">
          <Asked application={application} />
          <Row gap={3}>
            <Button look="primary" isPending={decide.isPending} onPress={() => decide.mutate(true)}>
              {text.allow}
            </Button>
            <Button isPending={decide.isPending} onPress={() => decide.mutate(false)}>
              {text.deny}
            </Button>
          </Row>
          <Refused error={decide.error} title={text.notDecided} />
          {isRefusal(decide.error, "FORBIDDEN") && <ToPortal />}
        </Stack>
      )}
    </Loaded>
  );
}

function Asked({ application }: { application: JsonOf<"readAuthorization"> }) {
  const text = useMessages(messages);
  const { client_id, client_name, redirect_uri, days } = application;
  const { host } = new URL(client_id);
  const title = text.title(host);
  useTitle(title);
  const back = new URL(redirect_uri);
  // http leads to this computer only. The "host" of an application's own scheme is whatever it likes.
  const isLocal = back.protocol !== "https:";
  return (
    <>
      <PageHead title={title} lead={text.lead} />
      <Facts
        facts={[
          [text.application, client_id],
          [text.name, client_name === null ? text.nameless : isolate(client_name)],
          [text.returns, isLocal ? text.thisComputer : back.host],
          [text.may, text.mayText],
          [text.period, text.periodText(days)],
        ]}
      />
      <Notice tone="warn">{isLocal ? text.localWarning : text.nameWarning}</Notice>
    </>
  );
}

/** In another tab: this page continues by itself after the sign-in. */
function ToPortal() {
  const text = useMessages(messages);
  const { data } = useAnswer("readConfiguration", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    data && (
      <ButtonAnchor href={data.portal_origin} target="_blank" rel="noreferrer">
        {text.toPortal}
      </ButtonAnchor>
    )
  );
}

/** Why the authorization server asks for no consent. It does not know a safe address of the application. */
export function RefusedApplication() {
  const text = useMessages(messages);
  useTitle(text.refused);
  const error = new URLSearchParams(location.search).get("error");
  const reason =
    error === "invalid_client_metadata"
      ? "invalid_client"
      : error !== null && Object.hasOwn(text.reasons, error)
        ? (error as keyof typeof text.reasons)
        : "other";
  return (
    <EmptyState level={1} title={text.refused}>
      {text.reasons[reason]}
    </EmptyState>
  );
}

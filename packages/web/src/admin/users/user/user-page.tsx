import type { JsonOf } from "@retrieval/api/client";
import { useState } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { Loaded } from "../../../parts/loaded.js";
import { useAnswer } from "../../../parts/use-answer.js";
import { useTitle } from "../../../shell/shell.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { Facts } from "../../../ui/facts.js";
import { Meta, PageHead, Stack } from "../../../ui/layout.js";
import { EmptyState } from "../../../ui/state.js";
import { auditAddress } from "../../audit/addresses.js";
import { SignOutUser } from "../sign-out-user.js";
import { TokensOfUser } from "../tokens-of-user.js";
import { messages as userMessages } from "../user-messages.js";
import { USERS_ADDRESS } from "./addresses.js";
import { messages } from "./messages.js";
import { PersonalData } from "./personal-data.js";
import { UserChangeForm } from "./user-change-form.js";

/** One user: what administrators may see, and what they can change and end. */
export function UserPage({ user_id }: { user_id: string }) {
  const text = useMessages(messages);
  const query = useAnswer("readUser", { user_id });
  useTitle(query.data?.display_name ?? user_id);
  const unknown = (
    <EmptyState title={text.unknown} level={1} actions={<ButtonLink href={USERS_ADDRESS}>{text.all}</ButtonLink>}>
      {text.unknownText}
    </EmptyState>
  );
  return (
    <Loaded query={query} lines={8} absent="USER_NOT_FOUND" instead={unknown}>
      {(user) => (
        <Stack gap={6} narrow="page">
          <Head user={user} />
          <UserChangeForm user={user} />
          <Stack as="section" gap={3}>
            <h2>{text.readable}</h2>
            <Meta>{text.readableText}</Meta>
            <Link href={auditAddress("could-read", { user_id })}>{text.show}</Link>
          </Stack>
          <Sessions user={user} />
          <TokensOfUser user_id={user_id} />
          <PersonalData user={user} />
        </Stack>
      )}
    </Loaded>
  );
}

type UserDetails = JsonOf<"readUser">;

function Head({ user }: { user: UserDetails }) {
  const text = useMessages(messages);
  const { number, role, roles, state } = useMessages(userMessages);
  const { date, dateTime } = useFormat();
  const since = date(user.state_since);
  const facts = [
    [number, isolate(user.user_id)],
    [role, roles[user.role]],
    [state, user.is_active ? text.activeSince(since) : text.inactiveSince(since)],
    [text.registered, date(user.registered_at)],
    [text.lastSignIn, user.last_sign_in_at === null ? text.neverSignedIn : dateTime(user.last_sign_in_at)],
  ] as const;
  return (
    <PageHead back={<Link href={USERS_ADDRESS}>← {text.all}</Link>} title={isolate(user.display_name)}>
      <Facts facts={facts} />
      <Link href={auditAddress("entries", { user_id: user.user_id })}>{text.auditLog}</Link>
    </PageHead>
  );
}

function Sessions({ user }: { user: UserDetails }) {
  const text = useMessages(messages);
  const { endSessions } = useMessages(userMessages);
  const [asks, setAsks] = useState(false);
  const [done, setDone] = useState("");
  return (
    <Stack as="section" gap={3}>
      <h2>{text.sessions}</h2>
      <Meta>{user.is_active ? text.sessionsText : text.noSessions}</Meta>
      {user.is_active && (
        <div>
          <Button onPress={() => setAsks(true)}>{endSessions}</Button>
        </div>
      )}
      <Meta tone="good" role="status">
        {done}
      </Meta>
      {asks && <SignOutUser user={user} onDone={setDone} onClose={() => setAsks(false)} />}
    </Stack>
  );
}

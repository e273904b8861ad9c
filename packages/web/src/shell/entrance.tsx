import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { Loaded } from "../parts/loaded.js";
import { useAnswer } from "../parts/use-answer.js";
import { messages } from "../session/messages.js";
import type { SessionState } from "../session/open-session.js";
import type { Session } from "../session/session.js";
import { useSessionKeeper, useSessionState } from "../session/session-provider.js";
import { Button, ButtonAnchor } from "../ui/button.js";
import { messages as uiMessages } from "../ui/messages.js";
import { Notice } from "../ui/notice.js";
import { EmptyState, Skeleton } from "../ui/state.js";
import { useTitle } from "./shell.js";

/** Shows the pages to a signed-in user, and tells others how to sign in. */
export function Entrance({ children }: { children: ReactNode }) {
  const text = useMessages(messages);
  const { tryAgain } = useMessages(uiMessages);
  const state = useSessionState();
  const keeper = useSessionKeeper();
  switch (state.kind) {
    case "signed-in":
      return children;
    case "opening":
      return <Skeleton label={text.opening} lines={4} />;
    case "no-storage":
      return (
        <EmptyState level={1} title={text.noStorage}>
          {text.noStorageText}
        </EmptyState>
      );
    case "failed":
      return (
        <EmptyState
          level={1}
          title={text.failed}
          actions={
            <Button look="primary" onPress={() => keeper.tryAgain()}>
              {tryAgain}
            </Button>
          }
        >
          {text.failedText}
        </EmptyState>
      );
    case "asking":
      return <SwitchUser current={state.current} arriving={state.arriving} />;
    case "signed-out":
      return <SignedOut {...state} />;
  }
}

function SwitchUser({ current, arriving }: { current: Session; arriving: Session }) {
  const text = useMessages(messages);
  const keeper = useSessionKeeper();
  useTitle(text.switchTitle);
  const named = ({ user_id, display_name }: Session) => `${isolate(user_id)} ${isolate(display_name)}`;
  return (
    <EmptyState
      level={1}
      title={text.switchTitle}
      actions={
        <>
          <Button look="primary" onPress={() => keeper.answerLink(arriving)}>
            {text.switchYes(isolate(arriving.display_name))}
          </Button>
          <Button onPress={() => keeper.answerLink(current)}>{text.switchNo(isolate(current.display_name))}</Button>
        </>
      }
    >
      {text.switchText(named(current), named(arriving))}
    </EmptyState>
  );
}

/** The request of an application waits in this tab, for the sign-in in another one. */
const IN_A_TAB = { target: "_blank", rel: "noreferrer" } as const;

const TITLES = { never: "never", expired: "expired", "by-hand": "byHand" } as const;

function SignedOut({ why, link }: Extract<SessionState, { kind: "signed-out" }>) {
  const text = useMessages(messages);
  const configuration = useAnswer("readConfiguration", {}, { staleTime: Number.POSITIVE_INFINITY });
  const key = TITLES[why];
  useTitle(text[key]);
  const isAsked = useLocation()[0].startsWith("/authorize/");
  return (
    <EmptyState
      level={1}
      title={text[key]}
      actions={
        <Loaded query={configuration} lines={1}>
          {({ portal_origin }) => (
            <ButtonAnchor look="primary" href={portal_origin} {...(isAsked && IN_A_TAB)}>
              {text.toPortal}
            </ButtonAnchor>
          )}
        </Loaded>
      }
    >
      {link && (
        <Notice tone="warn" announced>
          {text.link[link]}
        </Notice>
      )}
      {!link && <p>{text[`${key}Text`]}</p>}
      <p>{text.returning}</p>
    </EmptyState>
  );
}

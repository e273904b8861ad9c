import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { useSession, useSessionKeeper } from "../../session/session-provider.js";
import { Confirmation } from "../../ui/dialog.js";
import { Notice } from "../../ui/notice.js";
import { useRefusalText } from "../problem-texts.js";
import { named } from "./named.js";
import { messages } from "./people-messages.js";
import { type UserSummary, useSignOutPerson } from "./people-queries.js";

interface SignOutPersonProps {
  readonly person: UserSummary;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

/** Ends all sessions of one person, after a question. */
export function SignOutPerson({ person, onDone, onClose }: SignOutPersonProps) {
  const text = useMessages(messages);
  const refusalText = useRefusalText();
  const keeper = useSessionKeeper();
  const isOneself = useSession().user_id === person.user_id;
  const signOut = useSignOutPerson(person);
  return (
    <Confirmation
      title={text.endSessionsOf(named(person))}
      confirm={text.endSessionsConfirm}
      isDangerous
      isPending={signOut.isPending}
      onCancel={onClose}
      onConfirm={() =>
        signOut.mutate(undefined, {
          onSuccess() {
            // This page's own session has ended too; it must not wait for a refused request to say so.
            if (isOneself) return keeper.signOut();
            onDone(text.sessionsEnded(named(person)));
            onClose();
          },
        })
      }
    >
      <p>{isOneself ? text.endOwnSessions : text.endSessionsText(isolate(person.display_name))}</p>
      {signOut.error && (
        <Notice tone="bad" announced title={text.sessionsNotEnded}>
          {refusalText(signOut.error)}
        </Notice>
      )}
    </Confirmation>
  );
}

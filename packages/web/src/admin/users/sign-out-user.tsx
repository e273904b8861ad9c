import type { UserSummary } from "@retrieval/core/users";
import { useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { userLabel } from "../../parts/display-names.js";
import { useChange } from "../../parts/use-answer.js";
import { useSession, useSessionKeeper } from "../../session/session-provider.js";
import { useTokens } from "../../tokens/queries.js";
import { Confirmation } from "../../ui/dialog.js";
import { Refused } from "../../ui/refused.js";
import { messages } from "./user-messages.js";

interface SignOutUserProps {
  readonly user: UserSummary;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

/** Ends all sessions of one user, after a confirmation. */
export function SignOutUser({ user, onDone, onClose }: SignOutUserProps) {
  const text = useMessages(messages);
  const keeper = useSessionKeeper();
  const isOneself = useSession().user_id === user.user_id;
  const signOut = useChange((client) => client.signOutUser({ user_id: user.user_id }), {
    onSuccess() {
      // This page's own session has ended too; it should not wait for a refused request.
      if (isOneself) return keeper.signOut();
      onDone(text.sessionsEnded(userLabel(user)));
      onClose();
    },
  });
  const tokensEnd = text.tokensEnd(useTokens(user).data?.items.length);
  return (
    <Confirmation
      title={text.endSessionsOf(userLabel(user))}
      confirm={text.endSessionsConfirm}
      isDangerous
      isPending={signOut.isPending}
      onCancel={onClose}
      onConfirm={() => signOut.mutate()}
    >
      <p>{isOneself ? text.endOwnSessions : text.endSessionsText(isolate(user.display_name))}</p>
      {tokensEnd !== null && <p>{tokensEnd}</p>}
      <Refused error={signOut.error} title={text.sessionsNotEnded} />
    </Confirmation>
  );
}

import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { useAnswer } from "../parts/use-answer.js";
import { useSession } from "../session/session-provider.js";
import { useTitle } from "../shell/shell.js";
import { Button } from "../ui/button.js";
import { PageHead, Stack } from "../ui/layout.js";
import { EmptyState } from "../ui/state.js";
import { CreateToken } from "./create-token.js";
import { messages } from "./messages.js";
import type { CreatedToken } from "./queries.js";
import { ShownToken } from "./shown-token.js";
import { TokenTable } from "./token-table.js";

/** The reader's own access tokens. */
export function TokensPage() {
  const text = useMessages(messages);
  useTitle(text.title);
  const { role } = useSession();
  const { data } = useAnswer("readConfiguration", {}, { staleTime: Number.POSITIVE_INFINITY });
  const audiences = data?.access_tokens.filter((audience) => audience !== "authzen" || role === "admin");
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return (
    <Stack gap={5}>
      <PageHead
        title={text.title}
        lead={text.lead}
        actions={
          audiences &&
          audiences.length > 0 && (
            <Button look="primary" onPress={() => setCreating(true)}>
              {text.create}
            </Button>
          )
        }
      />
      {audiences?.length === 0 && <EmptyState title={text.off}>{text.offText}</EmptyState>}
      {created && <ShownToken created={created} onClose={() => setCreated(null)} />}
      <TokenTable owner="oneself" label={text.list} />
      {isCreating && audiences && (
        <CreateToken audiences={audiences} onCreated={setCreated} onClose={() => setCreating(false)} />
      )}
    </Stack>
  );
}

import { useMessages } from "../../i18n/i18n.js";
import { messages } from "../../tokens/messages.js";
import { TokenTable } from "../../tokens/token-table.js";
import { Stack } from "../../ui/layout.js";

/** The access tokens of one user, for administrators: they see that there are some, and revoke them. */
export function TokensOfUser({ user_id }: { user_id: string }) {
  const text = useMessages(messages);
  return (
    <Stack as="section" gap={3}>
      <h2>{text.ofUser}</h2>
      <p>{text.ofUserText}</p>
      <TokenTable owner={{ user_id }} label={text.ofUser} />
    </Stack>
  );
}

import { useState } from "react";
import { useFormat, useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { Loaded } from "../parts/loaded.js";
import { useChange } from "../parts/use-answer.js";
import { Button } from "../ui/button.js";
import { Confirmation } from "../ui/dialog.js";
import { Meta } from "../ui/layout.js";
import { Refused } from "../ui/refused.js";
import { VisuallyHidden } from "../ui/state.js";
import { type Column, Table } from "../ui/table.js";
import { messages } from "./messages.js";
import { type AccessToken, type Owner, useTokens } from "./queries.js";

/** A user's tokens that have not ended, each with its revocation. */
export function TokenTable({ owner, label }: { owner: Owner; label: string }) {
  const text = useMessages(messages);
  const [revoking, setRevoking] = useState<AccessToken | null>(null);
  const [done, setDone] = useState("");
  const columns = useColumns(setRevoking);
  return (
    <Loaded query={useTokens(owner)}>
      {({ items }) => (
        <>
          <Meta tone="good" role="status">
            {done}
          </Meta>
          {items.length === 0 ? (
            <Meta>{text.none}</Meta>
          ) : (
            <Table label={label} columns={columns} rows={items} rowKey={({ token_id }) => token_id} />
          )}
          {revoking && (
            <RevokeToken owner={owner} token={revoking} onDone={setDone} onClose={() => setRevoking(null)} />
          )}
        </>
      )}
    </Loaded>
  );
}

function useColumns(onRevoke: (token: AccessToken) => void): readonly Column<AccessToken>[] {
  const text = useMessages(messages);
  const { date, dateTime } = useFormat();
  return [
    { name: "name", label: text.name, isRowHeader: true, cell: ({ name }) => isolate(name) },
    {
      name: "audience",
      label: text.audience,
      cell: ({ audience, role, client_id }) =>
        client_id !== null
          ? text.application
          : role === "admin" && audience !== "authzen"
            ? `${text.audiences[audience]} · ${text.allDocuments}`
            : text.audiences[audience],
    },
    { name: "expires_at", label: text.expires, cell: ({ expires_at }) => date(expires_at) },
    {
      name: "last_used_at",
      label: text.lastUsed,
      cell: ({ last_used_at }) => (last_used_at === null ? text.never : dateTime(last_used_at)),
    },
    {
      name: "actions",
      label: text.actions,
      hideLabel: true,
      cell: (token) => (
        <Button small onPress={() => onRevoke(token)}>
          {text.revoke}
          <VisuallyHidden>{text.of(token.name)}</VisuallyHidden>
        </Button>
      ),
    },
  ];
}

interface RevokeTokenProps {
  readonly owner: Owner;
  readonly token: AccessToken;
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

function RevokeToken({ owner, token, onDone, onClose }: RevokeTokenProps) {
  const text = useMessages(messages);
  const name = isolate(token.name);
  const revoke = useChange(
    (client) =>
      owner === "oneself"
        ? client.revokeOwnToken({ token_id: token.token_id })
        : client.revokeTokenOfUser({ ...owner, token_id: token.token_id }),
    {
      onSuccess() {
        onDone(text.revoked(name));
        onClose();
      },
    },
  );
  return (
    <Confirmation
      title={text.revokeTitle(name)}
      confirm={text.revoke}
      isDangerous
      isPending={revoke.isPending}
      onCancel={onClose}
      onConfirm={() => revoke.mutate()}
    >
      <p>{text.revokeText}</p>
      <Refused error={revoke.error} title={text.notRevoked} />
    </Confirmation>
  );
}

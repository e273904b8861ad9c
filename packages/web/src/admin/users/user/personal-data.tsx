import type { UserSummary } from "@retrieval/core/users";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useMessages } from "../../../i18n/i18n.js";
import { userLabel } from "../../../parts/display-names.js";
import { useChange } from "../../../parts/use-answer.js";
import { useApi } from "../../../session/session-provider.js";
import { Button } from "../../../ui/button.js";
import { Confirmation } from "../../../ui/dialog.js";
import { Meta, Row, Stack } from "../../../ui/layout.js";
import { Refused } from "../../../ui/refused.js";
import { saveFile } from "../../../ui/save-file.js";
import { USERS_ADDRESS } from "./addresses.js";
import { messages } from "./messages.js";

/** Exports what is stored about a user, and erases a user who has left. */
export function PersonalData({ user }: { user: UserSummary }) {
  const text = useMessages(messages);
  const api = useApi();
  const [asks, setAsks] = useState(false);
  const { user_id } = user;
  const save = useMutation({
    mutationFn: async () => (await api.client.exportUser({ user_id })).body,
    onSuccess: (data) =>
      saveFile(`${user_id}.json`, new Blob([JSON.stringify(data, null, 2)], { type: "application/json" })),
  });
  return (
    <Stack as="section" gap={3}>
      <h2>{text.data}</h2>
      <Meta>{text.dataText}</Meta>
      {user.is_active && <Meta>{text.eraseLater}</Meta>}
      <Row gap={2}>
        <Button isPending={save.isPending} onPress={() => save.mutate()}>
          {text.exportData}
        </Button>
        {!user.is_active && <Button onPress={() => setAsks(true)}>{text.erase}</Button>}
      </Row>
      <Refused error={save.error} title={text.exportFailed} />
      {asks && <Erase user={user} onClose={() => setAsks(false)} />}
    </Stack>
  );
}

function Erase({ user, onClose }: { user: UserSummary; onClose: () => void }) {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  const erase = useChange((client) => client.eraseUser({ user_id: user.user_id }), {
    onSuccess: () => navigate(USERS_ADDRESS),
  });
  return (
    <Confirmation
      title={text.eraseTitle(userLabel(user))}
      confirm={text.eraseConfirm}
      isDangerous
      isPending={erase.isPending}
      onCancel={onClose}
      onConfirm={() => erase.mutate()}
    >
      <p>{text.eraseGoes}</p>
      <p>{text.eraseStays}</p>
      <p>{text.eraseForever}</p>
      <Refused error={erase.error} title={text.notErased} />
    </Confirmation>
  );
}

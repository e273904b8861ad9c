import type { CallOf } from "@retrieval/api/client";
import { useState } from "react";
import { useMessages } from "../i18n/i18n.js";
import { useChange } from "../parts/use-answer.js";
import { useSession } from "../session/session-provider.js";
import { Checkbox } from "../ui/checkbox.js";
import { Confirmation } from "../ui/dialog.js";
import { RadioGroup } from "../ui/radio-group.js";
import { Refused } from "../ui/refused.js";
import { Select } from "../ui/select.js";
import { TextField } from "../ui/text-field.js";
import { messages } from "./messages.js";
import type { CreatedToken, TokenAudience } from "./queries.js";

const DAYS = ["7", "30", "90"] as const;

interface CreateTokenProps {
  /** At least one. */
  readonly audiences: readonly TokenAudience[];
  readonly onCreated: (created: CreatedToken) => void;
  readonly onClose: () => void;
}

export function CreateToken({ audiences, onCreated, onClose }: CreateTokenProps) {
  const text = useMessages(messages);
  const [name, setName] = useState("");
  const [audience, setAudience] = useState<TokenAudience>(audiences.includes("mcp") ? "mcp" : "api");
  const { role } = useSession();
  const [readsAll, setReadsAll] = useState(false);
  const [days, setDays] = useState<(typeof DAYS)[number]>("30");
  const create = useChange(
    async (client, body: CallOf<"createToken">["body"]) => (await client.createToken({ body })).body,
    {
      onSuccess(created) {
        onCreated(created);
        onClose();
      },
      // Its answer is kept nowhere but in the page: it holds the token.
      gcTime: 0,
    },
  );
  return (
    <Confirmation
      title={text.create}
      confirm={text.createConfirm}
      isDisabled={name.trim() === ""}
      isPending={create.isPending}
      onCancel={onClose}
      onConfirm={() =>
        create.mutate({
          name: name.trim(),
          audience,
          days: Number(days),
          ...(readsAll && audience !== "authzen" && { role: "admin" }),
        })
      }
    >
      <TextField
        label={text.name}
        description={text.nameHint}
        value={name}
        onChange={setName}
        maxLength={128}
        isRequired
        autoComplete="off"
        autoFocus
      />
      {audiences.length > 1 && (
        <RadioGroup
          label={text.audience}
          choices={audiences.map((value) => ({
            value,
            label: text.audiences[value],
            description: text.audienceTexts[value],
          }))}
          value={audience}
          onChange={setAudience}
        />
      )}
      <Select
        label={text.days}
        choices={DAYS.map((value) => ({ value, label: text.daysOf(Number(value)) }))}
        value={days}
        onChange={setDays}
      />
      {role === "admin" && audience !== "authzen" && (
        <Checkbox
          label={text.allDocuments}
          description={text.allDocumentsHint}
          isSelected={readsAll}
          onChange={setReadsAll}
        />
      )}
      <Refused error={create.error} title={text.notCreated} />
    </Confirmation>
  );
}

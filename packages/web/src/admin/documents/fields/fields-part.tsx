import type { CallOf } from "@retrieval/api/client";
import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { UserName } from "../../../parts/display-names.js";
import { Loaded } from "../../../parts/loaded.js";
import { messages as partMessages } from "../../../parts/messages.js";
import { useAnswer, useChange } from "../../../parts/use-answer.js";
import { UserPicker } from "../../../parts/user-picker.js";
import { Button } from "../../../ui/button.js";
import { Meta, Panel, Row, Stack } from "../../../ui/layout.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import { Refused } from "../../../ui/refused.js";
import { TagList } from "../../../ui/tag-list.js";
import { TextField } from "../../../ui/text-field.js";
import type { ManagedDocument } from "../answers.js";
import { messages } from "./messages.js";

type Change = CallOf<"changeDocument">["body"];

const TEXTS = ["number", "category", "owner", "contact"] as const;

/** What is said of a document beside its text: readers see most of it, and all versions share it. */
export function FieldsPart({ document_id }: { document_id: string }) {
  const record = useAnswer("readManagedDocument", { document_id });
  return (
    <Loaded query={record} lines={6}>
      {(document) => <FieldsForm document={document} />}
    </Loaded>
  );
}

function FieldsForm({ document }: { document: ManagedDocument }) {
  const text = useMessages(messages);
  const { document_id } = document;
  const [change, setChange] = useState<Change>({});
  const save = useChange((client) => client.changeDocument({ document_id, body: change }), {
    onSuccess: () => setChange({}),
  });
  const set = (part: Change) => {
    save.reset();
    setChange({ ...change, ...part });
  };
  const { review_by, editors, history } = { ...document, ...change };
  return (
    <Panel
      as="form"
      gap={5}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {TEXTS.map((name) => (
        <TextField
          key={name}
          {...text.fields[name]}
          value={{ ...document, ...change }[name] ?? ""}
          onChange={(value) => set({ [name]: value || null })}
          maxLength={512}
        />
      ))}
      <TextField
        {...text.fields.review_by}
        type="date"
        value={review_by ?? ""}
        onChange={(value) => set({ review_by: value || null })}
      />
      <Editors chosen={editors ?? []} onChange={(editors) => set({ editors })} />
      <RadioGroup
        label={text.history}
        value={history ?? "admins"}
        onChange={(history) => set({ history })}
        choices={(["admins", "readers"] as const).map((value) => ({ value, ...text.histories[value] }))}
        inRow
      />
      <Refused error={save.error} title={text.notSaved} />
      <Row gap={[3, 4]} align="center">
        <Button type="submit" look="primary" isDisabled={Object.keys(change).length === 0} isPending={save.isPending}>
          {text.save}
        </Button>
        <Meta tone="good" role="status">
          {save.isSuccess && text.saved}
        </Meta>
      </Row>
    </Panel>
  );
}

/** The administrators who alone may change the document. */
function Editors({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }) {
  const text = useMessages(messages);
  const { remove } = useMessages(partMessages);
  return (
    <Stack gap={3}>
      <UserPicker label={text.editors} chosen={chosen} onPick={(user_id) => onChange([...chosen, user_id])} />
      <TagList
        label={text.editors}
        empty={text.noEditors}
        remove={remove}
        items={chosen.map((id) => ({ id, text: id, content: <UserName user_id={id} /> }))}
        onRemove={(id) => onChange(chosen.filter((other) => other !== id))}
      />
    </Stack>
  );
}

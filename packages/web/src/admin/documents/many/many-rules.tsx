import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keyOf } from "../../../api/query-options.js";
import { useMessages } from "../../../i18n/i18n.js";
import editor from "../../../parts/editor.module.css";
import { LongList } from "../../../parts/long-list.js";
import { Refused } from "../../../parts/refused.js";
import { useApi } from "../../../session/session-provider.js";
import { Button } from "../../../ui/button.js";
import { Meta, PageHead, Stack } from "../../../ui/layout.js";
import { LeavingGuard } from "../../../ui/leaving-guard.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import type { AccessRules } from "../answers.js";
import { OddNames } from "../rules/rule-effects.js";
import { NoneNamed, RuleLists } from "../rules/rule-lists.js";
import { entriesOf } from "../rules/rules.js";
import { EDITS, type Picked, type RuleEdit, useEditPreview } from "./edit.js";
import { ManyEffects } from "./many-effects.js";
import { ManyResults } from "./many-results.js";
import { messages } from "./messages.js";

const NOBODY: AccessRules = {
  allow_all: false,
  allowed_department_codes: [],
  allowed_groups: [],
  allowed_users: [],
};

/** One change of the rules of many documents: what to change, its effects, and the result. */
export function ManyRules({ picked: given, onClose }: { picked: Picked; onClose: () => void }) {
  const text = useMessages(messages);
  const api = useApi();
  const queries = useQueryClient();
  const [picked, setPicked] = useState(given);
  const [kind, setKind] = useState<RuleEdit["kind"]>("add");
  const [names, setNames] = useState(NOBODY);
  const needsNames = kind === "add" || kind === "remove";
  const hasNames = kind === "replace" || needsNames;
  const edit = needsNames && entriesOf(names).length === 0 ? null : { kind, access_rules: names };
  const { preview, error, isBusy } = useEditPreview([...picked.keys()], edit);
  const changing = preview?.documents.filter(({ changes }) => changes) ?? [];
  const saving = useMutation({
    mutationFn: async (change: RuleEdit) => {
      const documents = changing.map(({ document_id, rules_version }) => ({ document_id, rules_version }));
      return (await api.client.changeManyAccessRules({ body: { documents, change } })).body;
    },
    // Nearly every other answer depends on who may read. A new preview of a change that was made would be in the audit log.
    onSettled: (answer) =>
      queries.invalidateQueries({ predicate: ({ queryKey: [id] }) => !answer || id !== keyOf("previewRuleEdit")[0] }),
  });

  if (saving.data)
    return (
      <ManyResults
        answer={saving.data}
        picked={picked}
        onClose={onClose}
        onAgain={(failed) => {
          setPicked(failed);
          saving.reset();
          void queries.invalidateQueries({ queryKey: keyOf("previewRuleEdit") });
        }}
      />
    );
  return (
    <>
      <Head picked={picked} onClose={onClose} />
      <div className={editor.columns}>
        <Stack gap={5}>
          <RadioGroup
            label={text.kind}
            value={kind}
            onChange={setKind}
            choices={EDITS.map((value) => ({ value, ...text.kinds[value] }))}
            inRow
          />
          {kind === "replace" && <NoneNamed rules={names} />}
          {hasNames && <RuleLists rules={names} onChange={setNames} />}
        </Stack>
        <aside className={editor.aside}>
          <ManyEffects isAsked={edit !== null} preview={preview} error={error} isBusy={isBusy} />
          {hasNames && <OddNames warnings={preview?.warnings ?? []} />}
        </aside>
        <div className={editor.bar}>
          <Refused error={saving.error} title={text.notSaved} />
          <div className={editor.save}>
            <p role="status" className={editor.quiet}>
              {preview && !isBusy && text.willChange(changing.length)}
            </p>
            <Button
              look="primary"
              isDisabled={isBusy || changing.length === 0}
              isPending={saving.isPending}
              onPress={() => edit && saving.mutate(edit)}
            >
              {text.save}
            </Button>
          </div>
        </div>
      </div>
      <LeavingGuard isUnsaved={entriesOf(names).length > 0} title={text.leaveTitle} leave={text.leave} stay={text.stay}>
        {text.leaveText}
      </LeavingGuard>
    </>
  );
}

function Head({ picked, onClose }: { picked: Picked; onClose: () => void }) {
  const text = useMessages(messages);
  return (
    <PageHead
      title={text.title(picked.size)}
      actions={
        <Button small onPress={onClose}>
          {text.close}
        </Button>
      }
    >
      <LongList items={[...picked]} itemKey={([document_id]) => document_id} first={5}>
        {([document_id, title]) => (
          <>
            {title} <Meta as="code">{document_id}</Meta>
          </>
        )}
      </LongList>
    </PageHead>
  );
}

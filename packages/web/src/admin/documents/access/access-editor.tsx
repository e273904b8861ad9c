import { appliedEdit, type RuleEdit } from "@retrieval/api/client";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { Loaded } from "../../../parts/loaded.js";
import { LongList } from "../../../parts/long-list.js";
import { Button } from "../../../ui/button.js";
import { Meta, Row, Stack } from "../../../ui/layout.js";
import { LeavingGuard } from "../../../ui/leaving-guard.js";
import { Notice } from "../../../ui/notice.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import { Refused } from "../../../ui/refused.js";
import { documentAdminAddress } from "../addresses.js";
import type { AccessRules } from "../answers.js";
import { messages as documentMessages } from "../messages.js";
import editor from "./access.module.css";
import { EditEffects } from "./edit-effects.js";
import { messages } from "./messages.js";
import { NameLists } from "./name-lists.js";
import { ruleSummary } from "./rule-in-words.js";
import { useRuleEdit } from "./use-rule-edit.js";

/** Edits who may read one or many documents, and shows the effects before saving. */
export function AccessEditor({ document_ids }: { document_ids: readonly string[] }) {
  const text = useMessages(messages);
  const editing = useRuleEdit(document_ids);
  const { edit, change, preview, documents, changing, saving } = editing;
  const isDirty = changing.length > 0;
  if (!preview.data)
    return (
      <Loaded query={preview} lines={6}>
        {() => null}
      </Loaded>
    );
  const before = documents.map(({ access_rules }) => access_rules);
  const after = before.map((rules) => appliedEdit(rules, edit));
  return (
    <div className={editor.columns}>
      <Stack gap={5}>
        <Openness edit={edit} before={before} after={after} onChange={change} />
        <NameLists edit={edit} after={after} onChange={change} />
      </Stack>
      <aside className={editor.aside}>
        <EditEffects preview={preview.data} error={preview.error} isBusy={preview.isBusy} isDirty={isDirty} />
      </aside>
      <div className={editor.bar}>
        <Refused error={saving.error} title={text.notSaved} />
        <Failures {...editing} />
        <Row gap={[2, 4]} align="center" apart>
          <Status {...editing} />
          <Row gap={[2, 3]} align="center">
            <Button isDisabled={!isDirty || saving.isPending} onPress={() => change({})}>
              {text.discard}
            </Button>
            <Button
              look="primary"
              isDisabled={!isDirty || preview.isBusy}
              isPending={saving.isPending}
              onPress={() => saving.mutate()}
            >
              {text.save}
            </Button>
          </Row>
        </Row>
      </div>
      <LeavingGuard isUnsaved={isDirty} title={text.leaveTitle} leave={text.leave} stay={text.stay}>
        {text.leaveText}
      </LeavingGuard>
    </div>
  );
}

interface OpennessProps {
  readonly edit: RuleEdit;
  readonly before: readonly AccessRules[];
  readonly after: readonly AccessRules[];
  readonly onChange: (edit: RuleEdit) => void;
}

const openIn = (rules: readonly AccessRules[]) => rules.filter(({ allow_all }) => allow_all).length;

/** Whether everyone may read, or only those who are named; documents that differ may stay so. */
function Openness({ edit: { allow_all: _, ...edit }, before, after, onChange }: OpennessProps) {
  const text = useMessages(messages);
  const [open, all] = [openIn(before), before.length];
  const choices = [
    { value: "everyone", label: text.everyone, description: text.everyoneText },
    { value: "named", label: text.named, description: text.namedText },
    ...(open > 0 && open < all ? [{ value: "each", label: text.each, description: text.eachText(open, all) }] : []),
  ];
  const value = openIn(after) === all ? "everyone" : openIn(after) === 0 ? "named" : "each";
  return (
    <RadioGroup
      label={text.who(all)}
      value={value}
      onChange={(choice) => onChange(choice === "each" ? edit : { ...edit, allow_all: choice === "everyone" })}
      choices={choices}
      inRow
    />
  );
}

type Editing = ReturnType<typeof useRuleEdit>;

/** Which documents were not changed and why, in the service's words. */
function Failures({ saving, preview }: Editing) {
  const text = useMessages(messages);
  const failed = saving.data?.documents.filter(({ result }) => result === "failed") ?? [];
  const documents = preview.data?.documents ?? [];
  if (failed.length === 0) return null;
  const titleOf = (id: string) => documents.find(({ document_id }) => document_id === id)?.title ?? id;
  return (
    <Notice tone="bad" announced title={documents.length === 1 ? text.notSaved : text.failed(failed.length)}>
      <LongList items={failed} itemKey={({ document_id }) => document_id} first={5}>
        {({ document_id, error }) => (
          <>
            {documents.length > 1 && (
              <>
                <Link href={documentAdminAddress(document_id)}>{titleOf(document_id)}</Link>:{" "}
              </>
            )}
            {error}
          </>
        )}
      </LongList>
      <p>{text.newPreview}</p>
    </Notice>
  );
}

/** The status line, announced whenever it changes. It takes the focus from the button of what was saved. */
function Status({ saving: { data }, changing, documents }: Editing) {
  const text = useMessages(messages);
  const { access } = useMessages(documentMessages);
  const { number } = useFormat();
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (data) place.current?.focus();
  }, [data]);
  const isDirty = changing.length > 0;
  const isSaved = !isDirty && data?.failed === 0;
  const sentence = () => {
    const [only, ...others] = documents;
    const isMany = others.length > 0;
    if (isDirty) return isMany ? text.willChange(changing.length) : text.unsaved;
    if (!isSaved) return text.allSaved;
    if (isMany || !only) return text.savedMany(data.changed);
    return text.saved(ruleSummary(only.access_rules, access), number(only.rules_version));
  };
  return (
    <Meta
      ref={place}
      role="status"
      tabIndex={-1}
      tone={isDirty ? "warn" : isSaved ? "good" : undefined}
      data-quiet={(!isDirty && !isSaved) || undefined}
    >
      {sentence()}
    </Meta>
  );
}

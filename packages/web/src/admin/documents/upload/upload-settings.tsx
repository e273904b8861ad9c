import { DOCX, mediaTypeOf, ORIGINAL_CHOICES, XLSX } from "@retrieval/api/client";
import { useMessages } from "../../../i18n/i18n.js";
import { Meta } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { RadioGroup } from "../../../ui/radio-group.js";
import { TextField } from "../../../ui/text-field.js";
import { useApproval } from "../contents/draft-review.js";
import { messages } from "./messages.js";
import styles from "./upload.module.css";
import type { UploadFile } from "./upload-file.js";
import type { UploadPlan, UploadSettings } from "./upload-plan.js";

interface UploadSettingsFieldsProps {
  readonly settings: UploadSettings;
  readonly plan: UploadPlan;
  readonly files: readonly UploadFile[];
  readonly onChange: (part: Partial<UploadSettings>) => void;
}

/** The fields that are sent with every file. */
export function UploadSettingsFields({ settings, plan, files, onChange }: UploadSettingsFieldsProps) {
  const text = useMessages(messages);
  const { isNeeded } = useApproval(null);
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={text.version}
          description={text.versionHint}
          value={settings.version}
          onChange={(version) => onChange({ version })}
          maxLength={512}
        />
        {plan.hasNew && settings.publish && (
          <TextField
            label={text.from}
            description={text.fromHint}
            type="date"
            value={settings.effective_from}
            onChange={(effective_from) => onChange({ effective_from })}
          />
        )}
      </div>
      {plan.hasNew ? (
        <>
          {isNeeded ? (
            <Meta>{text.approvedText}</Meta>
          ) : (
            <RadioGroup
              label={text.publish}
              value={settings.publish ? "atOnce" : "draft"}
              onChange={(value) => onChange({ publish: value === "atOnce" })}
              choices={[
                { value: "draft", label: text.draft, description: text.draftText },
                { value: "atOnce", label: text.atOnce, description: text.atOnceText },
              ]}
              inRow
            />
          )}
          <RadioGroup
            label={text.access}
            value={settings.isRestricted ? "restricted" : "default"}
            onChange={(value) => onChange({ isRestricted: value === "restricted" })}
            choices={[
              {
                value: "default",
                label: plan.opensToAll ? text.everyone : text.byDefault,
                description: text.byDefaultText,
              },
              { value: "restricted", label: text.restricted, description: text.restrictedText },
            ]}
            inRow
          />
        </>
      ) : (
        <Meta>{isNeeded ? text.approvedText : text.draftText}</Meta>
      )}
      <RadioGroup
        label={text.original}
        value={settings.original}
        onChange={(original) => onChange({ original })}
        choices={ORIGINAL_CHOICES.map((value) => ({ value, ...text.originalFor[value] }))}
        inRow
      />
      {settings.original === "readers" &&
        files.some(({ file }) => [DOCX, XLSX].includes(mediaTypeOf(file.name) ?? "")) && (
          <Notice tone="warn">{text.showsEdits}</Notice>
        )}
    </>
  );
}

import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Checkbox } from "../../ui/checkbox.js";
import { DropZone } from "../../ui/drop-zone.js";
import { PageHead, Row, Stack } from "../../ui/layout.js";
import { RadioGroup } from "../../ui/radio-group.js";
import { Refused } from "../../ui/refused.js";
import type { ImportRequest } from "./import-answer.js";
import { ImportColumnFields } from "./import-column-fields.js";
import { messages } from "./import-messages.js";
import { type ImportedFile, NotReadable, useCheck } from "./use-import.js";

interface ImportFormProps {
  readonly request: ImportRequest;
  readonly onChange: (request: ImportRequest) => void;
  readonly onChecked: (checked: ImportedFile) => void;
}

const ACCEPTED = [".csv", ".txt", "text/csv"];

/** The choice of file and mode. Checking the file writes nothing. */
export function ImportForm({ request, onChange, onChecked }: ImportFormProps) {
  const text = useMessages(messages);
  const check = useCheck(onChecked);
  const change = (changed: Partial<ImportRequest>) => {
    check.reset();
    onChange({ ...request, ...changed });
  };
  const { file, mode, update, columns } = request;
  const aboutColumns =
    isRefusal(check.error, "INVALID_REQUEST") &&
    // Column names can be corrected here; every other problem must be corrected in the file.
    check.error.problems.some(({ code }) => code.startsWith("columns."));
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <Stack
        as="form"
        gap={4}
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== null && !check.isPending) check.mutate({ ...request, file });
        }}
      >
        <RadioGroup
          label={text.mode}
          inRow
          choices={[
            { value: "import", label: text.import, description: text.importText },
            { value: "sync", label: text.sync, description: text.syncText },
          ]}
          value={mode}
          onChange={(mode) => change({ mode })}
        />
        {mode === "import" && (
          <Checkbox
            label={text.update}
            description={text.updateText}
            isSelected={update}
            onChange={(update) => change({ update })}
          />
        )}
        <DropZone
          label={text.drop}
          choose={text.choose}
          hint={text.dropHint}
          accept={ACCEPTED}
          file={file}
          isDisabled={check.isPending}
          onFiles={([chosen]) => chosen && change({ file: chosen.file })}
        />
        <ImportColumnFields isNeeded={aboutColumns} columns={columns} onChange={(columns) => change({ columns })} />
        {check.error && <CheckFailure error={check.error} />}
        <Row gap={3}>
          <Button type="submit" look="primary" isDisabled={file === null} isPending={check.isPending}>
            {check.isPending ? text.checking : text.check}
          </Button>
        </Row>
      </Stack>
    </>
  );
}

function CheckFailure({ error }: { error: Error }) {
  const text = useMessages(messages);
  return (
    <Refused error={error} title={text.cannotUse}>
      {error instanceof NotReadable ? text.notReadable : isRefusal(error, "PAYLOAD_TOO_LARGE") && text.tooLarge}
    </Refused>
  );
}

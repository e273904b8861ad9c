import { FILE_EXTENSIONS } from "@retrieval/api/client";
import { useState } from "react";
import { useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { LongList } from "../../../parts/long-list.js";
import { Button } from "../../../ui/button.js";
import type { ChosenFile } from "../../../ui/chosen-files.js";
import { DropZone } from "../../../ui/drop-zone.js";
import { Meta, Row } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { PublicationReaders } from "../publication-readers.js";
import { messages } from "./messages.js";
import { FILES_MAX, sortOut } from "./upload-file.js";
import { anchorOf } from "./upload-list.js";
import type { UploadPlan } from "./upload-plan.js";

interface ChooseFilesProps {
  /** One file, for a document that is given. */
  readonly isOne: boolean;
  /** How many files the list has. */
  readonly count: number;
  readonly onFiles: (files: readonly ChosenFile[]) => void;
}

/** Takes files, and says which it does not take. */
export function ChooseFiles({ isOne, count, onFiles }: ChooseFilesProps) {
  const text = useMessages(messages);
  const [{ leftOut, beyond }, setRest] = useState<Omit<ReturnType<typeof sortOut>, "taken">>({
    leftOut: [],
    beyond: 0,
  });
  return (
    <>
      <DropZone
        label={isOne ? text.dropOne : text.drop}
        choose={isOne ? text.chooseOne : text.choose}
        {...(!isOne && { chooseFolder: text.chooseFolder })}
        hint={text.formats}
        accept={FILE_EXTENSIONS}
        onFiles={(files) => {
          const { taken, ...rest } = sortOut(files, isOne ? 1 : FILES_MAX - count);
          setRest(rest);
          onFiles(taken);
        }}
      />
      {leftOut.length > 0 && (
        <Notice announced title={text.leftOut(leftOut.length)}>
          <LongList items={leftOut} itemKey={(path) => path} first={3}>
            {isolate}
          </LongList>
        </Notice>
      )}
      {beyond > 0 && (
        <Notice tone="warn" announced>
          {text.beyond(beyond, FILES_MAX)}
        </Notice>
      )}
    </>
  );
}

/** Who will be able to read what is uploaded. */
export function FutureReaders({ audiences }: Pick<UploadPlan, "audiences">) {
  if (audiences.length === 0) return null;
  // The one box of one document needs no name.
  const named = (documents: readonly string[]) => (audiences.length > 1 || documents.length > 1 ? documents : []);
  return (
    <LongList items={audiences} itemKey={({ documents }) => documents.join(" ")} first={3}>
      {({ preview, when, documents }) => (
        <PublicationReaders preview={preview} when={when} documents={named(documents)} />
      )}
    </LongList>
  );
}

interface SendFilesProps {
  readonly plan: UploadPlan;
  /** false: the service has not said yet what some files would be. */
  readonly isKnown: boolean;
}

/** The button that uploads, and the files that it leaves out. */
export function SendFiles({ plan: { choices, keptBack }, isKnown }: SendFilesProps) {
  const text = useMessages(messages);
  return (
    <>
      <Row gap={[3, 4]} align="center">
        <Button look="primary" type="submit" isDisabled={choices.size === 0 || !isKnown}>
          {text.send(choices.size)}
        </Button>
        <Meta role="status">
          {keptBack.length > 0 && text.withProblems(keptBack.length)}
          {choices.size > 1 && !isKnown && ` ${text.lookingUp}`}
        </Meta>
      </Row>
      {choices.size > 0 && (
        <LongList items={keptBack} itemKey={anchorOf} first={5}>
          {(file) => <a href={`#${anchorOf(file)}`}>{isolate(file.path)}</a>}
        </LongList>
      )}
    </>
  );
}

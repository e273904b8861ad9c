import { useState } from "react";
import { DropZone as AriaDropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useMessages } from "../i18n/i18n.js";
import { isolate } from "../i18n/isolate.js";
import { Button } from "./button.js";
import { type ChosenFile, type DroppedFiles, droppedFiles, selectedFiles } from "./chosen-files.js";
import { messages } from "./control-messages.js";
import styles from "./drop-zone.module.css";
import { Notice } from "./notice.js";

interface DropZoneProps {
  /** The purpose of the files. */
  readonly label: string;
  /** The label of the button that opens the browser's file dialog. */
  readonly choose: string;
  /** The label of a second button, for a folder; without it, one file is taken. */
  readonly chooseFolder?: string;
  readonly hint?: string;
  /** Extensions and types that the file dialog offers; the service judges dropped files. */
  readonly accept: readonly string[];
  /** The file chosen before. */
  readonly file?: File | null;
  readonly isDisabled?: boolean;
  /** Called after each drop and choice, also one without a file. */
  readonly onFiles: (files: readonly ChosenFile[]) => void;
}

/** In a folder, files of the system and of open programs. */
const isHidden = ({ path }: ChosenFile) => /\/(\.|~\$)/.test(path);

/** Takes files, dropped or chosen, and says which the browser cannot read, or that there were none. */
export function DropZone(props: DropZoneProps) {
  const { label, choose, chooseFolder, hint, accept, file, isDisabled = false, onFiles } = props;
  const [last, setLast] = useState<DroppedFiles | null>(null);
  const take = (dropped: DroppedFiles) => {
    const seen = dropped.files.filter((file) => !isHidden(file));
    const files = chooseFolder === undefined ? seen.slice(0, 1) : seen;
    setLast({ ...dropped, files });
    onFiles(files);
  };
  const selected = (files: FileList | null) => take({ files: selectedFiles(files), unreadable: [] });
  return (
    <AriaDropZone
      className={styles.zone ?? ""}
      aria-label={label}
      isDisabled={isDisabled}
      onDrop={async ({ items }) => {
        setLast(null);
        take(await droppedFiles(items));
      }}
    >
      <p className={styles.label}>{label}</p>
      <div className={styles.choose}>
        <FileTrigger acceptedFileTypes={accept} allowsMultiple={chooseFolder !== undefined} onSelect={selected}>
          <Button isDisabled={isDisabled}>{choose}</Button>
        </FileTrigger>
        {chooseFolder !== undefined && (
          <FileTrigger acceptDirectory onSelect={selected}>
            <Button isDisabled={isDisabled}>{chooseFolder}</Button>
          </FileTrigger>
        )}
      </div>
      {/* Reserves room for a name, so that nothing moves when there is one. */}
      <p className={file ? styles.file : styles.hint}>{file ? file.name : hint}</p>
      {last !== null && <Outcome {...last} />}
    </AriaDropZone>
  );
}

function Outcome({ files, unreadable }: DroppedFiles) {
  const text = useMessages(messages);
  if (unreadable.length > 0)
    return (
      <Notice tone="bad" announced title={text.unreadable}>
        {text.named(unreadable.map(isolate))}
      </Notice>
    );
  return files.length === 0 && <Notice announced>{text.noFiles}</Notice>;
}

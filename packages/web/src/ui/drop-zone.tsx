import { DropZone as AriaDropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Button } from "./button.js";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  /** The purpose of the file. */
  readonly label: string;
  /** The label of the button that opens the browser's file dialog. */
  readonly choose: string;
  readonly hint?: string;
  /** Extensions and types that the file dialog offers; the service judges dropped files. */
  readonly accept: readonly string[];
  /** The file chosen before. */
  readonly file?: File | null;
  readonly isDisabled?: boolean;
  readonly onFile: (file: File) => void;
}

/** Takes one file, dropped or chosen. */
export function DropZone({ label, choose, hint, accept, file, isDisabled = false, onFile }: DropZoneProps) {
  return (
    <AriaDropZone
      className={styles.zone ?? ""}
      aria-label={label}
      isDisabled={isDisabled}
      onDrop={async ({ items }) => {
        const dropped = items.find((item) => item.kind === "file");
        if (dropped) onFile(await dropped.getFile());
      }}
    >
      <p className={styles.label}>{label}</p>
      <FileTrigger
        acceptedFileTypes={accept}
        onSelect={(files) => {
          const chosen = files?.[0];
          if (chosen) onFile(chosen);
        }}
      >
        <Button isDisabled={isDisabled}>{choose}</Button>
      </FileTrigger>
      {/* Reserves room for a name, so that nothing moves when there is one. */}
      <p className={file ? styles.file : styles.hint}>{file ? file.name : hint}</p>
    </AriaDropZone>
  );
}

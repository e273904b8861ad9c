import { DropZone as AriaDropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Button } from "./button.js";
import styles from "./drop-zone.module.css";

interface DropZoneProps {
  /** What the file is for. */
  readonly label: string;
  /** Of the button that opens the browser's own choice of files. */
  readonly choose: string;
  readonly hint?: string;
  /** Endings and types that the choice of files offers; what is dropped is the service's to judge. */
  readonly accept: readonly string[];
  /** Chosen before. */
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
      {/* Room for a name is kept, so that nothing moves when there is one. */}
      <p className={file ? styles.file : styles.hint}>{file ? file.name : hint}</p>
    </AriaDropZone>
  );
}

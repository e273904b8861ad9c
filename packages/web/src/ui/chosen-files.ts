import type { DropItem } from "react-aria-components/useDragAndDrop";

/** A file that the user chose or dropped. */
export interface ChosenFile {
  readonly file: File;
  /** Its name; in a folder that was chosen, its path from there. */
  readonly path: string;
}

/** The files of the browser's file dialog. */
export function selectedFiles(files: FileList | null): ChosenFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

export interface DroppedFiles {
  readonly files: readonly ChosenFile[];
  /** The paths of files and folders that the browser cannot read; nothing of them is in `files`. */
  readonly unreadable: readonly string[];
}

/** The dropped files, and those in dropped folders with all subfolders. */
export async function droppedFiles(
  items: Iterable<DropItem> | AsyncIterable<DropItem>,
  folder = "",
): Promise<DroppedFiles> {
  const files: ChosenFile[] = [];
  const unreadable: string[] = [];
  for await (const item of items) {
    if (item.kind === "text") continue;
    const path = folder + item.name;
    try {
      if (item.kind === "file") files.push({ file: await item.getFile(), path });
      else {
        const inside = await droppedFiles(item.getEntries(), `${path}/`);
        files.push(...inside.files);
        unreadable.push(...inside.unreadable);
      }
    } catch {
      unreadable.push(path);
    }
  }
  return { files, unreadable };
}

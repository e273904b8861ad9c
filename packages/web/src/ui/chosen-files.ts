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

/** The dropped files, and those in dropped folders with all subfolders. */
export async function droppedFiles(
  items: Iterable<DropItem> | AsyncIterable<DropItem>,
  folder = "",
): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  for await (const item of items) {
    if (item.kind === "directory") found.push(...(await droppedFiles(item.getEntries(), `${folder}${item.name}/`)));
    if (item.kind === "file") found.push({ file: await item.getFile(), path: folder + item.name });
  }
  return found;
}

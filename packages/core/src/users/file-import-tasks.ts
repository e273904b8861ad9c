import type { RefusedLine, UserFile } from "../ports/user-file-reader.js";
import type { HashedChange } from "./user-change.js";
import { readUserFields } from "./user-change.js";
import { USER_FILE_FIELDS } from "./user-file-fields.js";

/** One change and the line that asks for it; the leavers of a synchronisation have no line. */
export interface Task {
  readonly line: number | null;
  readonly change: HashedChange;
}

/** Turns the lines of the file into changes. A line that would be no valid entry of a bulk import is refused. */
export function readTasks(file: UserFile, sync: boolean): { tasks: Task[]; refused: RefusedLine[] } {
  const tasks: Task[] = [];
  const refused: RefusedLine[] = [...file.refused];
  const firstLine = new Map<string, number>();
  for (const { line, entry } of file.users) {
    const first = firstLine.get(entry.user_id);
    const { user_id } = entry;
    const read = readUserFields(entry, USER_FILE_FIELDS);
    if (first !== undefined) {
      refused.push({ line, user_id, problems: [{ code: "user_id.duplicate_line", first_line: first }] });
    } else if ("problems" in read) refused.push({ line, user_id, problems: read.problems });
    else tasks.push({ line, change: { ...entry, ...(sync ? { is_active: true } : {}) } });
    if (first === undefined) firstLine.set(entry.user_id, line);
  }
  return { tasks, refused: refused.sort((a, b) => a.line - b.line) };
}

/** The users without a line in the file. A user whose line is refused is still in the file. */
export function leavers(ordinary: readonly string[], file: UserFile): Task[] {
  const inFile = new Set([
    ...file.users.map(({ entry }) => entry.user_id),
    ...file.refused.map(({ user_id }) => user_id),
  ]);
  return ordinary
    .filter((user_id) => !inFile.has(user_id))
    .map((user_id) => ({ line: null, change: { user_id, is_active: false } }));
}

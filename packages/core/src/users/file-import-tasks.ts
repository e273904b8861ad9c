import type { HashedChange } from "./user-change.js";
import { readUserFields } from "./user-change.js";
import type { UserDirectory } from "./user-directory.js";
import type { RefusedLine, UserFile } from "./user-file-reader.js";

/** One change and the line that asks for it; the leavers of a synchronisation have no line. */
export interface Task {
  readonly line: number | null;
  /** As the file has it, or the service for a user whom the file does not have. */
  readonly display_name: string | null;
  readonly change: HashedChange;
}

/** Turns the lines of the file into changes. A line that would be no valid entry of a bulk import is refused. */
export function readTasks(file: UserFile, sync: boolean): { tasks: Task[]; refused: RefusedLine[] } {
  const tasks: Task[] = [];
  const refused: RefusedLine[] = [...file.refused];
  const firstLine = new Map<string, number>();
  for (const { line, entry } of file.users) {
    const first = firstLine.get(entry.user_id);
    const { user_id, display_name } = entry;
    const read = readUserFields(entry, "file");
    if (first !== undefined) {
      const problems = [{ code: "user_id.duplicate_line" as const, first_line: first }];
      refused.push({ line, user_id, display_name, problems });
    } else if ("problems" in read) refused.push({ line, user_id, display_name, problems: read.problems });
    else tasks.push({ line, display_name, change: { ...entry, ...(sync ? { is_active: true } : {}) } });
    if (first === undefined) firstLine.set(entry.user_id, line);
  }
  return { tasks, refused: refused.sort((a, b) => a.line - b.line) };
}

/** The users without a line in the file, whom a synchronisation deactivates. */
export async function leavers(file: UserFile, users: Pick<UserDirectory, "leavers">) {
  // A user whose line is refused is still in the file.
  const present = [
    ...file.users.map(({ entry }) => entry.user_id),
    ...file.refused.map(({ user_id }) => user_id ?? ""),
  ];
  const absent = await users.leavers(present);
  const left = absent.filter(({ role }) => role === "user");
  return {
    left: left.map(
      ({ user_id, display_name }): Task => ({ line: null, display_name, change: { user_id, is_active: false } }),
    ),
    /** Administrators and developers, whom it leaves alone. */
    staff: absent.filter(({ role }) => role !== "user"),
  };
}

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { departmentsCsv, headOfficeCsv } from "./sample-company/index.js";

/** The exports of the sample company's portal, by their names in the demo's DATA_DIR. */
export const SAMPLE_FILES = { users: "head-office.csv", departments: "departments.csv" } as const;

/** Writes the files to try imports with. Keeps an existing file, because the user may have edited it. */
export async function writeSampleFiles(dataDir: string): Promise<void> {
  const files = [
    [SAMPLE_FILES.users, headOfficeCsv],
    [SAMPLE_FILES.departments, departmentsCsv],
  ] as const;
  for (const [name, content] of files) {
    const path = join(dataDir, name);
    if (!existsSync(path)) await writeFile(path, content(), { mode: 0o600 });
  }
}

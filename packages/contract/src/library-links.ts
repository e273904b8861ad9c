import { access, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/**
 * Makes the missing links through which the PostgreSQL from npm finds its libraries. An npm package cannot carry links,
 * and the script that would make them at installation does not run (.npmrc).
 * @param folder of the package with PostgreSQL for this platform
 */
export async function linkLibraries(folder: string): Promise<void> {
  for (const { source, target } of await wantedLinks(folder)) {
    const link = join(folder, target);
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      // Another process was faster.
      if (code === "EEXIST") continue;
      throw new Error(
        `The PostgreSQL server for the tests needs links in ${dirname(link)}, and they could not be made (${code}). ` +
          "If this account may not write there, run one test as the account that ran npm ci: the links stay.",
        { cause },
      );
    }
  }
}

async function wantedLinks(folder: string): Promise<readonly { source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(folder, "native", "pg-symlinks.json"), "utf8"));
  } catch (error) {
    // A platform without links has no list of them.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

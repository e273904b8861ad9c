import { mkdir, stat } from "node:fs/promises";

/** Files are for the service's own account: the database holds personal data, keys and documents. */
const OWNER_ONLY = 0o700;

/**
 * Makes a directory that only its owner can enter, or checks that an existing one is.
 * @throws Error with a sentence for the operator
 */
export async function openDataDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The data directory ${directory} cannot be created: ${error.message}`, { cause: error });
  });
  const { mode } = await stat(directory);
  if ((mode & 0o077) !== 0) {
    const octal = (mode & 0o777).toString(8).padStart(3, "0");
    throw new Error(`The data directory ${directory} is open to others (mode ${octal}): run chmod 700 ${directory}`);
  }
}

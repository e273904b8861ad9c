import { randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream, type Stats } from "node:fs";
import { access, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import * as tar from "tar";
import { knownMigrations } from "../migrations/migrate.js";
import { openDataDirectory } from "./data-directory.js";
import { lockDirectory } from "./directory-lock.js";
import { problemWithRoom } from "./embedded-pool.js";

/** The major version of PostgreSQL whose files the embedded database reads. */
const EMBEDDED_MAJOR = "18";

/**
 * Writes the embedded database to a file that only its owner can read. The file gets its name when it is complete, and
 * replaces an older one.
 *
 * @param directory DATA_DIR
 * @returns the file's size in bytes
 * @throws Error with a sentence for the operator, when there is no database or a process uses it
 */
export async function backupEmbedded(directory: string, file: string): Promise<number> {
  await refuseOtherThanFile(file);
  await refuseNoFolder(file);
  if (!(await hasDatabase(directory))) throw new Error(`There is no embedded database in ${directory}.`);
  await openDataDirectory(directory);
  const lock = await lockDirectory(directory);
  try {
    await refuseHalfRestored(directory);
    await settle(join(directory, DATABASE));
    return await writeWhole(file, Readable.from(tar.create({ cwd: join(directory, DATABASE), portable: true }, ["."])));
  } finally {
    await lock.release();
  }
}

/** Writes what a crash may have left in the write-ahead log into the files. */
async function settle(database: string): Promise<void> {
  const pglite = await PGlite.create(database);
  try {
    await pglite.exec("CHECKPOINT");
  } finally {
    await pglite.close();
  }
}

/**
 * Checks a backup by opening it beside the database, and only then puts it in its place.
 *
 * @param replace whether to replace an existing database; it is kept aside until the restored one is in place
 * @throws Error with a sentence for the operator; the database is then unchanged
 */
export async function restoreEmbedded(directory: string, file: string, { replace }: { replace: boolean }) {
  await checkArchive(file);
  await openDataDirectory(directory);
  const lock = await lockDirectory(directory);
  const restored = join(directory, `${DATABASE}.restored-${randomUUID()}`);
  try {
    await refuseHalfRestored(directory);
    if (!replace && (await hasDatabase(directory)))
      throw new Error(`${directory} already has a database: use --replace to replace it.`);
    await unpack(file, restored);
    await putInPlace(directory, restored);
  } finally {
    // After a failure the unpacker may still write for a moment.
    await rm(restored, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).finally(() => lock.release());
  }
}

/** @throws Error when a restore ended between its two last steps: starting on an empty database would hide the other */
export async function refuseHalfRestored(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.includes(ASIDE) && !names.includes(DATABASE)) {
    const [from, to] = [join(directory, ASIDE), join(directory, DATABASE)];
    throw new Error(`A restore was interrupted: rename ${from}, the previous database, to ${to}, and restore again.`);
  }
}

const DATABASE = "database";
const ASIDE = "database.before-restore";

async function hasDatabase(directory: string): Promise<boolean> {
  return (await readdir(join(directory, DATABASE)).catch(() => [])).length > 0;
}

/** Reads a backup to its end, where a gzip file holds a checksum of the whole file. Writes nothing. */
async function checkArchive(file: string): Promise<void> {
  let major: string | undefined;
  const onReadEntry = async (entry: tar.ReadEntry) => {
    if (normalize(entry.path) === "PG_VERSION") major = (await entry.concat()).toString().trim();
  };
  await unzip(file, tar.list({ strict: true, onReadEntry })).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "TAR_BAD_ARCHIVE")
      throw error.syscall === undefined
        ? new Error(`The file ${file} is not a backup, or is damaged: ${error.message}.`, { cause: error })
        : new Error(`The file ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  if (major === undefined) throw new Error(`The file ${file} is not a backup of an embedded database.`);
  if (major !== EMBEDDED_MAJOR)
    throw new Error(
      `The backup ${file} is from PostgreSQL ${major}; this version of the service reads only ${EMBEDDED_MAJOR}.`,
    );
}

/** The database has nothing else. */
const isPlain = (_: string, entry: Stats | tar.ReadEntry) =>
  "type" in entry && (entry.type === "File" || entry.type === "Directory");

function forOwner(entry: tar.ReadEntry): void {
  entry.mode = entry.type === "Directory" ? 0o700 : 0o600;
}

const unzip = (file: string, archive: NodeJS.WritableStream) =>
  pipeline(createReadStream(file), createGunzip(), archive);

async function unpack(file: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const opening = unzip(file, tar.extract({ cwd: to, strict: true, filter: isPlain, onReadEntry: forOwner })).then(() =>
    PGlite.create(to),
  );
  const pglite = await opening.catch(async (cause) => {
    const problem = await problemWithRoom(dirname(to));
    throw new Error(problem ?? `The backup ${file} cannot be unpacked or opened: ${saidBy(cause)}.`, { cause });
  });
  try {
    const { rows } = await pglite
      .query<{ name: string }>("SELECT name FROM migrations ORDER BY name")
      .catch((cause: Error) => {
        throw new Error(`The file ${file} is not a backup of this service: ${cause.message}.`, { cause });
      });
    knownMigrations(rows.map(({ name }) => name));
  } finally {
    await pglite.close();
  }
}

/** PGlite's file system throws objects with a number and no message. */
const saidBy = (cause: unknown) =>
  cause instanceof Error ? cause.message : `the file system reports ${JSON.stringify(cause)}`;

async function putInPlace(directory: string, restored: string): Promise<void> {
  const [place, aside] = [join(directory, DATABASE), join(directory, ASIDE)];
  // Left by a restore that was interrupted at its very end.
  await rm(aside, { recursive: true, force: true });
  const there = await rename(place, aside).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
  try {
    await rename(restored, place);
  } catch (error) {
    if (there) await rename(aside, place);
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

/** Replacing a device, such as /dev/stdout, would remove it from the whole machine. */
async function refuseOtherThanFile(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found !== null && !found.isFile())
    throw new Error(`The file ${file} cannot be written: it exists and is not an ordinary file.`);
}

/** Checked before the work: the file is first written under another name. */
async function refuseNoFolder(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK | constants.X_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`The file ${file} cannot be written: ${reasonOf(cause)}.`, { cause });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "what should be its folder is a file",
  EACCES: "permission denied",
  EROFS: "the disk takes no writes",
  EISDIR: "it is a folder",
};

const reasonOf = ({ code = "", message }: NodeJS.ErrnoException) => REASONS[code] ?? (code || message);

/** @returns the size in bytes, which are on the disk when this resolves */
async function writeWhole(file: string, bytes: Readable): Promise<number> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    const writing = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(bytes, createGzip(), writing);
    await rename(part, file);
    await syncFolder(dirname(file));
    return writing.bytesWritten;
  } catch (error) {
    await rm(part, { force: true });
    throw new Error(`The file ${file} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}

/** The new name of a file is on the disk when this resolves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

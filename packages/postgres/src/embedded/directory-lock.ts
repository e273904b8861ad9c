import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, unlink } from "node:fs/promises";
import { createConnection, createServer, type Server } from "node:net";
import { platform } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a directory for this process, until it is released or the process ends in any way.
 *
 * PGlite takes no lock, and two processes on one directory lose rows. A lock file that names a process cannot tell a
 * dead holder from one in another container, so the lock is a listening socket: the kernel answers for a living holder,
 * even a stopped one, and refuses for a dead one.
 *
 * Each contender binds a socket of its own, and only then looks for others. So of two contenders the one that looks
 * last sees the other; names are never used twice, so a dead one can be removed without a race.
 *
 * @param orElse the operator's alternative to stopping that process, as the end of the sentence
 * @throws Error with one sentence for the operator when another process holds the directory
 */
export async function lockDirectory(directory: string, orElse = ""): Promise<DirectoryLock> {
  const sockets = await socketsIn(directory);
  try {
    for (;;) {
      const name = `lock-${process.pid}-${randomUUID()}.sock`;
      const server = await listen(sockets.path(name), directory);
      const outcome = await contend(sockets, name);
      if (outcome === "held") return { release: () => close(server).then(sockets.close) };
      await close(server);
      if (outcome !== "lost") throw new Error(`${inUse(directory, outcome.by)}${orElse}.`);
    }
  } catch (error) {
    await sockets.close();
    throw error;
  }
}

/**
 * The id, in its own namespace, of the process that holds a directory; null where none does. Takes nothing and removes
 * nothing.
 */
export async function holderOf(directory: string): Promise<string | null> {
  const sockets = await socketsIn(directory);
  try {
    for (const name of await lockNames(sockets)) if (await answers(sockets.path(name))) return processOf(name);
    return null;
  } finally {
    await sockets.close();
  }
}

/** How long a contender waits for a simultaneous one to step down. */
const TRIES = 20;
const PAUSE_MS = 50;

type Outcome = "held" | "lost" | { readonly by: string };

/** Among contenders that see each other, the one with the smallest name stays. */
async function contend(sockets: Sockets, own: string): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const names = await lockNames(sockets);
    // A contender that looked between our bind and our listen took us for dead.
    if (!names.includes(own)) return "lost";
    const living: string[] = [];
    for (const name of names) {
      if (name === own) continue;
      if (await answers(sockets.path(name))) living.push(name);
      else await unlink(join(sockets.directory, name)).catch(() => undefined);
    }
    const [first] = living.sort();
    if (first === undefined) return "held";
    if (first < own || attempt === TRIES) return { by: first };
    await sleep(PAUSE_MS);
  }
}

async function lockNames({ directory }: Sockets): Promise<string[]> {
  return (await readdir(directory)).filter((name) => /^lock-\d+-[0-9a-f-]+\.sock$/.test(name));
}

const processOf = (name: string) => /\d+/.exec(name)?.[0] ?? "";

function inUse(directory: string, holder: string): string {
  return `The data directory ${directory} is in use by another process (its id there: ${processOf(holder)}): stop it first`;
}

interface Sockets {
  readonly directory: string;
  path(name: string): string;
  close(): Promise<void>;
}

/** sun_path holds 108 bytes on Linux, 104 on macOS; a longer path would be cut. */
const PATH_MAX_BYTES = 103;

async function socketsIn(directory: string): Promise<Sockets> {
  // Linux reaches a directory with a path of any length through our open handle.
  const handle: FileHandle | null = platform() === "linux" ? await open(directory, "r") : null;
  const base = handle ? `/proc/self/fd/${handle.fd}` : relative(process.cwd(), directory) || ".";
  return {
    directory,
    path(name) {
      const path = join(base, name);
      if (Buffer.byteLength(path) > PATH_MAX_BYTES) {
        throw new Error(`The path of the data directory ${directory} is too long: give it a shorter one.`);
      }
      return path;
    },
    close: async () => handle?.close(),
  };
}

function listen(path: string, directory: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (cause) =>
      reject(new Error(`The data directory ${directory} cannot be locked: ${cause.message}`, { cause })),
    );
    server.listen(path, () => resolve(server.unref()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    socket.once("connect", () => resolve(true));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(false);
      // A full queue of connections (EAGAIN) and the like: the holder is alive.
      else if (error.code === "EAGAIN" || error.code === "ECONNRESET") resolve(true);
      else reject(error);
    });
    socket.once("connect", () => socket.destroy());
  });
}

/** Closing also removes the socket's file. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

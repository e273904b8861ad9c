import { readFile, statfs } from "node:fs/promises";
import globalSetup from "./global-setup.js";

const IN_MEMORY = "/dev/shm";
/** A run of all tests takes about 1 GB. */
const ROOM = 4 * 2 ** 30;

/**
 * Keeps temporary files in memory where the system has a folder there with enough room that permits programs. Tests
 * create and drop hundreds of databases, each of a thousand files: on a disk that is a third of their time.
 */
export default async function setupInMemory(): Promise<void> {
  process.stderr.write("Tests in a browser are left out here: npm run test:browser runs them.\n");
  process.stderr.write("Tests on nodes of OpenSearch are left out here: npm run test:nodes runs them.\n");
  if (await hasRoom()) process.env.TMPDIR = IN_MEMORY;
  await globalSetup();
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    const mounts = (await readFile("/proc/self/mounts", "utf8")).split("\n").map((line) => line.split(" "));
    const [, , type, options = ""] = mounts.find(([, folder]) => folder === IN_MEMORY) ?? [];
    return type === "tmpfs" && !options.split(",").includes("noexec") && bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";

/** How often to look whether the other process has ended, in milliseconds. */
const PAUSE = 200;

/**
 * Runs work while no other process runs work under the same file, which has the id of the working process. A file whose
 * process has ended without removing it does not count. Runs on Node 12.
 */
export function oneAtATime(file, work) {
  let waitsFor = null;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder === null) removeIfThere(file);
    else if (holder !== waitsFor)
      process.stderr.write(`Process ${holder} installs or builds here: waiting for its end.\n`);
    waitsFor = holder;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  const release = () => removeIfThere(file);
  // Also if the work ends the process.
  process.once("exit", release);
  work();
  process.removeListener("exit", release);
  release();
}

/** Through a file of its own, so that the other process never reads an empty one. */
function take(file) {
  const own = `${file}-${process.pid}`;
  try {
    writeFileSync(own, String(process.pid));
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    // Nothing can be installed or built in a folder that this account may only read, and nothing has to be.
    if (error.code === "EACCES" || error.code === "EROFS") return true;
    throw error;
  } finally {
    removeIfThere(own);
  }
}

/** null if the process has ended. */
function holderOf(file) {
  try {
    const holder = readFileSync(file, "utf8");
    process.kill(Number(holder), 0);
    return holder;
  } catch (error) {
    // Another account's process answers EPERM.
    return error.code === "EPERM" ? "of another account" : null;
  }
}

function removeIfThere(file) {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!["ENOENT", "EACCES", "EROFS"].includes(error.code)) throw error;
  }
}

import { linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { inLanguage } from "../../service/bin/installation.js";

/** How often to look whether the other process has ended, in milliseconds. */
const PAUSE = 200;
/** No work takes so long, in milliseconds: after a crash, another program can have the id of the working process. */
const LONGEST = 3_600_000;

/**
 * Runs work while no other process runs work under the same file, which has the id of the working process. A file whose
 * process has ended without removing it does not count, and neither does one that is an hour old. Runs on Node 12.
 */
export function oneAtATime(file, work) {
  let waitsFor = null;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder === null) removeIfThere(file);
    else if (holder !== waitsFor)
      process.stderr.write(
        inLanguage(
          `Process ${holder} installs or builds here: waiting for its end. If it does not, delete ${file}.\n`,
          `プロセス ${holder} がインストールまたはビルドをしています。終了を待ちます。実行されていない場合は、${file} を削除してください。\n`,
        ),
      );
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

/** null if the process has ended, or the file is too old. */
function holderOf(file) {
  try {
    const holder = readFileSync(file, "utf8");
    if (Date.now() - statSync(file).mtimeMs > LONGEST) return null;
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

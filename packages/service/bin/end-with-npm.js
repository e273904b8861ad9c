// Loaded on every Node, as installation.js is.

/** How often to look for npm's shell, in milliseconds. */
const PAUSE = 500;

/**
 * Ends this process by SIGTERM once npm's shell has ended.
 *
 * npx and npm start pass SIGTERM on to the shell between npm and us. The shell ends by it and tells us nothing, and npm
 * ends with the shell: the server would stay behind without its parent.
 */
export function endWithNpm() {
  if (!isWaitedFor(process.env.npm_lifecycle_script)) return;
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, "SIGTERM");
  }, PAUSE).unref();
}

/**
 * Whether npm's shell runs our command alone and waits for its end. A service that another script leaves in the background
 * outlives its shell, as that script means it to.
 *
 * @param {string | undefined} script what the shell runs, as npm says
 */
export function isWaitedFor(script) {
  return /^(?:'retrieval'|retrieval|node packages\/demo\/scripts\/start\.mjs)(?: [^&|;]*)?$/.test(script || "");
}

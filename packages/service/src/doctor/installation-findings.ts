import { builtPages, PAGES_NOT_BUILT } from "../wiring/built-pages.js";
import { loadPageRecogniser } from "../wiring/load-page-recogniser.js";
import { type Finding, found, note, ok } from "./finding.js";

/** The LTS lines that the README names. Node 20 still runs, but its support ended in April 2026. */
const TESTED = [22, 24, 26];

/** Checks the installation, whatever the settings. */
export async function installationFindings(): Promise<Finding[]> {
  return [nodeVersion(), await pages(), await recognition()];
}

/** The command itself refuses a version that is too old (bin/installation.js). */
export function nodeVersion(version = process.versions.node): Finding {
  const major = Number(version.split(".")[0]);
  if (TESTED.includes(major)) return found("ok", `Node ${version}`);
  return major < Math.min(...TESTED)
    ? note("Node {version} works, but no longer gets security fixes", "Use Node 22, 24 or 26.", { version })
    : note("Node {version} is not a tested version", "Use Node 22, 24 or 26.", { version });
}

async function recognition(): Promise<Finding> {
  const recogniser = await loadPageRecogniser({ warn: () => undefined });
  return recogniser === null
    ? ok("OCR is not installed: PDFs of scanned pages are refused")
    : ok("OCR is installed: scanned pages become drafts");
}

/** Only a note: the API alone may be intended. */
async function pages(): Promise<Finding> {
  const built = await builtPages();
  return built === null ? note(PAGES_NOT_BUILT.what, PAGES_NOT_BUILT.mend) : ok("the pages are built");
}

import { builtPages, PAGES_NOT_BUILT } from "../built-pages.js";
import { type Finding, note, ok, wrong } from "./finding.js";

/** What is installed, whatever is set. */
export async function installationFindings(): Promise<Finding[]> {
  return [nodeVersion(), await pages()];
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > 20 || (major === 20 && minor >= 19);
  return fits
    ? ok(`Node ${process.versions.node}`)
    : wrong(`Node ${process.versions.node} is too old`, "Install Node 20.19 or later.");
}

/** No fault: somebody may want the API alone. */
async function pages(): Promise<Finding> {
  const built = await builtPages();
  return built === null ? note(PAGES_NOT_BUILT.what, PAGES_NOT_BUILT.mend) : ok("the pages are built");
}

import { installNode, NODE_VERSIONS, whyNoNode } from "../opensearch/installation.js";
import globalSetup from "./global-setup.js";

/** Installs what nodes of OpenSearch consist of before the time of a test runs, and says which versions are left out. */
export default async function setupNodes(): Promise<void> {
  for (const version of NODE_VERSIONS) {
    const reason = whyNoNode(version);
    if (reason === undefined) await installNode(version);
    else process.stderr.write(`Tests on OpenSearch ${version} are left out: ${reason}.\n`);
  }
  await globalSetup();
}

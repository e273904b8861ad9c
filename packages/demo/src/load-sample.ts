import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sentenceOf } from "@retrieval/api";
import { isRefusal, type Refusal } from "@retrieval/core/errors";
import { USERS_PER_IMPORT } from "@retrieval/core/limits";
import { hasEnded } from "@retrieval/core/ports";
import { acceptDocument, importUsers, replaceDepartments } from "@retrieval/core/use-cases";
import type { AppDeps } from "@retrieval/http";
import { sampleDepartments, sampleDocuments, sampleDocumentUrl, sampleUsers } from "./sample-company/index.js";

/** Loads the sample company into an empty service: its departments, its head office, its documents with their rules. */
export async function loadSampleCompany(deps: AppDeps): Promise<void> {
  settled(
    await replaceDepartments(deps.users, { departments: sampleDepartments.map(({ code, name }) => ({ code, name })) }),
  );
  await loadUsers(deps);
  for (const document of sampleDocuments) await loadDocument(document, deps);
}

/** Imports the data of the portal's CSV, so that an import of that file changes no user. */
async function loadUsers(deps: AppDeps): Promise<void> {
  const users = sampleUsers()
    .filter(({ head_office }) => head_office)
    .map(({ user_id, display_name, department, email, role, permission_groups }) => ({
      user_id,
      display_name,
      department,
      email,
      role,
      permission_groups,
    }));
  for (let from = 0; from < users.length; from += USERS_PER_IMPORT) {
    const batch = users.slice(from, from + USERS_PER_IMPORT);
    const { errors } = settled(await importUsers({ users: batch, update_existing: true }, null, deps));
    if (errors[0]) {
      const { user_id, problems } = errors[0];
      throw new Error(`The sample company's ${user_id} was refused: ${sentenceOf(problems, "en")}`);
    }
  }
}

async function loadDocument(document: (typeof sampleDocuments)[number], deps: AppDeps): Promise<void> {
  const { jobs, onJob } = deps;
  const { document_id, file: _, ...said } = document;
  const bytes = await readFile(sampleDocumentUrl(document));
  const upload = { media_type: "text/markdown", bytes, effective_from: document.version, ...said };
  const job = settled(await acceptDocument(document_id, upload, null, deps));
  onJob();
  for (;;) {
    const now = await jobs.find(job.job_id);
    if (now?.state === "done") return;
    if (now === null || hasEnded(now.state))
      throw new Error(`The sample document ${document_id} was not ingested: ${sentenceOf(now?.problems ?? [], "en")}`);
    await sleep(20);
  }
}

function settled<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(`The sample company was refused: ${sentenceOf(outcome.problems, "en")}`);
  return outcome;
}

import type {
  AccessExplanation,
  AccessRules,
  ChunkChanges,
  Department,
  DepartmentsPreview,
  DocumentView,
  ImportView,
  JobView,
  ReplacedDepartments,
  RulesAnswer,
  TaggedRules,
  UserSummary,
} from "./answers.js";
import { type ManagementClient, RawBody } from "./management-client.js";

/** Files take their time on a slow line, and a dry run looks at every person and every document. In milliseconds. */
const LONG_TIMEOUT_MS = 5 * 60_000;
/** The most that a list gives at once. */
const PAGE = 200;

export interface CheckOptions {
  readonly mode: "import" | "sync";
  readonly update: boolean;
  /** `user_id:社員番号,display_name:2` */
  readonly columns: string | undefined;
}

/** The dry run: says what would happen and writes nothing. */
export async function checkImport(
  client: ManagementClient,
  csv: Uint8Array,
  { mode, update, columns }: CheckOptions,
): Promise<ImportView> {
  const { body } = await client.call<ImportView>({
    method: "POST",
    path: ["imports"],
    query: { mode, update, columns },
    body: new RawBody("text/csv", csv),
    timeoutMs: LONG_TIMEOUT_MS,
  });
  return body;
}

export async function applyImport(
  client: ManagementClient,
  import_id: string,
  yes_deactivate: number | undefined,
): Promise<void> {
  await client.call({ method: "POST", path: ["imports", import_id, "apply"], query: { yes_deactivate } });
}

export async function findImport(client: ManagementClient, import_id: string): Promise<ImportView> {
  return (await client.call<ImportView>({ method: "GET", path: ["imports", import_id] })).body;
}

/** @param limit how many at most; the answer says whether there are more */
export function listUsers(
  client: ManagementClient,
  filter: { readonly query: string | undefined; readonly without_department_code: boolean | undefined },
  limit: number,
): Promise<{ readonly items: readonly UserSummary[]; readonly more: boolean }> {
  return listed<UserSummary, "users">(client, "users", filter, limit);
}

export function listDocuments(
  client: ManagementClient,
  query: string | undefined,
  limit: number,
): Promise<{ readonly items: readonly DocumentView[]; readonly more: boolean }> {
  return listed<DocumentView, "documents">(client, "documents", { query }, limit);
}

async function listed<Item, Name extends string>(
  client: ManagementClient,
  name: Name,
  filter: Readonly<Record<string, string | boolean | undefined>>,
  limit: number,
): Promise<{ readonly items: readonly Item[]; readonly more: boolean }> {
  const items: Item[] = [];
  let cursor: string | undefined;
  while (items.length < limit) {
    const { body } = await client.call<{ [Key in Name]: Item[] } & { next_cursor: string | null }>({
      method: "GET",
      path: [name],
      query: { ...filter, limit: Math.min(PAGE, limit - items.length), cursor },
    });
    items.push(...body[name]);
    if (body.next_cursor === null) return { items, more: false };
    cursor = body.next_cursor;
  }
  return { items, more: true };
}

export async function readDepartments(client: ManagementClient): Promise<readonly Department[]> {
  const { body } = await client.call<{ departments: Department[] }>({ method: "GET", path: ["departments"] });
  return body.departments;
}

export async function replaceDepartments(
  client: ManagementClient,
  departments: readonly Department[],
): Promise<ReplacedDepartments> {
  return (await client.call<ReplacedDepartments>({ method: "PUT", path: ["departments"], body: { departments } })).body;
}

/** The dry run: says what the master would change and writes nothing. */
export async function previewDepartments(
  client: ManagementClient,
  departments: readonly Department[],
): Promise<DepartmentsPreview> {
  const { body } = await client.call<DepartmentsPreview>({
    method: "PUT",
    path: ["departments"],
    query: { dry_run: true },
    body: { departments },
    timeoutMs: LONG_TIMEOUT_MS,
  });
  return body;
}

export interface DocumentUpload {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  readonly access_rules?: AccessRules | undefined;
  readonly publish?: boolean;
}

/** @returns the job's id */
export async function uploadDocument(
  client: ManagementClient,
  document_id: string,
  { mediaType, bytes, title, version, access_rules, publish }: DocumentUpload,
): Promise<string> {
  const { body } = await client.call<{ job_id: string }>({
    method: "PUT",
    path: ["documents", document_id],
    query: { title, version, access_rules: access_rules && JSON.stringify(access_rules), publish },
    body: new RawBody(mediaType, bytes),
    timeoutMs: LONG_TIMEOUT_MS,
  });
  return body.job_id;
}

/** Uploads and imports, the newest first. @param limit how many at most; the answer says whether there are more */
export function listJobs(
  client: ManagementClient,
  limit: number,
): Promise<{ readonly items: readonly JobView[]; readonly more: boolean }> {
  return listed<JobView, "jobs">(client, "jobs", {}, limit);
}

export async function cancelJob(client: ManagementClient, job_id: string): Promise<void> {
  await client.call({ method: "DELETE", path: ["jobs", job_id] });
}

export async function findJob(client: ManagementClient, job_id: string): Promise<JobView> {
  return (await client.call<JobView>({ method: "GET", path: ["jobs", job_id] })).body;
}

export async function publishDocument(client: ManagementClient, document_id: string): Promise<ChunkChanges> {
  const path = ["documents", document_id, "publish"];
  return (await client.call<{ changes: ChunkChanges }>({ method: "POST", path })).body.changes;
}

export async function deleteDocument(client: ManagementClient, document_id: string): Promise<void> {
  await client.call({ method: "DELETE", path: ["documents", document_id] });
}

export async function readRules(client: ManagementClient, document_id: string): Promise<TaggedRules> {
  const path = ["documents", document_id, "access-rules"];
  const { body, headers } = await client.call<RulesAnswer>({ method: "GET", path });
  return { rules: body, etag: headers.get("etag") ?? "" };
}

/** @param etag of the rule that the change was made from */
export async function changeRules(
  client: ManagementClient,
  document_id: string,
  rules: AccessRules,
  etag: string,
): Promise<RulesAnswer> {
  const path = ["documents", document_id, "access-rules"];
  const headers = { "If-Match": etag };
  return (await client.call<RulesAnswer>({ method: "PUT", path, headers, body: rules })).body;
}

export async function explainAccess(
  client: ManagementClient,
  document_id: string,
  user_id: string,
): Promise<AccessExplanation> {
  const path = ["documents", document_id, "access"];
  return (await client.call<AccessExplanation>({ method: "GET", path, query: { user_id } })).body;
}

import { expect } from "@jest/globals";
import type { AuditQuery, StoredEntry } from "@retrieval/core/ports";
import { readCsv } from "@retrieval/portal";
import { callAs, type TestService } from "../harness.js";

export const AUDIT = "/api/manage/audit";

export interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly by_user: string | null;
  readonly user_id: string | null;
  readonly document_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

/** The first page of the audit log, newest entry first. */
export async function recordedEntries(
  t: TestService,
  admin: string,
  query: Record<string, string> = {},
): Promise<Entry[]> {
  const response = await callAs(t, admin, "get", `${AUDIT}?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return response.body.items;
}

/** The newest entries as they are stored, with the values that the API's JSON leaves out. */
export async function storedEntries(t: TestService, query: Omit<AuditQuery, "limit"> = {}): Promise<StoredEntry[]> {
  const entries = await t.service.deps.audit.list({ ...query, limit: 200 });
  return entries.map(({ entry_id: _id, at: _at, ...entry }) => entry);
}

/** The cells of an audit CSV. */
export function cellsOf(csv: string): readonly (readonly (string | null)[])[] {
  const file = readCsv(new TextEncoder().encode(csv));
  if ("code" in file) throw new Error(file.code);
  expect(file.encoding).toBe("UTF-8 with BOM");
  return file.lines.map(({ cells }) => cells);
}

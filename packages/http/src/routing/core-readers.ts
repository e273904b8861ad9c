import type { OperationId } from "@retrieval/api";
import { type Refusal, refuse } from "@retrieval/core/errors";
import {
  readAccessRules,
  readBulkImport,
  readDepartments,
  readIdentifiers,
  readSignInRequest,
  readSynchronisationRecord,
} from "@retrieval/core/use-cases";

/** Reads a body for the user of the path, where there is one. @returns a refusal, or what core makes of the body */
type CoreReader = (body: unknown, params: { readonly user_id?: string }) => object | Refusal;

/**
 * Core reads these bodies itself, to be safe as a library, and knows more about a fault than a schema says: its code
 * and the words of its field. A property test holds every schema against its reader: both take the same bodies.
 */
export const CORE_READERS: { readonly [Id in OperationId]?: CoreReader } = {
  issueSessionToken: readSignInRequest,
  readReference: readIdentifiers,
  importUsers: readBulkImport,
  synchroniseUser: (body, { user_id = "" }) => readSynchronisationRecord(user_id, body),
  replaceDepartments: readDepartments,
  changeAccessRules: rulesIn,
  previewAccessRules: rulesIn,
};

function rulesIn(body: unknown): object | Refusal {
  const rules = readAccessRules(body);
  return "code" in rules ? refuse("INVALID_REQUEST", rules) : rules;
}

export const PARTS = ["access", "history", "explain", "chunks", "versions", "draft"] as const;
export type Part = (typeof PARTS)[number];

export const DOCUMENTS_ADDRESS = "/admin/documents";

export function documentAdminAddress(document_id: string, part: Part = "access"): string {
  return `${DOCUMENTS_ADDRESS}/${encodeURIComponent(document_id)}/${part}`;
}

/** The list with the upload open; with a document_id, for a new version of that document. */
export function uploadAddress(document_id = ""): string {
  return `${DOCUMENTS_ADDRESS}?upload=${encodeURIComponent(document_id)}`;
}

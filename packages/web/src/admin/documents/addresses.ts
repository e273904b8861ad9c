export const PARTS = ["access", "fields", "history", "explain", "chunks", "versions", "draft"] as const;
export type Part = (typeof PARTS)[number];

export const DOCUMENTS_ADDRESS = "/admin/documents";

export function documentAdminAddress(document_id: string, part: Part = "access"): string {
  return `${DOCUMENTS_ADDRESS}/${encodeURIComponent(document_id)}/${part}`;
}

/** @param number of the version */
export function confirmationsAddress(document_id: string, number: number): string {
  return `${DOCUMENTS_ADDRESS}/${encodeURIComponent(document_id)}/confirmations?version=${number}`;
}

/** @param number of the version */
export function certificateAddress(document_id: string, number: number): string {
  return `${DOCUMENTS_ADDRESS}/${encodeURIComponent(document_id)}/versions/${number}/certificate`;
}

export const UPLOAD_ADDRESS = "/admin/upload";

/** @param document_id of the document that gets a new version */
export function uploadAddress(document_id: string): string {
  return `${UPLOAD_ADDRESS}?document_id=${encodeURIComponent(document_id)}`;
}

import { useEffect } from "react";
import { useSession } from "../session/session-provider.js";
import { openedKey } from "../session/session-store.js";

/** A document that this browser opened for this user. */
export interface OpenedDocument {
  readonly document_id: string;
  readonly title: string;
}

const KEPT = 6;

/** The documents that the user opened last in this browser, the last one first. They never leave the browser. */
export function useOpenedDocuments(): readonly OpenedDocument[] {
  const { user_id } = useSession();
  return readOpened(user_id);
}

/** Puts a document first among those that were opened; null while it is being loaded. */
export function useRememberOpened(document: OpenedDocument | null): void {
  const { user_id } = useSession();
  const { document_id, title } = document ?? {};
  useEffect(() => {
    if (document_id !== undefined && title !== undefined)
      keepOpened(user_id, [{ document_id, title }, ...others(user_id, document_id)]);
  }, [user_id, document_id, title]);
}

/** Drops a document that is not there, or not open to the user any more; null: it is. */
export function useForgetOpened(document_id: string | null): void {
  const { user_id } = useSession();
  useEffect(() => {
    if (document_id !== null) keepOpened(user_id, others(user_id, document_id));
  }, [user_id, document_id]);
}

function others(user_id: string, document_id: string): OpenedDocument[] {
  return readOpened(user_id).filter((other) => other.document_id !== document_id);
}

function keepOpened(user_id: string, documents: readonly OpenedDocument[]): void {
  try {
    localStorage.setItem(openedKey(user_id), JSON.stringify(documents.slice(0, KEPT)));
  } catch {
    // A full storage costs only this list.
  }
}

function readOpened(user_id: string): OpenedDocument[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(openedKey(user_id)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOpened).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function isOpened(value: unknown): value is OpenedDocument {
  const { document_id, title } = (value ?? {}) as Partial<OpenedDocument>;
  return typeof document_id === "string" && typeof title === "string";
}

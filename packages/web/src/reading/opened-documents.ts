import { useEffect } from "react";
import { useSession } from "../session/session-provider.js";

/** A document that this browser opened for this user. */
export interface OpenedDocument {
  readonly document_id: string;
  readonly title: string;
}

const KEPT = 6;
const keyOf = (user_id: string) => `retrieval.opened.${user_id}`;

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
    if (document_id === undefined || title === undefined) return;
    const others = readOpened(user_id).filter((other) => other.document_id !== document_id);
    localStorage.setItem(keyOf(user_id), JSON.stringify([{ document_id, title }, ...others].slice(0, KEPT)));
  }, [user_id, document_id, title]);
}

function readOpened(user_id: string): OpenedDocument[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOpened).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function isOpened(value: unknown): value is OpenedDocument {
  const { document_id, title } = (value ?? {}) as Partial<OpenedDocument>;
  return typeof document_id === "string" && typeof title === "string";
}

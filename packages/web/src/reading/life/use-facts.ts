import { useAnswer } from "../../parts/use-answer.js";
import { useSession } from "../../session/session-provider.js";
import type { DocumentFacts } from "../answers.js";

export const useFacts = (document_id: string) => useAnswer("readDocumentFacts", { document_id });

/** Whether no version is in force yet: the facts are of the next one. */
export const isToCome = ({ coming, version_number }: DocumentFacts) => coming?.version_number === version_number;

/** Whether it is abolished: administrators and developers still read its last text. */
export function useIsAbolished(document_id: string): boolean {
  const { role } = useSession();
  const { data } = useAnswer("listDocumentHistory", { document_id }, { enabled: role !== "user" });
  return data?.items.every(({ standing }) => standing === "past" || standing === "withdrawn") ?? false;
}

/** Whether this reader may read older texts: administrators and developers always, the others where the document says so. */
export function useMayReadHistory(facts: DocumentFacts | undefined): boolean {
  const { role } = useSession();
  return facts !== undefined && (facts.history === "readers" || role !== "user");
}

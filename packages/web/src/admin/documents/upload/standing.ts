import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../api/client.js";
import { orNull, readRules, rulesKey } from "../../../parts/rule-queries.js";
import { useApi } from "../../../session/session-provider.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import type { PublicationPreview } from "../answers.js";

/** What the service has under an identifier, and who will be able to read an upload with it. */
export interface Standing {
  /** null: no document with this identifier is published; it may still have existed and been deleted. */
  readonly published: { readonly title: string; readonly version: string } | null;
  /** After an upload without a rule is published. */
  readonly publication: PublicationPreview;
  /** After an upload without a rule replaces the draft and is published; null: there is no draft. */
  readonly draft: PublicationPreview | null;
}

/** How long typing must pause before the documents are looked up, in milliseconds. */
const TYPING_PAUSE = 250;
/** How many documents are looked up at once. */
const AT_ONCE = 4;

/** Looks documents up, a few at once. Those that are not known yet are missing from the result. */
export function useStandings(document_ids: readonly string[]) {
  const api = useApi();
  const queries = useQueryClient();
  const asked = useDebounced(JSON.stringify([...new Set(document_ids)]), TYPING_PAUSE);
  const ids = JSON.parse(asked) as string[];
  const isOpen = (document_id: string) => {
    const state = queries.getQueryState(standingKey(document_id));
    return state === undefined || state.isInvalidated || state.status === "pending";
  };
  const now = new Set(ids.filter(isOpen).slice(0, AT_ONCE));
  const found = useQueries({
    queries: ids.map((document_id) => ({
      queryKey: standingKey(document_id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readStanding(api, document_id, signal),
      enabled: now.has(document_id),
      // Users and rules may change before the next look.
      gcTime: 0,
    })),
  });
  const failed = found.filter(({ error }) => error !== null);
  const standings = new Map<string, Standing>();
  for (const [i, document_id] of ids.entries()) {
    const standing = found[i]?.data;
    if (standing) standings.set(document_id, standing);
  }
  return {
    standings,
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

const standingKey = (document_id: string) => [...rulesKey(document_id), "standing"];

async function readStanding(api: Api, document_id: string, signal: AbortSignal): Promise<Standing> {
  const { client } = api;
  const [rules, publication, draft] = await Promise.all([
    orNull(readRules(api, document_id, signal)),
    client.previewPublication({ document_id, signal }),
    orNull(client.previewPublication({ document_id, draft: true, signal })),
  ]);
  return {
    published: rules && { title: rules.title, version: await versionOf(api, document_id, signal) },
    publication: publication.body,
    draft: draft?.body ?? null,
  };
}

/** Only the list has the version. */
async function versionOf({ client }: Api, document_id: string, signal: AbortSignal): Promise<string> {
  const { items: documents } = (await client.listDocuments({ query: document_id, signal })).body;
  return documents.find((document) => document.document_id === document_id)?.version ?? "";
}

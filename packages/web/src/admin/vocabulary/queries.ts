import type { CallOf, JsonOf } from "@retrieval/api/client";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../api/client.js";
import { isRefusal } from "../../api/errors.js";
import { answerOf, pagesOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";

export type Entry = JsonOf<"readVocabularyEntry">;
export type GivenEntry = Omit<Entry, "starter" | "version">;
export type Changes = JsonOf<"replaceVocabulary">;

/** What the list can be narrowed to. */
export const SHOWN = {
  all: {},
  on: { on: true },
  off: { on: false },
  starter: { starter: true },
  own: { starter: false },
} as const satisfies Readonly<Record<string, CallOf<"readVocabulary">>>;
export type Shown = keyof typeof SHOWN;

export function useEntries(query: string, shown: Shown) {
  const api = useApi();
  const call = { ...SHOWN[shown], query: query || undefined };
  return useInfiniteQuery({ ...pagesOf(api, "readVocabulary", call), placeholderData: keepPreviousData });
}

/** The entry of a word; "" asks nothing. */
export function useEntry(said: string) {
  const api = useApi();
  return useQuery({ ...answerOf(api, "readVocabularyEntry", { said }), enabled: said !== "", retry: false });
}

/** What a question is searched with; "" asks nothing. */
export function useTried(question: string) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "searchChunks", { body: { query: question, limit: 1 } }),
    enabled: question !== "",
  });
}

/** A change of the vocabulary. It lasts until the page shows what is there then, also after a refusal. */
function useChange<Change, Answer>(send: (client: Api["client"], change: Change) => Promise<Answer>) {
  const { client } = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => send(client, change),
    onSettled: () => queries.invalidateQueries(),
  });
}

/** Saves an entry in place of another, or adds it. */
export const useSaveEntry = () =>
  useChange(async (client, { old, entry }: { readonly old: Entry | null; readonly entry: GivenEntry }) => {
    const condition = old === null ? { ifNoneMatch: "*" } : { ifMatch: `"${old.version}"` };
    return (await client.putVocabularyEntry({ said: (old ?? entry).said, body: entry, ...condition })).body;
  });

export const useRemoveEntry = () =>
  useChange((client, { said, version }: Entry) => client.deleteVocabularyEntry({ said, ifMatch: `"${version}"` }));

/** As it was chosen: the file on the disk may change. */
interface ChosenCsv {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a CSV would change, with the tag of the vocabulary that it was compared with. */
export interface Preview {
  readonly file: ChosenCsv;
  readonly changes: Changes;
  readonly etag: string;
  /** The vocabulary has changed since the preview before. */
  readonly isNew: boolean;
}

export function useReadCsv() {
  const { client } = useApi();
  return useMutation({
    mutationFn: async (file: File) =>
      previewOf(client, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }, false),
  });
}

// The browser's own type depends on installed programs.
const CSV = { type: "text/csv" } as const;

async function previewOf(client: Api["client"], file: ChosenCsv, isNew: boolean): Promise<Preview> {
  const { body, headers } = await client.replaceVocabulary({ dry_run: true, body: file.bytes, ...CSV });
  return { file, changes: body, etag: headers.get("etag") ?? "", isNew };
}

/** Applies a file as it was previewed, or answers a new preview if the vocabulary has changed since. */
export const useApplyCsv = () =>
  useChange(async (client, { file, etag }: Preview): Promise<Changes | Preview> => {
    try {
      return (await client.replaceVocabulary({ body: file.bytes, ifMatch: etag, ...CSV })).body;
    } catch (error) {
      if (!isRefusal(error, "PRECONDITION_FAILED")) throw error;
      return previewOf(client, file, true);
    }
  });

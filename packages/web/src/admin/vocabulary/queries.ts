import type { CallOf, Client, JsonOf } from "@retrieval/api/client";
import { useMutation } from "@tanstack/react-query";
import { isRefusal } from "../../api/errors.js";
import { useAnswer, useChange, usePages } from "../../parts/use-answer.js";
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

export const useEntries = (query: string, shown: Shown) =>
  usePages("readVocabulary", { ...SHOWN[shown], query: query || undefined });

/** The entry of a word; "" asks nothing. */
export const useEntry = (said: string) => useAnswer("readVocabularyEntry", { said }, { enabled: said !== "" });

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

async function previewOf(client: Client, file: ChosenCsv, isNew: boolean): Promise<Preview> {
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

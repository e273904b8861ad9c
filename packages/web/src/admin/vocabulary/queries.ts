import type { ReplyOf } from "@retrieval/api/client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Api } from "../../api/client.js";
import { answerOf, keyOf } from "../../api/query-options.js";
import { useApi } from "../../session/session-provider.js";
import { saveFile } from "../../ui/save-file.js";
import { type Entries, type Entry, entriesOf, type VocabularyRead } from "./entries.js";

/** The cached answer is the vocabulary with its tag. */
export const VOCABULARY_KEY = keyOf("readVocabulary");

export async function readVocabulary(api: Api, signal?: AbortSignal): Promise<VocabularyRead> {
  return withTag(await api.client.readVocabulary({ signal }));
}

/** Only requests with If-None-Match or for CSV, never sent here, get an answer without entries. */
export function withTag({ body, headers }: ReplyOf<"readVocabulary"> | ReplyOf<"replaceVocabulary">): VocabularyRead {
  const { entries } = body as { readonly entries: readonly Entry[] };
  return { entries: entriesOf(entries), etag: headers.get("etag") ?? "" };
}

export function useVocabulary() {
  const api = useApi();
  return useQuery({ queryKey: VOCABULARY_KEY, queryFn: ({ signal }) => readVocabulary(api, signal) });
}

/** What a question is searched with; "" asks nothing. */
export function useTried(question: string) {
  const api = useApi();
  return useQuery({
    ...answerOf(api, "searchChunks", { body: { query: question, limit: 1 } }),
    enabled: question !== "",
  });
}

/** Lets the service judge an entry as it would keep it. */
export function useCheckEntry() {
  const api = useApi();
  return useMutation({
    mutationFn: async (entry: Omit<Entry, "starter">) =>
      (await api.client.previewVocabulary({ body: { entries: [entry] } })).body.entries[0] as Entry,
  });
}

/** Lets the service read a CSV. */
export function useReadCsv(onRead: (entries: Entries) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async (file: File) =>
      // The browser's own type depends on installed programs.
      (await api.client.previewVocabulary({ body: file, type: "text/csv" })).body.entries,
    onSuccess: (entries) => onRead(entriesOf(entries)),
  });
}

export function useDownloadCsv() {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      // What is not JSON is the response, unread.
      const { body } = await api.client.readVocabulary({ format: "csv" });
      return (body as Response).blob();
    },
    onSuccess: (csv) => saveFile("vocabulary.csv", csv),
  });
}

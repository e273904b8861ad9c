import { useServiceSentence } from "../../i18n/service-sentence.js";
import { useErrorText } from "../../ui/failure.js";
import { inJapanese } from "./sentences-in-japanese.js";

/** What the service says about a document and its file, in the reader's language. */
export function useSentence(): (sentence: string) => string {
  return useServiceSentence(inJapanese);
}

/** An upload that was refused, in the reader's language. */
export function useRefusalText(): (error: unknown) => string {
  const sentence = useSentence();
  const errorText = useErrorText();
  return (error) => sentence(errorText(error));
}

import { isApiError } from "../../api/api-error.js";
import { useServiceSentence } from "../../i18n/service-sentence.js";
import { useErrorText } from "../../ui/failure.js";
import { inJapanese } from "./sentences-in-japanese.js";

/** What the service says about people and their files, in the reader's language. */
export function useSentence(): (sentence: string) => string {
  return useServiceSentence(inJapanese);
}

/** A call that was refused, in the reader's language. */
export function useRefusalText(): (error: unknown) => string {
  const sentence = useSentence();
  const errorText = useErrorText();
  return (error) => (isApiError(error, "INVALID_REQUEST", "CONFLICT") ? sentence(error.message) : errorText(error));
}

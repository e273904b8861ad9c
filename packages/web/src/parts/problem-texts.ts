import { RefusalError } from "@retrieval/api/client";
import { phraseOf, sentenceOf } from "@retrieval/api/texts";
import type { Problem } from "@retrieval/core/problems";
import { useLanguage, useMessages } from "../i18n/i18n.js";
import { useErrorText } from "../ui/failure.js";
import { messages } from "../ui/messages.js";

/** Problems in the language of the page: as a sentence, or as a phrase of a list. */
export function useProblemTexts() {
  const { language } = useLanguage();
  return {
    sentence: (problems: readonly Problem[]) => sentenceOf(problems, language),
    phrase: (problems: readonly Problem[]) => phraseOf(problems, language),
  };
}

/** Why a call was refused: our own words where we have them, else its problems in the language of the page. */
export function useRefusalText(): (error: unknown) => string {
  const { errors } = useMessages(messages);
  const { sentence } = useProblemTexts();
  const errorText = useErrorText();
  return (error) =>
    error instanceof RefusalError && errors[error.code] === undefined && error.problems.length > 0
      ? sentence(error.problems)
      : errorText(error);
}

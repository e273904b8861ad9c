export const LANGUAGES = ["en", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

const LANGUAGE_KEY = "retrieval.language";

/** The chosen language, else the first supported one of the browser's languages, else English. */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  const wanted = [chosen ?? "", ...preferred].map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.find((tag): tag is Language => (LANGUAGES as readonly (string | undefined)[]).includes(tag)) ?? "en";
}

export function keptLanguage(storage: Storage | null): Language {
  return languageOf(storage?.getItem(LANGUAGE_KEY) ?? null, navigator.languages);
}

export function keepLanguage(storage: Storage | null, language: Language): void {
  storage?.setItem(LANGUAGE_KEY, language);
}

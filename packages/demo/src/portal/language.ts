export const LANGUAGES = ["ja", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.includes(text as Language);
}

/** The language that Accept-Language (RFC 9110 §12.5.4) prefers; English otherwise. */
export function preferredLanguage(accepted: string | undefined): Language {
  const weights = { ja: 0, en: 0 };
  for (const range of (accepted ?? "").split(",")) {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const language = tag.toLowerCase().split("-", 1)[0];
    if (isLanguage(language)) weights[language] = Math.max(weights[language], weightOf(parameters));
  }
  return weights.ja > weights.en ? "ja" : "en";
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q=/i.test(parameter));
  const weight = given === undefined ? 1 : Number(given.slice(2));
  return Number.isNaN(weight) ? 0 : weight;
}

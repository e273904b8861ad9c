import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { FORMATS, type Format, LOCALES } from "./format.js";
import { keepLanguage, keptLanguage, type Language } from "./language.js";

/** A text in each language, or what the pages make one of. */
type Pair = readonly [en: unknown, ja: unknown];

/** Texts, or functions of their parameters, in both languages beside each other. Each area of the pages has its own. */
interface Pairs {
  readonly [name: string]: Pair | ((...parameters: never[]) => Pair) | Pairs;
}

type In<P> = P extends readonly [infer English, unknown]
  ? English
  : P extends (...parameters: infer Parameters) => readonly [infer English, unknown]
    ? (...parameters: Parameters) => English
    : { readonly [Name in keyof P]: In<P[Name]> };

/** The same messages in each language. */
export type Catalog<M> = Readonly<Record<Language, M>>;

export function catalog<P extends Pairs>(texts: P): Catalog<In<P>> {
  return { en: pick(texts, 0) as In<P>, ja: pick(texts, 1) as In<P> };
}

function pick(value: Pairs[string], language: 0 | 1): unknown {
  if (typeof value === "function") return (...parameters: never[]) => value(...parameters)[language];
  if (isPair(value)) return value[language];
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pick(inner, language)]));
}

const isPair = (value: Pairs[string]): value is Pair => Array.isArray(value);

interface Chosen {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<Chosen>({ language: "en", choose: () => undefined });

export function LanguageProvider({ storage, children }: { storage: Storage | null; children: ReactNode }) {
  const [language, setLanguage] = useState(() => keptLanguage(storage));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        keepLanguage(storage, next);
        setLanguage(next);
      },
    }),
    [language, storage],
  );
  return (
    <LanguageContext value={chosen}>
      <I18nProvider locale={LOCALES[language]}>{children}</I18nProvider>
    </LanguageContext>
  );
}

export function useLanguage(): Chosen {
  return useContext(LanguageContext);
}

export function useMessages<M>(messages: Catalog<M>): M {
  return messages[useLanguage().language];
}

export function useFormat(): Format {
  return FORMATS[useLanguage().language];
}

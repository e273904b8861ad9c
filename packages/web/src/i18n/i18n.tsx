import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { FORMATS, type Format, LOCALES } from "./format.js";
import { keepLanguage, keptLanguage, type Language } from "./language.js";

/** The same messages in each language: texts, or functions of their parameters. Each area of the pages has its own. */
export type Catalog<M> = Readonly<Record<Language, M>>;

/** A catalog whose languages must have the same messages. */
export function catalog<M>(en: M, ja: NoInfer<M>): Catalog<M> {
  return { en, ja };
}

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

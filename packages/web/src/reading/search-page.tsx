import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { NotLoaded } from "../parts/not-loaded.js";
import { useTitle } from "../shell/shell.js";
import { SEARCH_FIELD } from "../shell/slash.js";
import { ButtonLink } from "../ui/button.js";
import { chunkAddress, followUpAddress, searchAddress } from "./addresses.js";
import { Answer, Choosing } from "./answer.js";
import type { FoundDocument, SearchAnswer } from "./answers.js";
import { type Asked, useAsked } from "./asked.js";
import { After, FrontPage } from "./front-page.js";
import { messages } from "./messages.js";
import { useChosenAnswer, useSearch } from "./queries.js";
import { FoundSection, Result } from "./result.js";
import styles from "./search-page.module.css";
import { Widened } from "./widened.js";

export function SearchPage() {
  const asked = useAsked();
  return asked.query === "" ? <FrontPage /> : <Results asked={asked} />;
}

function Results({ asked }: { asked: Asked }) {
  const text = useMessages(messages);
  const search = useSearch(asked);
  const { data, isPlaceholderData } = search;
  const byModel = data?.answer === null;
  const chosen = useChosenAnswer(asked, byModel);
  useTitle(asked.query);
  if (!data) return <NotLoaded query={search} lines={6} label={text.searching} />;
  const { results: found, documents } = data;
  const { outcome, answer = null, answer_id = "" } = data.answer ?? chosen.data ?? {};
  const isChoosing = byModel && chosen.isFetching && !chosen.data;
  const isNothing = outcome === undefined ? found.length === 0 || !data.fits : outcome === "nothing_found";
  // A model's words find more than the question's.
  const sources = outcome === "nearest" ? (chosen.data?.sources ?? []) : [];
  // The answer, or a source, stands for its section.
  const shown = new Set([answer, ...sources].map((one) => one?.section.id));
  const results = found.filter(({ section }) => !shown.has(section.id));
  const list = (
    <>
      <ol className={styles.results} aria-busy={isPlaceholderData}>
        {sources.map(({ number, ...source }) => (
          <FoundSection key={number} {...source} asked={asked} />
        ))}
        {results.map((result) => (
          <Result key={`${result.doc.id} ${result.section.id}`} result={result} asked={asked} />
        ))}
      </ol>
      {!isPlaceholderData && data.total > found.length && <Others asked={asked} shown={found.length} />}
    </>
  );
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{text.resultsFor(asked.query)}</h1>
      <div className={styles.found}>
        <After asked={asked} />
        {isChoosing && <Choosing />}
        {answer && (
          <Answer key={answer_id} answer={answer} answerId={answer_id} asked={asked} isOld={isPlaceholderData} />
        )}
        <div role="status">
          {isPlaceholderData ? (
            <p className={styles.quiet}>{text.searching}</p>
          ) : isNothing && isChoosing ? null : isNothing ? (
            <Verdict title={text.nothing}>{text.nothingText}</Verdict>
          ) : outcome === "nearest" ? (
            <Verdict title={text.nearest}>{text.nearestText}</Verdict>
          ) : (
            <h2 className={styles.quiet}>
              {(answer ? text.others : text.found)(data.total - (found.length - results.length), data.total_is)}
            </h2>
          )}
        </div>
        {!isPlaceholderData && <Read answer={isNothing ? { ...data, widened: [] } : data} />}
        {chosen.data && <ByModel asked={asked} queries={chosen.data.also_searched} />}
        <Narrowed asked={asked} documents={documents} />
        {!isPlaceholderData && <NamedDocuments asked={asked} documents={documents} />}
        {!isNothing || found.length === 0 ? (
          list
        ) : (
          <details className={styles.near}>
            <summary>{text.nearInWords(found.length)}</summary>
            {list}
          </details>
        )}
      </div>
      {!isNothing && (
        <aside className={styles.aside} aria-label={text.narrow}>
          <Documents asked={asked} documents={documents} />
        </aside>
      )}
    </div>
  );
}

/** That there is no answer, and what to do. */
function Verdict({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h2 className={styles.verdict}>{title}</h2>
      <p className={styles.lead}>{children}</p>
    </>
  );
}

/** What misspelt words were read as, and the words that were searched as well. */
function Read({ answer: { corrected, widened, results } }: { answer: SearchAnswer }) {
  const text = useMessages(messages);
  const { query } = useAsked();
  if (corrected.length + widened.length === 0) return null;
  return (
    <div className={styles.read}>
      {corrected.map(({ written, read_as }) => (
        <p key={written}>{text.corrected(written, read_as)}</p>
      ))}
      <Widened key={query} widened={widened} results={results} />
    </div>
  );
}

/** The question in the words of a model, each a search by itself, and the way to a question that follows. */
function ByModel({ asked, queries }: { asked: Asked; queries: readonly string[] }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  // The field takes the focus along to its place on the next page.
  const focusField = () => document.getElementById(SEARCH_FIELD)?.focus();
  return (
    <div className={styles.read}>
      {queries.length > 0 && text.alsoSearched}
      {queries.map((query) => (
        <Link key={query} href={searchAddress(query)} lang={languageOf(query)}>
          {query}
        </Link>
      ))}
      <ButtonLink href={followUpAddress(asked)} small look="quiet" onClick={focusField}>
        {text.followUp}
      </ButtonLink>
    </div>
  );
}

/** The way to results that are not shown: a longer list, and then other words. */
function Others({ asked, shown }: { asked: Asked; shown: number }) {
  const text = useMessages(messages);
  if (asked.all) return <p className={styles.others}>{text.onlyBest(shown)}</p>;
  return (
    <p className={styles.others}>
      <ButtonLink href={searchAddress(asked.query, { ...asked, all: true })} replace>
        {text.more}
      </ButtonLink>
    </p>
  );
}

/** The one document that is searched, with a link that takes this away. */
function Narrowed({ asked, documents }: { asked: Asked; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const { query, document_id } = asked;
  if (document_id === null) return null;
  const title = documents.find(({ id }) => id === document_id)?.title ?? document_id;
  return (
    <p className={styles.narrowed}>
      <Link href={searchAddress(query, { ...asked, document_id: null })} aria-label={text.removeFilter(title)}>
        {title} <span aria-hidden>✕</span>
      </Link>
    </p>
  );
}

/** Documents that the question names are results themselves. */
function NamedDocuments({ asked, documents }: { asked: Asked; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const named = documents.filter((document) => document.named);
  if (named.length === 0 || asked.document_id !== null) return null;
  return (
    <ul className={styles.named}>
      {named.map(({ id, title }) => (
        <li key={id}>
          <Link href={chunkAddress(id, id, asked)}>
            <span lang={languageOf(title)}>{title}</span>
          </Link>
          <span>{text.wholeDocument}</span>
        </li>
      ))}
    </ul>
  );
}

function Documents({ asked, documents }: { asked: Asked; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  if (documents.length === 0) return null;
  return (
    <nav aria-label={text.inDocuments}>
      <h2>{text.inDocuments}</h2>
      <ul>
        {documents.map(({ id, title, sections }) => (
          <li key={id}>
            <Link
              href={searchAddress(asked.query, { ...asked, document_id: id })}
              aria-current={id === asked.document_id ? "true" : undefined}
            >
              <span lang={languageOf(title)}>{title}</span>
            </Link>
            <span className={styles.count}>{sections}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

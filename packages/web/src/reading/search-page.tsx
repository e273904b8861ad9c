import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { Loaded } from "../parts/loaded.js";
import { useTitle } from "../shell/shell.js";
import { SEARCH_FIELD } from "../shell/slash.js";
import { ButtonLink } from "../ui/button.js";
import { Meta, Row, Stack } from "../ui/layout.js";
import { VisuallyHidden } from "../ui/state.js";
import { chunkAddress, followUpAddress, searchAddress } from "./addresses.js";
import { Answer } from "./answer.js";
import type { FoundDocument, SearchAnswer } from "./answers.js";
import { After, FrontPage, Removable } from "./front-page.js";
import { messages } from "./messages.js";
import { useChosenAnswer, useSearch } from "./queries.js";
import { FoundSection, Result } from "./result.js";
import styles from "./search-page.module.css";
import { type SearchQuery, useSearchQuery } from "./search-query.js";
import { AskOwner, WhomToAsk } from "./whom-to-ask.js";
import { Widened } from "./widened.js";

export function SearchPage() {
  const search = useSearchQuery();
  return search.query === "" ? <FrontPage /> : <Results search={search} />;
}

function Results({ search }: { search: SearchQuery }) {
  const text = useMessages(messages);
  const searching = useSearch(search);
  const { data, isPlaceholderData } = searching;
  const byModel = data?.answer === null;
  const chosen = useChosenAnswer(search, byModel);
  useTitle(search.query);
  if (!data)
    return (
      <Loaded query={searching} lines={6} label={text.searching}>
        {() => null}
      </Loaded>
    );
  const { results: found, documents } = data;
  const { outcome, answer = null, answer_id = "" } = data.answer ?? chosen.data ?? {};
  const isChoosing = byModel && chosen.isFetching && !chosen.data;
  const isNothing = outcome === undefined ? found.length === 0 || !data.fits : outcome === "nothing_found";
  // A model's words find more than the question's.
  const sources = outcome === "nearest" ? (chosen.data?.sources ?? []) : [];
  // The answer, or a source, stands for its section.
  const shown = new Set([answer, ...sources].map((one) => one?.section.id));
  const results = found.filter(({ section }) => !shown.has(section.id));
  const nearest = outcome === "nearest" ? (sources[0] ?? results[0])?.doc.id : undefined;
  const list = (
    <>
      <ol className={styles.results} aria-busy={isPlaceholderData}>
        {sources.map(({ number, ...source }) => (
          <FoundSection key={number} {...source} search={search} />
        ))}
        {results.map((result) => (
          <Result key={`${result.doc.id} ${result.section.id}`} result={result} search={search} />
        ))}
      </ol>
      {!isPlaceholderData && data.total > found.length && <Others search={search} shown={found.length} />}
      {!isPlaceholderData && nearest !== undefined && <AskOwner document_id={nearest} />}
    </>
  );
  return (
    <div className={styles.page}>
      <VisuallyHidden>
        <h1>{text.resultsFor(search.query)}</h1>
      </VisuallyHidden>
      <div>
        <After search={search} />
        {isChoosing && (
          <p role="status" className={styles.quiet}>
            {text.choosing}
          </p>
        )}
        {answer && (
          <Answer key={answer_id} answer={answer} answerId={answer_id} search={search} isOld={isPlaceholderData} />
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
        {chosen.data && <ByModel search={search} queries={chosen.data.also_searched} />}
        <Narrowed search={search} documents={documents} />
        {!isPlaceholderData && <NamedDocuments search={search} documents={documents} />}
        {!isNothing ? (
          list
        ) : isPlaceholderData || isChoosing ? null : (
          <WhomToAsk>
            {found.length > 0 && (
              <details className={styles.near}>
                <summary>{text.nearInWords(found.length)}</summary>
                {list}
              </details>
            )}
          </WhomToAsk>
        )}
      </div>
      {!isNothing && (
        <Stack as="aside" gap={5} className={styles.aside} aria-label={text.narrow}>
          <Documents search={search} documents={documents} />
        </Stack>
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
  const { query } = useSearchQuery();
  if (corrected.length + widened.length === 0) return null;
  return (
    <Meta as="div" inRow>
      {corrected.map(({ written, read_as }) => (
        <p key={written}>{text.corrected(written, read_as)}</p>
      ))}
      <Widened key={query} widened={widened} results={results} />
    </Meta>
  );
}

/** The question in the words of a model, each a search by itself, and the way to a question that follows. */
function ByModel({ search, queries }: { search: SearchQuery; queries: readonly string[] }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  // The field takes the focus along to its place on the next page.
  const focusField = () => document.getElementById(SEARCH_FIELD)?.focus();
  return (
    <Meta as="div" inRow>
      {queries.length > 0 && text.alsoSearched}
      {queries.map((query) => (
        <Link key={query} href={searchAddress(query)} lang={languageOf(query)}>
          {query}
        </Link>
      ))}
      <ButtonLink href={followUpAddress(search)} small look="quiet" onClick={focusField}>
        {text.followUp}
      </ButtonLink>
    </Meta>
  );
}

/** The way to results that are not shown: a longer list, and then other words. */
function Others({ search, shown }: { search: SearchQuery; shown: number }) {
  const text = useMessages(messages);
  if (search.all) return <p className={styles.others}>{text.onlyBest(shown)}</p>;
  return (
    <p className={styles.others}>
      <ButtonLink href={searchAddress(search.query, { ...search, all: true })} replace>
        {text.more}
      </ButtonLink>
    </p>
  );
}

/** The one document that is searched, with a link that takes this away. */
function Narrowed({ search, documents }: { search: SearchQuery; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const { query, document_id } = search;
  if (document_id === null) return null;
  const title = documents.find(({ id }) => id === document_id)?.title ?? document_id;
  return (
    <Removable href={searchAddress(query, { ...search, document_id: null })} label={text.removeFilter(title)}>
      {title}
    </Removable>
  );
}

/** Documents that the question names are results themselves. */
function NamedDocuments({ search, documents }: { search: SearchQuery; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  const named = documents.filter((document) => document.named);
  if (named.length === 0 || search.document_id !== null) return null;
  return (
    <Stack as="ul" gap={1} className={styles.named}>
      {named.map(({ id, title }) => (
        <Row as="li" gap={[0, 4]} align="baseline" key={id}>
          <Link href={chunkAddress(id, id, search)} lang={languageOf(title)}>
            {title}
          </Link>
          <Meta as="span">{text.wholeDocument}</Meta>
        </Row>
      ))}
    </Stack>
  );
}

function Documents({ search, documents }: { search: SearchQuery; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const languageOf = useLanguageOf();
  if (documents.length === 0) return null;
  return (
    <nav aria-label={text.inDocuments}>
      <Meta as="h2">{text.inDocuments}</Meta>
      <ul>
        {documents.map(({ id, title, sections }) => (
          <li key={id}>
            <Link
              href={searchAddress(search.query, { ...search, document_id: id })}
              aria-current={id === search.document_id ? "true" : undefined}
              lang={languageOf(title)}
            >
              {title}
            </Link>
            <Meta as="span">{sections}</Meta>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { useTitle } from "../shell/shell.js";
import { ButtonLink } from "../ui/button.js";
import { Failure } from "../ui/failure.js";
import { EmptyState, Skeleton } from "../ui/state.js";
import { chunkAddress, searchAddress } from "./addresses.js";
import { Answer, Choosing } from "./answer.js";
import type { FoundDocument, SearchAnswer, SearchResult } from "./answers.js";
import { type Asked, KINDS, type Kind, useAsked } from "./asked.js";
import { FrontPage } from "./front-page.js";
import { messages } from "./messages.js";
import { useChosenAnswer, useSearch } from "./queries.js";
import { AMOUNTS, Result } from "./result.js";
import styles from "./search-page.module.css";
import { Widened } from "./widened.js";

export function SearchPage() {
  const asked = useAsked();
  return asked.query === "" ? <FrontPage /> : <Results asked={asked} />;
}

function Results({ asked }: { asked: Asked }) {
  const text = useMessages(messages);
  const search = useSearch(asked);
  const { data, error, isPlaceholderData } = search;
  const byModel = data?.answer === null;
  const chosen = useChosenAnswer(asked, byModel);
  useTitle(asked.query);
  if (error && !data) return <Failure error={error} onRetry={() => void search.refetch()} />;
  if (!data) return <Skeleton lines={6} label={text.searching} />;
  const answer = data.answer ?? chosen.data;
  const { results: found, documents } = data;
  const isEmpty = found.length === 0 && !isPlaceholderData;
  // The answer shows all of the others.
  const results = found.filter(({ passages }) => passages.length > 0);
  const more = moreIn(documents, found);
  // Does not change while a model chooses: results that are shown do not move.
  const hasBox = byModel || (answer?.answer ?? null) !== null;
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{text.resultsFor(asked.query)}</h1>
      <div className={styles.found}>
        {byModel && chosen.isFetching && !answer && <Choosing />}
        {answer && <Answer answer={answer} asked={asked} isOld={!byModel && isPlaceholderData} />}
        <div className={styles.about}>
          <div role="status">{isPlaceholderData ? <p>{text.searching}</p> : <Summary answer={data} />}</div>
          {!isPlaceholderData && <Widened key={asked.query} widened={data.widened} results={found} />}
        </div>
        <Narrowed asked={asked} documents={documents} />
        {!isPlaceholderData && <NamedDocuments asked={asked} documents={documents} />}
        {isEmpty ? (
          <EmptyState title={text.nothing(asked.query)}>{text.nothingText}</EmptyState>
        ) : (
          <ol className={styles.results} aria-busy={isPlaceholderData}>
            {results.map((result, nth) => (
              <Result
                key={`${result.doc.id} ${result.section.id}`}
                result={result}
                amount={hasBox ? AMOUNTS.belowAnswer : nth === 0 ? AMOUNTS.first : AMOUNTS.other}
                asked={asked}
                more={asked.document_id === null ? (more.get(result) ?? 0) : 0}
              />
            ))}
          </ol>
        )}
        {!isPlaceholderData && data.total > found.length && <Others asked={asked} shown={found.length} />}
      </div>
      {!isEmpty && (
        <aside className={styles.aside} aria-label={text.narrow}>
          <Documents asked={asked} documents={documents} />
          <Kinds asked={asked} />
        </aside>
      )}
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

/** How much was found, whether it fits, and what misspelt words were read as. */
function Summary({ answer: { total, total_is, fits, corrected } }: { answer: SearchAnswer }) {
  const text = useMessages(messages);
  return (
    <>
      {!fits && total > 0 && <p className={styles.unfit}>{text.nothingFits}</p>}
      <p>
        {total > 0 && <span>{total_is === "exact" ? text.found(total) : text.foundAtLeast(total)}</span>}
        {corrected.map(({ written, read_as }) => (
          <span key={written}>{text.corrected(written, read_as)}</span>
        ))}
      </p>
    </>
  );
}

/** What narrows the results, each with a link that takes it away. */
function Narrowed({ asked, documents }: { asked: Asked; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const { query, document_id, kind } = asked;
  if (document_id === null && kind === "all") return null;
  const title = documents.find(({ id }) => id === document_id)?.title ?? document_id;
  return (
    <ul className={styles.narrowed} aria-label={text.narrowed}>
      {document_id !== null && (
        <li>
          <Link href={searchAddress(query, { kind })} aria-label={text.removeFilter(title ?? "")}>
            {title} <span aria-hidden>✕</span>
          </Link>
        </li>
      )}
      {kind !== "all" && (
        <li>
          <Link href={searchAddress(query, { document_id })} aria-label={text.removeFilter(text.searchedKinds[kind])}>
            {text.searchedKinds[kind]} <span aria-hidden>✕</span>
          </Link>
        </li>
      )}
    </ul>
  );
}

/** Documents that the question names are results themselves. */
function NamedDocuments({ asked, documents }: { asked: Asked; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
  const named = documents.filter((document) => document.named);
  if (named.length === 0 || asked.document_id !== null) return null;
  return (
    <ul className={styles.named}>
      {named.map(({ id, title }) => (
        <li key={id}>
          <Link href={chunkAddress(id, id, asked)}>{title}</Link>
          <span>{text.wholeDocument}</span>
        </li>
      ))}
    </ul>
  );
}

function Documents({ asked, documents }: { asked: Asked; documents: readonly FoundDocument[] }) {
  const text = useMessages(messages);
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
              {title}
            </Link>
            <span className={styles.count}>{sections}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Kinds({ asked }: { asked: Asked }) {
  const text = useMessages(messages);
  return (
    <nav aria-label={text.kindOfText}>
      <h2>{text.kindOfText}</h2>
      <ul>
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <li key={kind}>
            <Link
              href={searchAddress(asked.query, { ...asked, kind })}
              aria-current={kind === asked.kind ? "true" : undefined}
            >
              {text.searchedKinds[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** By the first shown result of each document: how many more sections of it match than the page shows. */
function moreIn(documents: readonly FoundDocument[], found: SearchAnswer["results"]): Map<SearchResult, number> {
  const more = new Map<SearchResult, number>();
  for (const { id, sections } of documents) {
    const own = found.filter(({ doc }) => doc.id === id);
    const first = own.find(({ passages }) => passages.length > 0);
    if (first && sections > own.length) more.set(first, sections - own.length);
  }
  return more;
}

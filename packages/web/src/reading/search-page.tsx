import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useSearch as useQueryString } from "wouter/use-browser-location";
import { useMessages } from "../i18n/i18n.js";
import { useTitle } from "../shell/shell.js";
import { classes } from "../ui/classes.js";
import { Failure } from "../ui/failure.js";
import { ShowMore } from "../ui/show-more.js";
import { EmptyState, Skeleton } from "../ui/state.js";
import { chunkAddress, searchAddress } from "./addresses.js";
import type { SearchResult } from "./answers.js";
import { Breadcrumb } from "./breadcrumb.js";
import { ChunkBody } from "./chunk-body.js";
import { messages } from "./messages.js";
import { useSearch } from "./queries.js";
import { QUERY_MAX, SearchField } from "./search-field.js";
import styles from "./search-page.module.css";

/** How long typing must pause before the search starts, in milliseconds. */
const TYPING_PAUSE = 40;
const SHORT = { characters: 220, rows: 3 };

export function SearchPage() {
  const text = useMessages(messages);
  const [, navigate] = useLocation();
  // As in the address: the router would decode it twice.
  const asked = new URLSearchParams(useQueryString()).get("q")?.slice(0, QUERY_MAX) ?? "";
  const [typed, setTyped] = useState(asked);
  const [composing, setComposing] = useState(false);
  useTitle(asked === "" ? "" : asked);

  // Back and forward change the query; the field follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typed text follows the address, not the reverse
  useEffect(() => {
    if (typed.trim() !== asked) setTyped(asked);
  }, [asked]);

  useEffect(() => {
    const query = typed.trim();
    if (composing || query === asked) return;
    const timer = setTimeout(() => navigate(searchAddress(query), { replace: asked !== "" }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, composing, asked, navigate]);

  return (
    <div className={styles.page}>
      <div className={classes(styles.head, asked === "" && styles.welcome)}>
        <h1>{asked === "" ? text.welcome : text.searchTitle}</h1>
        <SearchField
          value={typed}
          onChange={setTyped}
          onSubmit={() => navigate(searchAddress(typed.trim()), { replace: typed.trim() === asked })}
          onComposing={setComposing}
        />
        {asked === "" && <p className={styles.hint}>{text.hint}</p>}
      </div>
      {asked !== "" && <Results query={asked} />}
    </div>
  );
}

function Results({ query }: { query: string }) {
  const text = useMessages(messages);
  const search = useSearch(query);
  const { data, error, isPlaceholderData } = search;
  if (error && !data) return <Failure error={error} onRetry={() => void search.refetch()} />;
  if (!data) return <Skeleton lines={6} label={text.searching} />;
  const results = data.pages.flatMap((page) => page.results);
  const total = data.pages[0]?.total ?? 0;
  return (
    <>
      <p className={styles.count} role="status">
        {isPlaceholderData ? text.searching : total > 0 ? text.found(total) : ""}
      </p>
      {total === 0 && !isPlaceholderData ? (
        <EmptyState title={text.nothing(query)}>{text.nothingText}</EmptyState>
      ) : (
        <ol className={styles.results} aria-busy={isPlaceholderData}>
          {results.map((result) => (
            <Result key={result.chunk.chunk_id} result={result} query={query} />
          ))}
        </ol>
      )}
      {error && <Failure error={error} onRetry={() => void search.fetchNextPage()} />}
      {!isPlaceholderData && <ShowMore list={search}>{text.more}</ShowMore>}
    </>
  );
}

function Result({ result, query }: { result: SearchResult; query: string }) {
  const { doc, chunk, window: part, highlights } = result;
  const { kinds, cut, whole } = useMessages(messages);
  const { title, breadcrumb } = chunk.display;
  const address = chunkAddress(doc.id, chunk.chunk_id, query);
  return (
    <li>
      <article className={styles.result}>
        <Breadcrumb document={doc.title} parts={breadcrumb} />
        <div className={styles.top}>
          <h2 className={styles.title}>
            <Link href={address}>{title === "" ? doc.title : title}</Link>
          </h2>
          <span className={styles.kind}>{kinds[chunk.text_type]}</span>
        </div>
        <ChunkBody chunk={chunk} highlights={highlights} short={SHORT} part={part} />
        {part !== null && (
          <p className={styles.cut}>
            {cut} <Link href={address}>{whole}</Link>
          </p>
        )}
      </article>
    </li>
  );
}

import { memo, useEffect, useMemo, useRef } from "react";
import { Link } from "wouter";
import { ChunkBody } from "../../chunks/chunk-body.js";
import type { Highlight } from "../../chunks/highlight.js";
import { useMessages } from "../../i18n/i18n.js";
import { classes } from "../../ui/classes.js";
import { Meta } from "../../ui/layout.js";
import type { ReadChunk } from "../answers.js";
import { Turning } from "../life/turning.js";
import type { Turns } from "../life/use-turns.js";
import { messages } from "../messages.js";
import { placesOfQuoted, type QuotedWords } from "../quoted-words.js";
import styles from "./document-text.module.css";
import type { LoadedText, Run } from "./loaded-text.js";
import { placesOf } from "./marked-words.js";
import type { Heading } from "./outline-map.js";
import { elementId } from "./use-reading-place.js";
import { useAddressInText } from "./which-text.js";

interface DocumentTextProps {
  readonly text: LoadedText;
  readonly headings: readonly Heading[];
  readonly turns: Turns | null;
  /** The chunk_id or section of the address. */
  readonly passage: string | null;
  /** To mark in the article of the passage. */
  readonly words: readonly string[];
  /** To mark in the passage instead of the words, if it has them. */
  readonly quoted: QuotedWords | null;
}

type AddressOf = ReturnType<typeof useAddressInText>;

const NONE: readonly string[] = [];

/** The loaded part of a document, as a document. */
export function DocumentText({ text, headings, turns, passage, words, quoted }: DocumentTextProps) {
  const addressOf = useAddressInText(text.document.id);
  const found = passage === null ? null : (text.sections.get(passage) ?? passage);
  const places = useMemo(() => {
    const chunk = text.runs.flatMap(({ chunks }) => chunks).find(({ chunk_id }) => chunk_id === passage);
    return chunk && quoted ? placesOfQuoted(quoted, chunk) : null;
  }, [text, passage, quoted]);
  const bySection = new Map(headings.filter(({ isFirst }) => isFirst).map((heading) => [heading.section, heading]));
  const turnsOf = ({ section }: Run) => {
    const heading = bySection.get(section);
    return heading && turns?.changes(heading) ? turns : null;
  };
  return text.runs.map((run, i) => (
    <section key={run.key} id={run.key === run.section ? elementId(run.section) : undefined} data-section={run.section}>
      {(i > 0 || text.first === 0) && <MissingHeading run={run} />}
      {run.chunks.map((chunk, nth) => (
        <Passage
          key={chunk.chunk_id}
          chunk={chunk}
          addressOf={addressOf}
          section={run.section}
          words={run.section === found && places === null ? words : NONE}
          quoted={chunk.chunk_id === passage ? places : null}
          isFound={chunk.chunk_id === passage}
          turns={nth === 0 ? turnsOf(run) : null}
          // The page's heading says it already.
          isTitle={text.first + i + nth === 0 && textOf(chunk).trim() === text.document.title}
        />
      ))}
      <Annexes
        addressOf={addressOf}
        run={run}
        next={text.runs[i + 1]}
        bySection={bySection}
        related={text.related.get(run.section)}
      />
    </section>
  ));
}

interface PassageProps {
  readonly addressOf: AddressOf;
  readonly chunk: ReadChunk;
  readonly section: string;
  readonly words: readonly string[];
  /** Where the quoted words are; null: no words of it are quoted. */
  readonly quoted: readonly Highlight[] | null;
  readonly isFound: boolean;
  /** Of a heading whose article will change. */
  readonly turns: Turns | null;
  readonly isTitle: boolean;
}

const textOf = ({ display }: ReadChunk) => display.body_text ?? display.body_md ?? "";

const isHeading = ({ text_type }: ReadChunk) => text_type === "heading" || text_type === "annex_title";

const Passage = memo(function Passage(props: PassageProps) {
  const { chunk, addressOf, section, words, quoted, isFound, turns, isTitle } = props;
  const box = useRef<HTMLDivElement>(null);
  const marked = quoted?.join() ?? words.join("\n");
  useEffect(() => {
    if (isFound && marked !== "") pointOut(box.current);
  }, [isFound, marked]);
  const shown = textOf(chunk);
  const highlights = quoted ?? (words.length === 0 ? undefined : placesOf(words, chunk.display.body_md ?? shown));
  if (isTitle) return <div id={elementId(chunk.chunk_id)} />;
  return (
    <div
      ref={box}
      id={elementId(chunk.chunk_id)}
      className={classes(styles.passage, isFound && !isHeading(chunk) && styles.found)}
      data-type={chunk.text_type}
      // What a text of this length takes, until it is laid out; then its own height is remembered.
      style={{ containIntrinsicBlockSize: `auto ${heightOf(chunk, shown)}rem` }}
    >
      {isHeading(chunk) ? (
        <DocumentHeading chunk={chunk} address={addressOf(section)} turns={turns} />
      ) : (
        <div data-quoted={quoted !== null || undefined}>
          <ChunkBody chunk={chunk} {...(highlights && { highlights })} />
        </div>
      )}
      {!isHeading(chunk) && <Permalink address={addressOf(chunk.chunk_id)} />}
    </div>
  );
});

function DocumentHeading(props: { chunk: ReadChunk; address: string; turns: Turns | null }) {
  const { chunk, address, turns } = props;
  const { section_path } = chunk.metadata;
  const Tag = LEVELS[Math.min(section_path.length, LEVELS.length) - 1] ?? "h2";
  const isArticle = ARTICLES.has(section_path.at(-1)?.type ?? "");
  return (
    <>
      <Tag className={isArticle ? styles.article : styles.chapter}>{chunk.display.body_text}</Tag>
      <Permalink address={address} />
      {turns && (
        <Meta inRow>
          <Turning document_id={chunk.doc_id} effective_from={turns.effective_from} />
        </Meta>
      )}
    </>
  );
}

const LEVELS = ["h2", "h3", "h4", "h5", "h6"] as const;
const ARTICLES: ReadonlySet<string> = new Set(["article", "annex", "supplement"]);

/** The address of an article or a passage, to copy it. By keyboard, the page has a button for the current article. */
function Permalink({ address }: { address: string }) {
  const { permalink } = useMessages(messages);
  return (
    <Link href={address} className={styles.permalink} tabIndex={-1} aria-label={permalink}>
      #
    </Link>
  );
}

/** The name of a section whose own heading is not among the chunks, as another ingestion may leave it. */
function MissingHeading({ run: { chunks } }: { run: Run }) {
  const [chunk] = chunks;
  if (chunk === undefined || isHeading(chunk) || chunk.metadata.section_path.length === 0) return null;
  return chunk.display.title === "" ? null : <p className={styles.missing}>{chunk.display.title}</p>;
}

/** The annexes of an article, below it: on a narrow screen there is no side. */
function Annexes(props: {
  addressOf: AddressOf;
  run: Run;
  next: Run | undefined;
  bySection: ReadonlyMap<string, Heading>;
  related: readonly string[] | undefined;
}) {
  const { addressOf, run, next, bySection, related = NONE } = props;
  const { annexes } = useMessages(messages);
  // Where the loaded part ends, the article may go on.
  if (next === undefined || next.section === run.section) return null;
  const named = related.flatMap((section) => bySection.get(section) ?? []).filter(({ type }) => type === "annex");
  if (named.length === 0) return null;
  return (
    <p className={styles.annexes}>
      <span>{annexes}</span>
      {named.map(({ section, name }) => (
        <Link key={section} href={addressOf(section)}>
          {name}
        </Link>
      ))}
    </p>
  );
}

/** Points out the row of a table that has most of the words. */
function pointOut(box: HTMLElement | null): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>("tbody tr") ?? [])];
  const words = (row: HTMLElement) =>
    new Set([...row.querySelectorAll("mark")].map((mark) => mark.textContent?.toLowerCase())).size;
  const most = Math.max(0, ...rows.map(words));
  for (const row of rows) row.toggleAttribute("data-best", most > 0 && words(row) === most);
}

/** Estimated, so that the scroll bar is about right before the text is laid out. */
function heightOf({ text_type }: ReadChunk, shown: string): number {
  const breaks = shown.split("\n").length;
  const lines = text_type === "table" ? breaks * 1.3 : Math.max(breaks, shown.length / 38);
  return Math.round(2 * lines + 1);
}

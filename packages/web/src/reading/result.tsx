import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import { type Piece, pieces } from "../chunks/highlight.js";
import { useLanguageOf } from "../i18n/text-language.js";
import { chunkAddress } from "./addresses.js";
import type { SearchResult } from "./answers.js";
import { excerpt } from "./excerpt.js";
import styles from "./result.module.css";
import type { SearchQuery } from "./search-query.js";
import { sectionName } from "./section-name.js";
import { bestRow } from "./table-row.js";

/** About two lines, in characters as wide as a kanji. */
const WIDTH = 80;

interface SourceProps extends Pick<SearchResult, "doc" | "section"> {
  readonly chunk_id: string;
  readonly search: SearchQuery;
  readonly children?: ReactNode;
}

/** The name of a section with its document's, and what is below. */
export function FoundSection({ doc, section, chunk_id, search, children }: SourceProps) {
  const languageOf = useLanguageOf();
  const name = sectionName(section);
  return (
    <li>
      <article className={styles.result}>
        <h3 lang={languageOf(doc.title + name)}>
          {name !== "" && <span>{doc.title} </span>}
          <Link href={chunkAddress(doc.id, chunk_id, search)}>{name || doc.title}</Link>
        </h3>
        {children}
      </article>
    </li>
  );
}

/** One section that a search found, and what it says in two lines. */
export function Result({ result, search }: { result: SearchResult; search: SearchQuery }) {
  const { doc, section, chunk } = result;
  return (
    <FoundSection {...{ doc, section, search }} chunk_id={chunk.chunk_id}>
      <Passage result={result} />
    </FoundSection>
  );
}

function Passage({ result: { chunk, highlights } }: { result: SearchResult }) {
  const { body_text, body_md } = chunk.display;
  const languageOf = useLanguageOf();
  if (body_text === null) {
    const cells = bestRow(body_md ?? "", highlights);
    return (
      <p lang={languageOf(cells.map(({ text }) => text).join(""))}>
        {cells.map(({ column, text, at }, i) => (
          <Fragment key={at}>
            {i > 0 && " ・ "}
            {i > 0 && column !== "" && <span>{column} </span>}
            <Pieces of={pieces(text, highlights, at)} />
          </Fragment>
        ))}
      </p>
    );
  }
  const { from, to } = excerpt(body_text, highlights, WIDTH);
  const shown = body_text.slice(from, to);
  return (
    <p lang={languageOf(shown)}>
      {from > 0 && "… "}
      <Pieces of={pieces(shown, highlights, from)} />
      {to < body_text.length && " …"}
    </p>
  );
}

function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : withoutMarkup(text)));
}

/** Items and lines of a cell follow each other in one paragraph here. */
const withoutMarkup = (text: string) =>
  text.replaceAll(/(^|\n) *[-*] |\*\*|\\(?=\W)/g, "$1").replaceAll(/<br ?\/?>/g, " ");

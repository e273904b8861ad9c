import {
  type ComparisonView,
  type ComparisonWords,
  comparedSide,
  type RunView,
  type ShownBlock,
} from "@retrieval/api/pages";
import { useMessages } from "../../i18n/i18n.js";
import { useLanguageOf } from "../../i18n/text-language.js";
import { Shortened } from "../../parts/long-list.js";
import { classes } from "../../ui/classes.js";
import { Scroller } from "../../ui/scroller.js";
import { messages } from "../messages.js";
import styles from "./comparison.module.css";

type ArticleView = ComparisonView["articles"][number];
type Heads = readonly [before: Head, after: Head];
interface Head {
  readonly name: string;
  readonly when: string;
}

interface ComparedArticlesProps {
  readonly articles: readonly ArticleView[];
  readonly heads: Heads;
  readonly words: ComparisonWords;
  readonly caption: string;
}

/** How many articles are shown at first, and by each press. */
const STEP = 200;

/** The articles that differ, the earlier version left and the later one right, or above each other where it is narrow. */
export function ComparedArticles({ articles, heads, words, caption }: ComparedArticlesProps) {
  const languageOf = useLanguageOf();
  return (
    <Shortened items={articles} first={STEP} step={STEP}>
      {(shown) => (
        <table className={styles.pair}>
          <caption className={styles.caption}>{caption}</caption>
          <thead>
            <tr>
              {heads.map(({ name, when }) => (
                <th key={name} scope="col" className={styles.head}>
                  {name} <span className={styles.when}>{when}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((article) => (
              <tr className={styles.article} key={`${article.section_before?.id} ${article.section_after?.id}`}>
                {(["before", "after"] as const).map((side, i) => (
                  <td key={side} className={styles.half} lang={languageOf(textOf(article))}>
                    <span className={styles.side}>{heads[i]?.name}</span>
                    <Blocks blocks={comparedSide(article, side, words)} mark={side === "before" ? "del" : "ins"} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Shortened>
  );
}

const textOf = ({ rows }: ArticleView) =>
  rows.flatMap(({ before, after }) => (after ?? before)?.cells.flat().map(({ text }) => text) ?? []).join(" ");

type Mark = "del" | "ins";

function Blocks({ blocks, mark }: { blocks: readonly ShownBlock[]; mark: Mark }) {
  return blocks.map((block, i) => {
    // A block has no other name than its place, and no block comes or goes.
    if (block.kind === "table") return <Rows key={String(i)} rows={block.rows} mark={mark} />;
    const { kind, depth, runs } = block;
    const Tag = kind === "heading" ? "h2" : "p";
    return (
      <Tag key={String(i)} className={styles[kind]} style={{ paddingInlineStart: `${depth * 1.25}em` }}>
        <Runs runs={runs} mark={mark} />
      </Tag>
    );
  });
}

function Rows({ rows, mark }: { rows: Extract<ShownBlock, { kind: "table" }>["rows"]; mark: Mark }) {
  const { rowsOfTable } = useMessages(messages);
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 1);
  return (
    <Scroller className={styles.wide} aria-label={rowsOfTable}>
      <table className={styles.inner}>
        <tbody>
          {rows.map(({ cells, isHead, note }, i) => (
            <tr key={String(i)}>
              {cells.map((runs, place) => {
                const Cell = isHead ? "th" : "td";
                return (
                  <Cell
                    key={String(place)}
                    className={classes(styles.cell, isHead && styles.cellHead, note && styles.note)}
                    {...(isHead && { scope: "col" })}
                    {...(note && { colSpan: columns })}
                  >
                    <Runs runs={runs} mark={mark} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Runs({ runs, mark: Mark }: { runs: readonly RunView[]; mark: Mark }) {
  let at = 0;
  return runs.map(({ text, changed }) => {
    at += text.length;
    return changed ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>;
  });
}

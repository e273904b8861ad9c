import { useId } from "react";
import { Link } from "wouter";
import { useMessages } from "../i18n/i18n.js";
import { classes } from "../ui/classes.js";
import edges from "../ui/edges.module.css";
import { chunkAddress } from "./addresses.js";
import styles from "./answer.module.css";
import type { QuestionAnswer } from "./answers.js";
import type { Asked } from "./asked.js";
import { CopyButton } from "./copy-button.js";
import { Judgement } from "./judgement.js";
import { messages } from "./messages.js";

interface AnswerProps {
  readonly answer: QuestionAnswer;
  readonly asked: Asked;
  /** Whether it is still the answer to the question before. */
  readonly isOld: boolean;
}

/** What one section says to a question, word for word; where none surely answers, that the results are the nearest. */
export function Answer({ answer: { outcome, answer, answer_id }, asked, isOld }: AnswerProps) {
  const text = useMessages(messages);
  const heading = useId();
  if (outcome === "nearest")
    return (
      <p role="status" className={styles.note}>
        {text.nearest}
      </p>
    );
  if (answer === null) return null;
  const { doc, section, units } = answer;
  const name = [doc.title, text.section(section)].filter(Boolean).join(" ");
  const [first] = [...units.filter(({ is_context }) => !is_context), ...units];
  const copied = () => [...units.map((unit) => "  ".repeat(unit.level) + unit.text), `— ${name}`].join("\n");
  return (
    <section className={styles.answer} aria-labelledby={heading} aria-busy={isOld}>
      <div className={styles.units} aria-live="polite">
        <h2 id={heading}>
          <Link href={chunkAddress(doc.id, first?.chunk_id ?? section.id, asked, first)}>{name}</Link>
          <span>{text.version(doc.version)}</span>
        </h2>
        <Units units={units} />
      </div>
      <div className={styles.actions}>
        <Judgement key={answer_id} answerId={answer_id} />
        <CopyButton key={asked.query} value={copied}>
          {text.copyAnswer}
        </CopyButton>
      </div>
    </section>
  );
}

/** Shown while a model chooses. */
export function Choosing() {
  const { choosing } = useMessages(messages);
  return (
    <p role="status" className={styles.note}>
      {choosing}
    </p>
  );
}

type AnswerUnit = NonNullable<QuestionAnswer["answer"]>["units"][number];

/** Items below {@link LEVEL_MAX} are shown like those on it. */
function Units({ units }: { readonly units: readonly AnswerUnit[] }) {
  return partsOf(units).map((part) => {
    const [{ chunk_id, start, text, cells, level, is_context }] = part;
    const key = `${chunk_id} ${start}`;
    if (cells !== null) return <Rows key={key} rows={part} />;
    return (
      <blockquote key={key} className={is_context ? styles.context : undefined} data-level={Math.min(level, LEVEL_MAX)}>
        {text}
      </blockquote>
    );
  });
}

const LEVEL_MAX = 3;

/** Rows of one table that follow each other are one part, every other unit is another. */
function partsOf(units: readonly AnswerUnit[]): (readonly [AnswerUnit, ...AnswerUnit[]])[] {
  const parts: [AnswerUnit, ...AnswerUnit[]][] = [];
  for (const unit of units) {
    const before = parts.at(-1);
    if (unit.cells !== null && before && tableOf(before[0]) === tableOf(unit)) before.push(unit);
    else parts.push([unit]);
  }
  return parts;
}

const tableOf = ({ cells, chunk_id }: AnswerUnit) => (cells === null ? null : chunk_id);

/** The columns of all rows in the order of their table; a row leaves its empty cells out. */
function columnsOf(rows: readonly AnswerUnit[]): readonly string[] {
  const columns: string[] = [];
  for (const { cells } of rows) {
    let place = 0;
    for (const { column } of cells ?? []) {
      const known = columns.indexOf(column);
      if (known < 0) columns.splice(place, 0, column);
      place = (known < 0 ? place : known) + 1;
    }
  }
  return columns;
}

/** Rows of a table under the columns that they say. */
function Rows({ rows }: { readonly rows: readonly AnswerUnit[] }) {
  const { rowsOfTable } = useMessages(messages);
  const columns = columnsOf(rows);
  return (
    // Scrolls by itself, by keyboard too, where it is wider than the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes(edges.edges, styles.rows)} tabIndex={0} aria-label={rowsOfTable}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, cells }) => (
            <tr key={text}>
              {columns.map((name) => (
                <td key={name}>
                  {cells
                    ?.filter(({ column }) => column === name)
                    .map((cell) => cell.text)
                    .join(" ")}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

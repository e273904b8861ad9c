import { Breadcrumb } from "../../../chunks/breadcrumb.js";
import { ChunkBody } from "../../../chunks/chunk-body.js";
import { useMessages } from "../../../i18n/i18n.js";
import { ChangeCounts } from "../../../parts/jobs/outcome.js";
import { Loaded } from "../../../parts/loaded.js";
import { Shortened } from "../../../parts/long-list.js";
import { Button } from "../../../ui/button.js";
import { Badge, Meta, Panel, Row, Stack } from "../../../ui/layout.js";
import { EmptyState } from "../../../ui/state.js";
import type { StructuredChunk } from "../answers.js";
import { type ComparedRow, countsOf } from "./compared-rows.js";
import styles from "./comparison.module.css";
import { messages } from "./messages.js";
import { useComparison } from "./queries.js";
import { type Piece, wordDiff } from "./word-diff.js";

interface ComparisonProps {
  readonly document_id: string;
  /** A version, beside the published one; null: the published one, beside the draft. */
  readonly number: number | null;
  readonly onBack: () => void;
}

/** How many differences are shown at first, and by each press. */
const STEP = 100;

/** Two versions side by side, passage by passage. */
export function Comparison({ document_id, number, onBack }: ComparisonProps) {
  const text = useMessages(messages);
  const sides =
    number === null ? { before: text.inForce, after: text.draft } : { before: text.name(number), after: text.inForce };
  return (
    <>
      <Row gap={[3, 5]} align="start" apart>
        {/* Takes the focus from the pressed button, which is gone. */}
        <h2 tabIndex={-1} ref={focus}>
          {text.comparison(sides.before, sides.after)}
        </h2>
        <Button small onPress={onBack}>
          ← {number === null ? text.toDraft : text.back}
        </Button>
      </Row>
      <Loaded query={useComparison(document_id, number)} lines={8} label={text.comparing}>
        {(rows) => <Rows rows={rows} sides={sides} />}
      </Loaded>
    </>
  );
}

function Rows({ rows, sides }: { rows: readonly ComparedRow[]; sides: Sides }) {
  const text = useMessages(messages);
  const counts = countsOf(rows);
  return (
    <>
      <div role="status">
        <ChangeCounts changes={counts} />
      </div>
      {rows.every(({ kind }) => kind === "unchanged") ? (
        <EmptyState title={text.noDifference} />
      ) : (
        <Shortened items={rows} first={STEP} step={STEP}>
          {(shown) => (
            <Stack as="ol" gap={3}>
              {shown.map((row, i) => (
                <ComparedRowItem key={keyOf(row, i)} row={row} sides={sides} />
              ))}
            </Stack>
          )}
        </Shortened>
      )}
    </>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

/** A run of unchanged passages has no other name than its place. */
function keyOf(row: ComparedRow, place: number): string {
  if (row.kind === "unchanged") return `${place}`;
  return `${row.kind} ${(row.kind === "removed" ? row.before : row.after).chunk_id}`;
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

function ComparedRowItem({ row, sides }: { row: ComparedRow; sides: Sides }) {
  const text = useMessages(messages);
  if (row.kind === "unchanged") return <li className={styles.same}>{text.same(row.count)}</li>;
  const chunk = row.kind === "removed" ? row.before : row.after;
  return (
    <Panel as="li" gap={3} compact>
      <Row gap={[0, 4]} apart>
        <Breadcrumb parts={chunk.display.breadcrumb} />
        <Badge tone={({ added: "good", removed: "bad", changed: undefined } as const)[row.kind]}>
          {text.kind[row.kind]}
        </Badge>
      </Row>
      {row.kind === "changed" ? (
        <Changed before={row.before} after={row.after} sides={sides} />
      ) : (
        <div className={styles.pair}>
          <div className={styles.side} data-side={row.kind}>
            <Meta>{row.kind === "removed" ? sides.before : sides.after}</Meta>
            <ChunkBody chunk={chunk} />
          </div>
        </div>
      )}
    </Panel>
  );
}

function Changed({ before, after, sides }: { before: StructuredChunk; after: StructuredChunk; sides: Sides }) {
  const diff = wordDiff(...comparedTexts(before, after));
  return (
    <div className={styles.pair}>
      <div className={styles.side}>
        <Meta>{sides.before}</Meta>
        <p className={styles.text}>
          <Pieces pieces={diff.before} mark="del" />
        </p>
      </div>
      <div className={styles.side}>
        <Meta>{sides.after}</Meta>
        <p className={styles.text}>
          <Pieces pieces={diff.after} mark="ins" />
        </p>
      </div>
    </div>
  );
}

function Pieces({ pieces, mark: Mark }: { pieces: readonly Piece[]; mark: "ins" | "del" }) {
  let at = 0;
  return pieces.map(({ text, isMarked }) => {
    at += text.length;
    return isMarked ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>;
  });
}

/** The plain texts; if only their Markdown differs, that. */
function comparedTexts(before: StructuredChunk, after: StructuredChunk): [string, string] {
  const plain = (chunk: StructuredChunk) => chunk.content ?? chunk.content_md ?? "";
  return plain(before) === plain(after)
    ? [before.content_md ?? plain(before), after.content_md ?? plain(after)]
    : [plain(before), plain(after)];
}

import { Link } from "wouter";
import { useFormat, useMessages } from "../../i18n/i18n.js";
import { isolate } from "../../i18n/isolate.js";
import { LongTable } from "../../parts/long-list.js";
import { messages as partMessages } from "../../parts/messages.js";
import { Button } from "../../ui/button.js";
import { Facts } from "../../ui/facts.js";
import { Badge, Meta, Stack } from "../../ui/layout.js";
import { saveFile } from "../../ui/save-file.js";
import type { Column } from "../../ui/table.js";
import { documentAdminAddress } from "../documents/addresses.js";
import type { FileImportCounts, ImportAnswer, ImportEffect } from "./import-answer.js";
import { messages } from "./import-messages.js";
import { reportCsv } from "./import-report.js";
import { ImportedUsers } from "./imported-users.js";

/** What an import would do or did: counts, lines to review, then the lists that may be long. */
export function ImportReport({ answer, isApplied }: { answer: ImportAnswer; isApplied: boolean }) {
  const text = useMessages(messages);
  const { saveCsv } = useMessages(partMessages);
  const { mode, counts, refused, warnings } = answer;
  return (
    <>
      <Stack as="section" gap={3} aria-label={text.counts}>
        <Counts answer={answer} />
        {mode === "import" && counts.skipped > 0 && <Meta>{text.skippedAdvice}</Meta>}
      </Stack>
      {refused.length > 0 && (
        <Stack as="section" gap={3}>
          <h2>{text.refused}</h2>
          <Meta>{text.refusedText}</Meta>
          <LineTable label={text.refused} lines={refused} />
        </Stack>
      )}
      {warnings.length > 0 && (
        <Stack as="section" gap={3}>
          <h2>{text.warnings}</h2>
          <LineTable label={text.warnings} lines={warnings.map((line) => ({ ...line, reason: line.warning }))} />
        </Stack>
      )}
      <ImportedUsers answer={answer} isApplied={isApplied} />
      <Stack as="section" gap={3}>
        <h2>{text.effects}</h2>
        <Effects effects={answer.effects} />
      </Stack>
      <Stack as="section" gap={3}>
        <h2>{text.report}</h2>
        <div>
          <Button
            small
            onPress={() => saveFile("import-report.csv", new Blob([reportCsv(answer)], { type: "text/csv" }))}
          >
            {saveCsv}
          </Button>
        </div>
      </Stack>
    </>
  );
}

type Count = keyof FileImportCounts;

const ORDER = ["new", "changed", "unchanged", "reactivated", "deactivated", "skipped", "refused"] as const;
/** Counts that are impossible or rare in a mode are hidden while they are 0. */
const RARE = { import: ["reactivated", "deactivated", "skipped"], sync: ["reactivated", "skipped"] } as const;

function Counts({ answer: { counts, mode } }: { answer: ImportAnswer }) {
  const { countNames } = useMessages(messages);
  const { number } = useFormat();
  const rare: readonly Count[] = RARE[mode];
  const shown = ORDER.filter((name) => counts[name] > 0 || !rare.includes(name));
  const value = (name: Count) =>
    counts[name] > 0 && (name === "deactivated" || name === "refused") ? (
      <Badge tone="warn">{number(counts[name])}</Badge>
    ) : (
      number(counts[name])
    );
  return <Facts facts={shown.map((name) => [countNames[name], value(name)])} />;
}

function Effects({ effects }: { effects: readonly ImportEffect[] }) {
  const text = useMessages(messages);
  if (effects.length === 0) return <Meta>{text.noEffects}</Meta>;
  const columns: Column<ImportEffect>[] = [
    {
      name: "document",
      label: text.document,
      isRowHeader: true,
      cell: ({ document_id, title }) => <Link href={documentAdminAddress(document_id)}>{title}</Link>,
    },
    { name: "gained", label: text.gains, align: "end", cell: ({ gained }) => text.readers(gained) },
    { name: "lost", label: text.loses, align: "end", cell: ({ lost }) => text.readers(lost) },
  ];
  return <LongTable label={text.effects} columns={columns} rows={effects} rowKey={({ document_id }) => document_id} />;
}

interface Line {
  readonly line: number;
  readonly user_id: string | null;
  readonly display_name: string | null;
  readonly reason: string;
}

function LineTable({ label, lines }: { label: string; lines: readonly Line[] }) {
  const text = useMessages(messages);
  const { number } = useFormat();
  const columns: Column<Line & { readonly key: number }>[] = [
    {
      name: "line",
      label: text.line,
      isRowHeader: true,
      // A user who is missing from a synchronised file has no line.
      cell: ({ line }) => (line === 0 ? text.noLine : number(line)),
    },
    { name: "user_id", label: text.number, cell: ({ user_id }) => user_id !== null && isolate(user_id) },
    {
      name: "display_name",
      label: text.name,
      cell: ({ display_name }) => display_name !== null && isolate(display_name),
    },
    { name: "reason", label: text.reason, cell: ({ reason }) => reason },
  ];
  const rows = lines.map((line, key) => ({ ...line, key }));
  return <LongTable label={label} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

import type { JsonOf } from "@retrieval/api/client";
import { useState } from "react";
import { Link } from "wouter";
import { useSearch } from "wouter/use-browser-location";
import { useFormat, useMessages } from "../../../i18n/i18n.js";
import { isolate } from "../../../i18n/isolate.js";
import { DisplayName } from "../../../parts/display-names.js";
import { Loaded } from "../../../parts/loaded.js";
import { PagedTable } from "../../../parts/paged.js";
import { SaveCsv } from "../../../parts/save-csv.js";
import { useChange, usePages } from "../../../parts/use-answer.js";
import { useToday } from "../../../parts/use-today.js";
import { useTitle } from "../../../shell/shell.js";
import { Button, ButtonLink } from "../../../ui/button.js";
import { FilterField } from "../../../ui/filter-field.js";
import { Meta, PageHead, Row, Stack } from "../../../ui/layout.js";
import { Notice } from "../../../ui/notice.js";
import { Refused } from "../../../ui/refused.js";
import { EmptyState } from "../../../ui/state.js";
import type { Column } from "../../../ui/table.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import { certificateAddress, documentAdminAddress } from "../addresses.js";
import styles from "./confirmations-page.module.css";
import { messages } from "./messages.js";

type Confirmations = JsonOf<"listConfirmations">;
type AskedUser = Confirmations["items"][number];

const STATES = ["open", "confirmed", "all"] as const;
type State = (typeof STATES)[number];

const TYPING_PAUSE = 200;

/** Who has confirmed a version of a document, and who has not; the newest version that readers are asked to confirm. */
export function ConfirmationsPage({ document_id }: { document_id: string }) {
  const text = useMessages(messages);
  const version = Number(new URLSearchParams(useSearch()).get("version")) || undefined;
  const [state, setState] = useState<State>("open");
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed.trim(), TYPING_PAUSE) || undefined;
  const list = usePages("listConfirmations", { document_id, version, state, query });
  const page = list.data?.pages[0];
  const columns = useColumns(state, page);
  useTitle(page ? text.title(page.effective_from) : document_id);
  const none = (
    <EmptyState
      level={1}
      title={text.none}
      actions={<ButtonLink href={documentAdminAddress(document_id, "versions")}>{document_id}</ButtonLink>}
    >
      {text.noneText}
    </EmptyState>
  );
  return (
    <Loaded query={{ ...list, data: page }} lines={8} absent="DOCUMENT_NOT_FOUND" instead={none}>
      {(page) => (
        <Stack gap={5}>
          <PageHead
            back={<Link href={documentAdminAddress(document_id, "versions")}>← {isolate(page.title)}</Link>}
            title={text.title(page.effective_from)}
          />
          <Figure page={page} />
          <Stack gap={3}>
            <Row gap={[3, 4]} align="end">
              <States page={page} state={state} onChange={setState} />
              <FilterField label={text.find} value={typed} onChange={setTyped} />
              <div className={styles.end}>
                <SaveCsv
                  name={`confirmations-${document_id}-${page.number}-${state}`}
                  read={(client, format) =>
                    client.listConfirmations({ document_id, version: page.number, state, query, ...format })
                  }
                  small={false}
                />
              </div>
            </Row>
            <PagedTable
              label={text.list[state]}
              list={list}
              columns={columns}
              rowKey={({ user_id }) => user_id}
              empty={<EmptyState title={query === undefined ? text.noUsers[state] : text.noMatch} />}
            />
          </Stack>
        </Stack>
      )}
    </Loaded>
  );
}

/** The figure first, what it is about, and what can be done. */
function Figure({ page }: { page: Confirmations }) {
  const text = useMessages(messages);
  const { number: inWords } = useFormat();
  const { document_id, number, of, confirmed, confirm_by, published_at, reminded_at, is_asked } = page;
  const reminding = useChange((client) => client.remindReaders({ document_id, body: { version: number } }));
  const today = useToday();
  const open = of - confirmed;
  return (
    <Stack gap={3}>
      <Row gap={[4, 6]} align="end" apart>
        <div className={styles.figure}>
          <p className={styles.number}>
            {inWords(confirmed)} <small>{text.of(of)}</small>
          </p>
          <progress aria-label={text.share} value={confirmed} max={of || 1} />
          <Meta as="div" inRow>
            {confirm_by && <span>{text.confirmBy(confirm_by, daysLeft(confirm_by, today))}</span>}
            <span>{text.told(published_at)}</span>
            {reminded_at && <span>{text.reminded(reminded_at)}</span>}
          </Meta>
        </div>
        <Row gap={3}>
          {open > 0 && is_asked && (
            <Button look="primary" isPending={reminding.isPending} onPress={() => reminding.mutate()}>
              {text.remind(open)}
            </Button>
          )}
          <ButtonLink href={certificateAddress(document_id, number)}>{text.certificate}</ButtonLink>
        </Row>
      </Row>
      {reminding.data && (
        <Notice tone="good" announced>
          {text.remindedNow(reminding.data.body.readers)}
        </Notice>
      )}
      <Refused error={reminding.error} title={text.remindFailed} />
    </Stack>
  );
}

/** null: it is over, or today is not known yet. */
function daysLeft(confirm_by: string, today: string | null): number | null {
  return today === null || confirm_by < today ? null : (Date.parse(confirm_by) - Date.parse(today)) / 86_400_000;
}

function States({ page, state, onChange }: { page: Confirmations; state: State; onChange: (state: State) => void }) {
  const text = useMessages(messages);
  const counts = { open: page.of - page.confirmed, confirmed: page.confirmed, all: page.of };
  return (
    <fieldset className={styles.states} aria-label={text.states}>
      {STATES.map((one) => (
        <button key={one} type="button" aria-pressed={one === state} onClick={() => onChange(one)}>
          {text.state[one](counts[one])}
        </button>
      ))}
    </fieldset>
  );
}

function useColumns(state: State, page: Confirmations | undefined): readonly Column<AskedUser>[] {
  const text = useMessages(messages);
  const { date, dateTime } = useFormat();
  const told = page?.reminded_at ?? page?.published_at;
  const confirmed: Column<AskedUser> = {
    name: "confirmed_at",
    label: text.confirmedAt,
    cell: ({ confirmed_at: at }) => (at === null ? text.notYet : <time dateTime={at}>{dateTime(at)}</time>),
  };
  return [
    { name: "display_name", label: text.name, isRowHeader: true, cell: (user) => <DisplayName {...user} /> },
    { name: "user_id", label: text.number, cell: ({ user_id }) => isolate(user_id) },
    state === "open" ? { name: "told", label: text.lastTold, cell: () => told && date(told) } : confirmed,
  ];
}

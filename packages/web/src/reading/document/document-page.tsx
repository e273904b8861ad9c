import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { isRefusal } from "../../api/errors.js";
import { useMessages } from "../../i18n/i18n.js";
import { useTitle } from "../../shell/shell.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Failure } from "../../ui/failure.js";
import { messages as uiMessages } from "../../ui/messages.js";
import { Notice } from "../../ui/notice.js";
import { EmptyState, Skeleton } from "../../ui/state.js";
import { chunkAddress } from "../addresses.js";
import { useAsked, useQuotedWords } from "../asked.js";
import { messages } from "../messages.js";
import { OriginalFile } from "../original-file.js";
import { useOutline } from "../queries.js";
import { Beside } from "./beside.js";
import styles from "./document-page.module.css";
import { DocumentText } from "./document-text.js";
import { Edge } from "./edge.js";
import { FindBar } from "./find-bar.js";
import type { LoadedText } from "./loaded-text.js";
import { Outline } from "./outline.js";
import { OutlineDialog } from "./outline-dialog.js";
import { type Heading, headingOf, headingsOf, neighbours } from "./outline-map.js";
import { PrintFooter } from "./print-footer.js";
import { Turning } from "./turning.js";
import { useDocument } from "./use-document.js";
import { useHits } from "./use-hits.js";
import { usePrinting } from "./use-printing.js";
import { useCurrentSection, useKeptPlace, useOpening } from "./use-reading-place.js";
import { useShortcut } from "./use-shortcut.js";

interface DocumentPageProps {
  readonly document_id: string;
  /** A chunk_id or a section's address; null: from the beginning. */
  readonly passage: string | null;
}

/** A document as a document, opened at a passage. */
export function DocumentPage({ document_id, passage }: DocumentPageProps) {
  const { loading } = useMessages(uiMessages);
  const reading = useDocument(document_id, passage);
  const { text, error } = reading;
  const title = text?.document.title ?? "";
  const isGone = isRefusal(error, "DOCUMENT_NOT_FOUND", "INVALID_IDENTIFIER", "INVALID_REQUEST");
  useTitle(title);
  if (isGone) return <Gone wasOpen={text !== null} />;
  if (error && !text) return <Failure error={error} onRetry={reading.retry} />;
  if (!text) return <Skeleton lines={12} label={loading} />;
  return <OpenDocument document_id={document_id} passage={passage} reading={reading} text={text} />;
}

const NO_OUTLINE = { outline: [], truncated: false, original: false };
const NO_WORDS: readonly string[] = [];

function OpenDocument(props: DocumentPageProps & { reading: ReturnType<typeof useDocument>; text: LoadedText }) {
  const { document_id, passage, reading, text } = props;
  const words = useMessages(messages);
  const [, navigate] = useLocation();
  const asked = useAsked();
  const quoted = useQuotedWords();
  const { data = NO_OUTLINE, isPending } = useOutline(document_id);
  const { outline, truncated, original } = data;
  const headings = useMemo(() => headingsOf(outline, text), [outline, text]);
  const hits = useHits(asked, document_id, passage);
  const [phrase, setPhrase] = useState<{ readonly in: string; readonly words: readonly string[] } | null>(null);
  const { current, jumpTo } = useCurrentSection(text);
  const sectionOf = useCallback((id: string) => text.sections.get(id) ?? id, [text]);
  const opened = useCallback((id: string) => jumpTo(sectionOf(id)), [jumpTo, sectionOf]);
  const [isFinding, setFinding] = useState(false);
  // The search in the document keeps the focus: Enter leads to its next place.
  const reveal = useOpening(passage, text, !isFinding, opened);
  useKeptPlace(text.runs[0]?.chunks[0]?.chunk_id);

  // The address names a passage that is not loaded.
  const isLoaded = passage === null || text.sections.has(passage) || text.runs.some((run) => run.section === passage);
  const { open, isGone, isMoving } = reading;
  useEffect(() => {
    if (!isLoaded && !isGone && !isMoving) open(passage);
    if (passage === null && text.first > 0 && !isMoving) open(null);
  }, [isLoaded, isGone, isMoving, open, passage, text.first]);

  const at = headingOf(current, headings, text);
  const heading = headings[at];
  const [previous, next] = neighbours(at, headings);
  const show = useCallback(
    (place: string) => {
      // The same address again: the user has scrolled away from it.
      if (place === document_id && passage === null) scrollTo(0, 0);
      if (place === passage && reveal(place)) opened(place);
    },
    [document_id, passage, reveal, opened],
  );
  const turn = (to: Heading | undefined) => {
    if (!to) return;
    show(to.passage);
    navigate(chunkAddress(document_id, to.passage));
  };
  useShortcut(
    (event) => event.altKey && !event.ctrlKey && !event.metaKey && event.key === "ArrowDown",
    () => turn(next),
  );
  useShortcut(
    (event) => event.altKey && !event.ctrlKey && !event.metaKey && event.key === "ArrowUp",
    () => turn(previous),
  );
  const isFindKey = (event: KeyboardEvent) => event.key.toLowerCase() === "f" && (event.ctrlKey || event.metaKey);
  useShortcut(
    (event) => reading.isTooLongForBrowser && isFindKey(event),
    () => setFinding(true),
  );
  const renew = () => {
    reading.renew(current);
    navigate(chunkAddress(document_id, current ?? document_id), { replace: true });
  };
  const printing = usePrinting(text.isWhole, reading.showAll, reading.allError);

  const related = relatedTo(heading, headings, text);
  const contents = (onOpen: typeof show) => (
    <Outline
      document_id={document_id}
      title={text.document.title}
      headings={headings}
      current={at}
      truncated={truncated}
      onOpen={onOpen}
    />
  );
  // Not before the outline: annexes that come later would move the links below them away from the pointer.
  const beside = isPending ? null : (
    <Beside document_id={document_id} heading={heading} related={related} asked={asked} hits={hits} />
  );
  return (
    <div className={styles.page} data-width="wide">
      {headings.length > 0 && <div className={styles.side}>{contents(show)}</div>}
      <div className={styles.middle}>
        <OutlineDialog title={text.document.title} name={heading?.name ?? ""}>
          {(close) => (
            <>
              {headings.length > 0 &&
                contents((place) => {
                  close();
                  show(place);
                })}
              {beside}
            </>
          )}
        </OutlineDialog>
        <div className={styles.head}>
          <h1>{text.document.title}</h1>
          <div className={styles.meta}>
            <span>{words.version(text.document.version)}</span>
            <Button small look="quiet" onPress={printing.print} isPending={printing.isPreparing}>
              {printing.isPreparing ? words.preparing : words.print}
            </Button>
            {reading.isTooLongForBrowser && (
              <Button small look="quiet" onPress={() => setFinding(true)}>
                {words.findTitle}
              </Button>
            )}
            {original && <OriginalFile document_id={document_id} />}
          </div>
        </div>
        {isGone && <Notice announced>{words.passageGone}</Notice>}
        {!text.isWhole && <p className={styles.partial}>{words.partial}</p>}
        <article className={styles.text} aria-label={text.document.title} aria-busy={reading.isMoving}>
          {reading.hasBefore && <Edge onNear={() => reading.grow("before")} />}
          <DocumentText
            text={text}
            headings={headings}
            passage={phrase?.in ?? passage}
            words={phrase?.words ?? (asked.query === "" ? NO_WORDS : hits.words)}
            quoted={phrase === null ? quoted : null}
          />
          {reading.hasAfter && <Edge onNear={() => reading.grow("after")} />}
        </article>
        {reading.error && <Failure error={reading.error} onRetry={reading.retry} />}
        {reading.isOutdated && (
          <div className={styles.outdated}>
            <Notice
              tone="warn"
              announced
              actions={
                <Button small onPress={renew}>
                  {words.showNew}
                </Button>
              }
            >
              {words.outdated}
            </Notice>
          </div>
        )}
        {headings.length > 0 && (
          <Turning
            previous={previous}
            next={next}
            addressOf={(place) => chunkAddress(document_id, place)}
            onOpen={show}
          />
        )}
      </div>
      <div className={styles.side}>{beside}</div>
      {isFinding && (
        <FindBar
          shown={reading.shown}
          onFound={(chunk_id, sought) => {
            setPhrase({ in: chunk_id, words: [sought.toLowerCase()] });
            navigate(chunkAddress(document_id, chunk_id), { replace: true });
          }}
          onClose={() => {
            setFinding(false);
            setPhrase(null);
          }}
        />
      )}
      <PrintFooter document={text.document} />
    </div>
  );
}

/** The headings of the sections that a heading's section names, or that name it. */
function relatedTo(heading: Heading | undefined, headings: readonly Heading[], text: LoadedText): Heading[] {
  const related = new Set(heading ? (text.related.get(heading.section) ?? []) : []);
  return headings.filter(({ section, isFirst }) => isFirst && related.has(section));
}

/** Says of a hidden document and of a missing one the same; `wasOpen`: it was on this page until now. */
function Gone({ wasOpen }: { wasOpen: boolean }) {
  const text = useMessages(messages);
  const title = wasOpen ? text.documentWithdrawn : text.documentGone;
  const said = useRef<HTMLDivElement>(null);
  useTitle(title);
  useEffect(() => {
    if (wasOpen && document.activeElement === document.body) said.current?.querySelector("h1")?.focus();
  }, [wasOpen]);
  return (
    <div ref={said} role={wasOpen ? "alert" : undefined}>
      <EmptyState level={1} title={title} actions={<ButtonLink href="/documents">{text.documents}</ButtonLink>}>
        {text.documentGoneText}
      </EmptyState>
    </div>
  );
}

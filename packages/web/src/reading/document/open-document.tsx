import { useLocation } from "wouter";
import { useMessages } from "../../i18n/i18n.js";
import { Button } from "../../ui/button.js";
import { Notice } from "../../ui/notice.js";
import { chunkAddress } from "../addresses.js";
import { useTurns } from "../life/use-turns.js";
import { messages } from "../messages.js";
import { useQuotedWords, useSearchQuery } from "../search-query.js";
import { DocumentHead } from "./document-head.js";
import styles from "./document-page.module.css";
import { DocumentText } from "./document-text.js";
import { FindBar } from "./find-bar.js";
import type { LoadedText } from "./loaded-text.js";
import { OtherText } from "./other-text.js";
import { Outline } from "./outline.js";
import { OutlineDialog } from "./outline-dialog.js";
import { PrintFooter } from "./print-footer.js";
import { ScrollTrigger } from "./scroll-trigger.js";
import { SectionNavigation } from "./section-navigation.js";
import { SectionSidebar } from "./section-sidebar.js";
import type { useDocument } from "./use-document.js";
import { useFind } from "./use-find.js";
import { useHits } from "./use-hits.js";
import { useSections } from "./use-sections.js";
import { isOther, useWhichText } from "./which-text.js";

interface OpenDocumentProps {
  readonly document_id: string;
  readonly passage: string | null;
  readonly reading: ReturnType<typeof useDocument>;
  readonly text: LoadedText;
}

const NO_WORDS: readonly string[] = [];

/** The text in the middle, its outline at one side, what belongs to the current section at the other. */
export function OpenDocument({ document_id, passage, reading, text }: OpenDocumentProps) {
  const words = useMessages(messages);
  const [, navigate] = useLocation();
  const search = useSearchQuery();
  const quoted = useQuotedWords();
  const hits = useHits(search, document_id, passage);
  const find = useFind(document_id, reading.isTooLongForBrowser);
  // The search in the document keeps the focus: Enter leads to its next place.
  const sections = useSections(document_id, passage, text, !find.isOpen);
  const { headings, heading, current } = sections;
  const which = useWhichText();
  const { turns } = useTurns(document_id);
  const { title } = text.document;
  const outline = (onOpen: (place: string) => void) =>
    headings.length > 0 && <Outline {...{ document_id, title, sections, onOpen }} />;
  // Not before the outline: annexes that come later would move the links below them away from the pointer.
  const sidebar = <SectionSidebar {...{ document_id, sections, search, hits }} />;
  const renew = () => {
    reading.renew(current);
    navigate(chunkAddress(document_id, current ?? document_id), { replace: true });
  };
  const showNew = (
    <Button small onPress={renew}>
      {words.showNew}
    </Button>
  );
  return (
    <div className={styles.frame} data-width="wide">
      <DocumentHead
        document_id={document_id}
        text={text}
        showAll={reading.showAll}
        allError={reading.allError}
        onFind={reading.isTooLongForBrowser ? find.open : null}
        hasOriginal={sections.original}
      />
      <div className={styles.page}>
        {headings.length > 0 && <div className={styles.side}>{outline(sections.show)}</div>}
        <div className={styles.middle}>
          <OutlineDialog title={title} name={heading?.name ?? ""}>
            {(close) => (
              <>
                {outline((place) => {
                  close();
                  sections.show(place);
                })}
                {sidebar}
              </>
            )}
          </OutlineDialog>
          <OtherText document_id={document_id} />
          {reading.isPassageMissing && <Notice announced>{words.passageGone}</Notice>}
          {!text.isWhole && <p className={styles.partial}>{words.partial}</p>}
          <article className={styles.text} aria-label={title} aria-busy={reading.isMoving}>
            {reading.growBefore && <ScrollTrigger onNear={reading.growBefore} />}
            <DocumentText
              text={text}
              headings={headings}
              turns={isOther(which) ? null : turns}
              passage={find.place?.chunk_id ?? passage}
              words={find.place?.words ?? (search.query === "" ? NO_WORDS : hits.words)}
              quoted={find.place === null ? quoted : null}
            />
            {reading.growAfter && <ScrollTrigger onNear={reading.growAfter} />}
          </article>
          {reading.isOutdated && (
            <div className={styles.outdated}>
              <Notice tone="warn" announced actions={showNew}>
                {words.outdated}
              </Notice>
            </div>
          )}
          {headings.length > 0 && <SectionNavigation document_id={document_id} sections={sections} />}
        </div>
        <div className={styles.side}>{sidebar}</div>
      </div>
      {find.isOpen && <FindBar shown={reading.shown} onFound={find.show} onClose={find.close} />}
      <PrintFooter document={text.document} />
    </div>
  );
}

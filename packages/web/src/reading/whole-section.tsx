import { ChunkBody } from "../chunks/chunk-body.js";
import { useMessages } from "../i18n/i18n.js";
import { NotLoaded } from "../parts/not-loaded.js";
import { messages } from "./messages.js";
import { useSection } from "./queries.js";
import { placesOfQuoted, type Quotation, quotedWords } from "./quoted-words.js";

interface WholeSectionProps {
  readonly document_id: string;
  readonly section: string;
  /** What is marked in it. */
  readonly quoted: readonly (Quotation & { readonly chunk_id: string })[];
}

/** The text of a section without its own heading, which stands above the answer. */
export function WholeSection({ document_id, section, quoted }: WholeSectionProps) {
  const { searching } = useMessages(messages);
  const { data, error, refetch } = useSection(document_id, section);
  if (!data) return <NotLoaded query={{ error, refetch }} label={searching} />;
  const [first, ...others] = data;
  const isHeading = first?.text_type === "heading" || first?.text_type === "annex_title";
  return (isHeading ? others : data).map((chunk) => (
    <ChunkBody
      key={chunk.chunk_id}
      chunk={chunk}
      highlights={quoted
        .filter(({ chunk_id }) => chunk_id === chunk.chunk_id)
        .flatMap((unit) => placesOfQuoted(quotedWords(unit), chunk) ?? [])}
    />
  ));
}

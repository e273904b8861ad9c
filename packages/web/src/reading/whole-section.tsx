import { ChunkBody } from "../chunks/chunk-body.js";
import { useMessages } from "../i18n/i18n.js";
import { Loaded } from "../parts/loaded.js";
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
  return (
    <Loaded query={useSection(document_id, section)} label={searching}>
      {(chunks) =>
        chunks
          .filter(({ text_type }, i) => i > 0 || (text_type !== "heading" && text_type !== "annex_title"))
          .map((chunk) => (
            <ChunkBody
              key={chunk.chunk_id}
              chunk={chunk}
              highlights={quoted
                .filter(({ chunk_id }) => chunk_id === chunk.chunk_id)
                .flatMap((unit) => placesOfQuoted(quotedWords(unit), chunk) ?? [])}
            />
          ))
      }
    </Loaded>
  );
}

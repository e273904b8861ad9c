import { ByteReader } from "./bytes.js";
import type { HeldDocument } from "./held-document.js";

/** What the index answers of a section besides numbers. */
export interface SectionHead {
  /** How many chunks it has. */
  readonly chunks: number;
  readonly section_id: string;
  readonly chunk_id: string;
  /** Its label and title. */
  readonly title: string;
}

/** The beginning of a head, without its texts. */
export function sectionAt({ data, document_id }: HeldDocument, at: number): Pick<SectionHead, "chunks" | "section_id"> {
  return readSection(document_id, new ByteReader(data, at));
}

export function* headsOf(document: HeldDocument): Generator<SectionHead> {
  const reader = new ByteReader(document.data, document.heads);
  while (reader.at < document.data.length) yield readHead(document, reader);
}

function readHead({ document_id }: HeldDocument, reader: ByteReader): SectionHead {
  const section = readSection(document_id, reader);
  return { ...section, chunk_id: `${document_id}::${reader.text()}`, title: reader.text() };
}

function readSection(document_id: string, reader: ByteReader) {
  return { chunks: reader.number(), section_id: `${document_id}::${reader.text()}` };
}

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

export function headAt(document: HeldDocument, at: number): SectionHead {
  return readHead(document, new ByteReader(document.data, at));
}

export function* headsOf(document: HeldDocument): Generator<SectionHead> {
  const reader = new ByteReader(document.data, document.heads);
  while (reader.at < document.data.length) yield readHead(document, reader);
}

function readHead({ document_id }: HeldDocument, reader: ByteReader): SectionHead {
  const chunks = reader.number();
  const section_id = `${document_id}::${reader.text()}`;
  return { chunks, section_id, chunk_id: `${document_id}::${reader.text()}`, title: reader.text() };
}

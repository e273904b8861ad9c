import { folded } from "../../folded.js";
import type { DocumentPart } from "../answers.js";

/** The chunk_ids of the chunks that contain a phrase, in reading order. */
export function chunksWith(phrase: string, parts: readonly DocumentPart[]): string[] {
  const wanted = folded(phrase).trim();
  if (wanted === "") return [];
  return parts.flatMap(({ items }) =>
    items
      .filter(({ display }) => folded(display.body_text ?? display.body_md ?? "").includes(wanted))
      .map(({ chunk_id }) => chunk_id),
  );
}

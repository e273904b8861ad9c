import { type StructureReference, structureReferencesIn } from "./structure-references.js";

/** Says where a sentence comes from, and not what it is about: 第16条では、…; …（第16条）; Article 16 says … */
const ATTRIBUTED = {
  before: /(?:\baccording to |[(（])$/i,
  behind: /^(?:では|によると|によれば|[)）]| (?:says|states|provides)\b)/i,
};

/** The number of an item or a paragraph at the beginning of its text. */
const ITEM_NUMBER = /^[-*・ \t]{0,20}\(?([0-9]{1,3})[.)](?![0-9])/;

/**
 * Whether each reference of a sentence is in its quote, or in the names of the quote's section. One of the section must
 * not take the place of another one that the quote names: it only says where the sentence comes from. A sentence may have
 * a number before it, unless the quote has another one.
 *
 * @param sentence all three after NFKC
 */
export function hasReferences(sentence: string, quote: string, names: string): boolean {
  const [number, quotedNumber] = [sentence, quote].map((text) => ITEM_NUMBER.exec(text)?.[1]);
  if (number !== undefined && quotedNumber !== undefined && number !== quotedNumber) return false;
  const [said, quoted] = [structureReferencesIn(sentence), structureReferencesIn(quote)];
  const ofSection = said.filter((reference) => !isAmong(reference, quoted));
  const own = structureReferencesIn(names);
  if (!ofSection.every((reference) => isAmong(reference, own))) return false;
  const unsaid = quoted.filter((reference) => !said.some((one) => isAmong(one, [reference])));
  return ofSection.every((reference) => {
    const replaced = unsaid.filter(({ kind }) => kind === reference.kind);
    return (
      replaced.length === 0 || (isAttributed(reference, sentence) && !replaced.some((one) => isAttributed(one, quote)))
    );
  });
}

type References = readonly StructureReference[];

/** Article 21 is in Article 21(1). */
const isAmong = ({ kind, number }: StructureReference, references: References) =>
  references.some((one) => one.kind === kind && (one.number === number || one.number.startsWith(`${number}(`)));

const isAttributed = ({ start, end }: StructureReference, text: string) =>
  ATTRIBUTED.before.test(text.slice(0, start)) || ATTRIBUTED.behind.test(text.slice(end));

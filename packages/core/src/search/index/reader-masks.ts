import type { Visibility } from "./directory.js";
import { addTotals, type HeldDocument, NO_TOTALS, type Totals } from "./held-document.js";
import { Bits } from "./number-sets.js";

/** What one reader sees of the texts: a bit for each unit and document, and the totals of the visible ones. */
export class ReaderMask {
  readonly #units = new Bits();
  readonly #documents = new Bits();
  /** Of the visible texts. */
  totals: Totals = NO_TOTALS;
  /** Of the view, when the mask last followed it. */
  position: number;

  constructor(readonly view: Visibility) {
    this.position = view.position;
  }

  get units(): Uint32Array {
    return this.#units.words;
  }

  has({ number }: HeldDocument): boolean {
    return this.#documents.has(number);
  }

  set(document: HeldDocument, isVisible: boolean): void {
    if (this.has(document) === isVisible) return;
    this.#documents.set(document.number, isVisible);
    this.#units.setRange(document.first_unit, document.units, isVisible);
    this.totals = addTotals(this.totals, document.totals, isVisible ? 1 : -1);
  }

  /** So that each unit has a bit. */
  makeRoom(units: number): void {
    this.#units.makeRoom(units);
  }

  get bytes(): number {
    return this.units.byteLength + this.#documents.words.byteLength;
  }
}

/** How many masks are kept, those of the last readers; readers with the same rights share one. */
const KEPT = 1_024;

/** The masks of the last readers. A mask follows its view when it is used: a change touches only its document's bits. */
export class ReaderMasks {
  /** By their rights, in the order of use. */
  readonly #masks = new Map<string, ReaderMask>();

  of(view: Visibility, documents: ReadonlyMap<string, HeldDocument>): ReaderMask {
    const kept = this.#masks.get(view.rights);
    const changed = kept?.view === view ? view.changedSince(kept.position) : null;
    const mask = kept === undefined || changed === null ? newMask(view, documents) : kept;
    for (const document_id of changed ?? []) {
      const document = documents.get(document_id);
      if (document !== undefined) mask.set(document, view.sees(document));
    }
    mask.position = view.position;
    this.#masks.delete(view.rights);
    this.#masks.set(view.rights, mask);
    if (this.#masks.size > KEPT) this.#masks.delete(this.#masks.keys().next().value as string);
    return mask;
  }

  /** To be called for each document that comes. */
  show(document: HeldDocument): void {
    for (const mask of this.#masks.values()) mask.set(document, mask.view.sees(document));
  }

  /** To be called for each document that goes. */
  hide(document: HeldDocument): void {
    for (const mask of this.#masks.values()) mask.set(document, false);
  }

  get bytes(): number {
    let bytes = 0;
    for (const mask of this.#masks.values()) bytes += mask.bytes;
    return bytes;
  }
}

function newMask(view: Visibility, documents: ReadonlyMap<string, HeldDocument>): ReaderMask {
  const mask = new ReaderMask(view);
  for (const { document_id, revision_id } of view.revisions()) {
    const document = documents.get(document_id);
    if (document?.revision_id === revision_id) mask.set(document, true);
  }
  return mask;
}

import { classAt, classOf, isKanji, widthAt } from "../text/characters.js";
import { foldWithMap } from "../text/folding.js";
import { questionReferencesIn } from "../text/references.js";
import { isFunctionWord } from "../text/words.js";
import { LongestMatch } from "./longest-match.js";
import type { Question } from "./question.js";

/** The documents that a question names. */
export interface NamedDocuments {
  /** Visible ones, in the order of the question. */
  readonly document_ids: readonly string[];
  /** Whether the question asks anything else than names of documents and references to sections. */
  readonly asks_more: boolean;
}

/** Only the beginning of a question is searched for names. */
const READ_MAX = 300;
const NAME = { min: 2, max: 100 };
/** Titles end like this, so that 就業規則の変更 names a document and 休暇の変更 does not. */
const DOCUMENT =
  /(?:規程|規則|規約|細則|要領|要綱|基準|指針|方針|協定|約款|憲章|条例|法|法律|手引き?|てびき|まにゅある|がいど|がいどらいん|はんどぶっく|ぽりしー|るーる)$/;
/** What is asked about a document as a whole: not 休暇, but 全文 or 見たい. */
const ABOUT_ALL =
  /^(?:当社|弊社|自社|会社|我社|社内|本|新|現行|最新|最新版|全文|本文|内容|条文|表示|閲覧|参照|確認|検索|見|読|開|教|知|探|出|show|see|open|read|view|find|display|text|full|whole|current|latest|document|please|tell|page)$/;
/** Words that stand before a title without a space. */
const BEFORE_TITLE = /(?:当社|弊社|自社|会社|社内|本|新|現行)$/;

interface Title {
  readonly title: string;
  /** The letters of the whole title. */
  readonly exact: string;
  /** These letters, and those of its shorter names. */
  readonly names: readonly string[];
}

type Sees = (document_id: string) => boolean;

/** The titles of all documents, prepared for questions. */
export class DocumentNames {
  readonly #titles = new Map<string, Title>();
  /** The documents with this name. */
  readonly #names = new LongestMatch<Set<string>>();

  /** Adds a document or changes its title. */
  put(document_id: string, title: string): void {
    if (this.#titles.get(document_id)?.title === title) return;
    this.remove(document_id);
    const { exact, names } = namesOf(title);
    this.#titles.set(document_id, { title, exact, names });
    for (const name of names) this.#names.set(name, (this.#names.get(name) ?? new Set()).add(document_id));
  }

  remove(document_id: string): void {
    for (const name of this.#titles.get(document_id)?.names ?? []) {
      const document_ids = this.#names.get(name);
      document_ids?.delete(document_id);
      if (document_ids?.size === 0) this.#names.delete(name);
    }
    this.#titles.delete(document_id);
  }

  /** @param sees whether the reader may see a document; other documents make no name ambiguous */
  namedIn({ text, references }: Question, sees: Sees): NamedDocuments {
    const letters = new Letters(text.slice(0, READ_MAX));
    /** The letters of references and names. */
    const isName =
      references.length > 0 ? letters.areReferences() : new Array<boolean>(letters.text.length).fill(false);
    const document_ids = new Set<string>();
    const add = (place: number, name: string, ids: readonly string[]) => {
      isName.fill(true, place, place + name.length);
      for (const document_id of ids) document_ids.add(document_id);
    };
    for (let place = 0; place < letters.text.length; ) {
      const match = isName[place] ? null : this.#nameAt(letters, place, sees);
      if (match !== null) add(place, match.name, match.document_ids);
      place += match?.name.length ?? 1;
    }
    if (document_ids.size === 0) {
      for (const { place, word } of letters.wordsOutside(isName)) {
        const document_id = this.#abbreviatedAs(word, sees);
        if (document_id !== null) add(place, word, [document_id]);
      }
    }
    const words = [...letters.wordsOutside(isName)];
    return { document_ids: [...document_ids], asks_more: text.length > READ_MAX || words.some(asksMore) };
  }

  /** An exact title, the longest first; else a shorter name that only one visible document has. */
  #nameAt(letters: Letters, place: number, sees: Sees) {
    for (const isExact of [true, false]) {
      for (const { key: name, value } of this.#names.at(letters.text, place)) {
        if (!letters.hasWhole(name, place)) continue;
        const document_ids = [...value].filter((id) => (this.#titles.get(id)?.exact === name) === isExact && sees(id));
        if (isExact ? document_ids.length > 0 : document_ids.length === 1) return { name, document_ids };
      }
    }
    return null;
  }

  /** The only visible document with such a title: 旅費規程 for 国内出張旅費規程. */
  #abbreviatedAs(word: string, sees: Sees): string | null {
    if (word.length < 3 || !isKanji(word.charAt(0)) || !DOCUMENT.test(word)) return null;
    let only: string | null = null;
    for (const [document_id, { names }] of this.#titles) {
      if (!names.some((name) => name !== word && name.endsWith(word)) || !sees(document_id)) continue;
      if (only !== null) return null;
      only = document_id;
    }
    return only;
  }
}

/** The letters, kana, kanji and digits of a text, folded, with their places. */
class Letters {
  readonly text: string;
  /** The places in the folded text. */
  readonly #places: number[] = [];
  readonly #folded;

  constructor(private readonly source: string) {
    this.#folded = foldWithMap(source);
    const { text } = this.#folded;
    let letters = "";
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = at + widthAt(text, at);
      if (classAt(text, at) === "other") continue;
      letters += text.slice(at, end);
      for (let unit = at; unit < end; unit += 1) this.#places.push(unit);
    }
    // Users write 規定 for 規程.
    this.text = letters.replaceAll("規定", "規程");
  }

  /** Whether a name is no part of a longer word: 旅費規程 of 国内旅費規程, or it of item. */
  hasWhole(name: string, place: number): boolean {
    const end = place + name.length;
    if (!this.#isBreak(place) && !BEFORE_TITLE.test(this.text.slice(0, place))) return false;
    // The words of a text have initials of three letters by chance: gdpr is a name, coc is not, CoC is.
    if (/^[a-z]{2,3}$/.test(name) && !/^[A-ZＡ-Ｚ].*[A-ZＡ-Ｚ]$/.test(this.#written(place, end))) return false;
    return this.#isBreak(end) || DOCUMENT.test(name);
  }

  /** For each letter, whether a reference to a section has it. */
  areReferences(): boolean[] {
    const references = questionReferencesIn(this.source);
    return this.#places.map((unit) => {
      const start = this.#folded.startOf(unit);
      return references.some((reference) => reference.start <= start && start < reference.end);
    });
  }

  /** The words that are no names, as far as signs show where a word ends. */
  *wordsOutside(isName: readonly boolean[]) {
    for (let place = 0, end = 0; place < this.text.length; place = end) {
      end = place + 1;
      while (!this.#isBreak(end) && isName[end] === isName[place]) end += 1;
      if (!isName[place]) yield { place, word: this.text.slice(place, end), written: this.#written(place, end) };
    }
  }

  /** A place between two words. */
  #isBreak(place: number): boolean {
    if (place === 0 || place >= this.text.length) return true;
    const isAfterSign = this.#places[place] !== (this.#places[place - 1] as number) + 1;
    return isAfterSign || kindOf(this.text.charAt(place - 1)) !== kindOf(this.text.charAt(place));
  }

  #written(from: number, end: number): string {
    const [first, last] = [this.#places[from] as number, this.#places[end - 1] as number];
    return this.source.slice(this.#folded.startOf(first), this.#folded.endOf(last));
  }
}

const kindOf = (sign: string) => (isKanji(sign) ? "kanji" : classOf(sign));

/** Particles and words about the whole document ask nothing more. */
const asksMore = ({ word, written }: { readonly word: string; readonly written: string }) =>
  !isFunctionWord(word) && !ABOUT_ALL.test(word) && !/^[\p{Script=Hiragana}ー]+$/u.test(written);

const IN_BRACKETS = /[（(【［[]([^（）()【】［］[\]]*)[）)】］\]]/g;
const COMPANY = /(?:株式|有限|合同|合資)会社|(?:一般|公益)?(?:社団|財団)法人|㈱|㈲/;
const EDITION =
  /^(?:第?[0-9０-９]+(?:[.．][0-9０-９]+)*(?:版|年度?|号|訂|改訂|改定|月|日)*|(?:19|20)[0-9]{2}.*|v(?:er(?:sion)?)?\.?[0-9].*|rev.*|(?:最新|改訂|改定|現行|新|旧)版?|案|draft|final|edition)$/i;

/** The names by which users know a document: its title, the title without its affixes, and its abbreviations. */
function namesOf(title: string): Pick<Title, "exact" | "names"> {
  const exact = lettersOf(title);
  const brackets = Array.from(title.matchAll(IN_BRACKETS), ([, text = ""]) => text);
  const words = title.replace(IN_BRACKETS, " ").split(/[\s\u3000_＿]+/);
  const plain = words.filter((word) => word !== "" && !EDITION.test(word) && !COMPANY.test(word)).join(" ");
  const shorter = [plain, ...brackets.filter(isName)];
  const names = new Set([exact, ...shorter.map(lettersOf), ...shorter.flatMap(initialsOf)]);
  return { exact, names: [...names].filter(({ length }) => length >= NAME.min && length <= NAME.max) };
}

const lettersOf = (text: string) => new Letters(text).text;

/** （個人情報保護法） and (General Data Protection Regulation) are names, （正社員用） and (EU) are not. */
const isName = (text: string) =>
  DOCUMENT.test(lettersOf(text)) || /^[A-Z]{3,}$/.test(text) || /^[A-Z]\p{L}+(?:[\s-]+\p{L}+)+$/u.test(text);

/** GDPR for General Data Protection Regulation, with and without the words in between: CoC and CC. */
function initialsOf(name: string): string[] {
  const words = name.match(/\p{Script=Latin}+/gu) ?? [];
  const initials = (of: readonly string[]) => of.map((word) => word.charAt(0).toLowerCase()).join("");
  const variants = [initials(words), initials(words.filter((word) => !isFunctionWord(word.toLowerCase())))];
  return variants.filter(({ length }) => length >= 3 && length <= 8).filter((variant) => !isFunctionWord(variant));
}

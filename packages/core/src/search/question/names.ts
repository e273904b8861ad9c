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

/** The titles of all documents, prepared for questions. */
export class DocumentNames {
  readonly #titles = new Map<string, Title>();
  /** The documents with this title, or with this short name. */
  readonly #exact = new LongestMatch<Set<string>>();
  readonly #short = new LongestMatch<Set<string>>();
  /** By the last two signs: the Japanese titles that a shortened one may mean. */
  readonly #endings = new Map<string, Set<string>>();

  /** Adds a document or changes its title. */
  put(document_id: string, title: string): void {
    if (this.#titles.get(document_id)?.title === title) return;
    this.remove(document_id);
    const names = namesOf(title);
    this.#titles.set(document_id, { title, ...names });
    for (const name of names.exact) addTo(this.#exact, name, document_id);
    for (const name of names.short) addTo(this.#short, name, document_id);
    for (const name of [...names.exact, ...names.short]) addTo(this.#endings, endingOf(name), document_id);
  }

  remove(document_id: string): void {
    const names = this.#titles.get(document_id);
    if (!names) return;
    this.#titles.delete(document_id);
    for (const name of names.exact) removeFrom(this.#exact, name, document_id);
    for (const name of names.short) removeFrom(this.#short, name, document_id);
    for (const name of [...names.exact, ...names.short]) removeFrom(this.#endings, endingOf(name), document_id);
  }

  /** @param sees whether the reader may see a document; other documents make no name ambiguous */
  namedIn(question: Question, sees: (document_id: string) => boolean): NamedDocuments {
    const asked = lettersOf(question.text.slice(0, READ_MAX));
    const isReference = referencedLetters(question, asked);
    const isNamed = new Array<boolean>(asked.letters.length).fill(false);
    const document_ids = new Set<string>();
    for (let place = 0; place < asked.text.length; ) {
      const found = isReference[place] ? null : this.#nameAt(asked, place, sees);
      if (!found) {
        place += 1;
        continue;
      }
      for (const document_id of found.document_ids) document_ids.add(document_id);
      isNamed.fill(true, place, place + found.length);
      place += found.length;
    }
    if (document_ids.size === 0) {
      for (const { place, length, document_id } of this.#shortened(asked, isReference, sees)) {
        document_ids.add(document_id);
        isNamed.fill(true, place, place + length);
      }
    }
    const isAnswered = (i: number) => isReference[i] === true || isNamed[i] === true;
    return {
      document_ids: [...document_ids],
      asks_more: question.text.length > READ_MAX || asksMore(asked, isAnswered),
    };
  }

  /** An exact title, the longest first; else a short name that only one visible document has. */
  #nameAt(asked: Asked, place: number, sees: (document_id: string) => boolean) {
    for (const [names, isUnique] of [
      [this.#exact, false],
      [this.#short, true],
    ] as const) {
      for (const { key, value } of names.at(asked.text, place)) {
        if (!isWhole(asked, place, key)) continue;
        const document_ids = [...value].filter(sees);
        if (document_ids.length > 0 && (!isUnique || document_ids.length === 1))
          return { document_ids, length: key.length };
      }
    }
    return null;
  }

  /**
   * 育介規程 for 育児・介護休業等規程, 旅費規程 for 国内出張旅費規程: the same signs in the same order, with the same end, and
   * only one visible document.
   */
  *#shortened(asked: Asked, isReference: readonly boolean[], sees: (document_id: string) => boolean) {
    for (const { place, text } of kanjiRuns(asked, isReference)) {
      if (text.length < 3 || !DOCUMENT.test(text)) continue;
      const found: string[] = [];
      for (const document_id of this.#endings.get(endingOf(text)) ?? []) {
        const title = this.#titles.get(document_id) as Title;
        const names = [...title.exact, ...title.short];
        if (names.some((name) => name.length > text.length && isShortFor(text, name)) && sees(document_id))
          found.push(document_id);
        if (found.length > 1) break;
      }
      const [document_id, ...more] = found;
      if (document_id !== undefined && more.length === 0) yield { place, length: text.length, document_id };
    }
  }
}

interface Title extends Names {
  readonly title: string;
}

interface Names {
  readonly exact: readonly string[];
  readonly short: readonly string[];
}

interface Keyed {
  get(key: string): Set<string> | undefined;
  set(key: string, value: Set<string>): unknown;
  delete(key: string): unknown;
}

function addTo(names: Keyed, name: string, document_id: string): void {
  const known = names.get(name);
  if (known) known.add(document_id);
  else names.set(name, new Set([document_id]));
}

function removeFrom(names: Keyed, name: string, document_id: string): void {
  const known = names.get(name);
  known?.delete(document_id);
  if (known?.size === 0) names.delete(name);
}

/** The letters, kana, kanji and digits of a text, with their positions. */
interface Asked {
  readonly text: string;
  readonly source: string;
  /** One for each UTF-16 unit of the text. */
  readonly letters: readonly { readonly start: number; readonly end: number; readonly isAfterBreak: boolean }[];
}

function lettersOf(source: string): Asked {
  let text = "";
  let isAfterBreak = true;
  const letters: Asked["letters"][number][] = [];
  const compared = foldWithMap(source);
  for (let i = 0, width = 1; i < compared.text.length; i += width) {
    width = widthAt(compared.text, i);
    if (classAt(compared.text, i) === "other") {
      isAfterBreak = true;
      continue;
    }
    const [start, end] = [compared.startOf(i), compared.endOf(i)];
    for (let unit = 0; unit < width; unit += 1) letters.push({ start, end, isAfterBreak: isAfterBreak && unit === 0 });
    text += compared.text.slice(i, i + width);
    isAfterBreak = false;
  }
  // Users write 規定 for 規程.
  return { text: text.replaceAll("規定", "規程"), source, letters };
}

const kindAt = ({ text }: Asked, place: number) => {
  const sign = text.charAt(place);
  if (isKanji(sign)) return "kanji";
  return classOf(sign);
};

/** Whether a name is no part of a longer word: 旅費規程 of 国内旅費規程, or it of item. */
function isWhole(asked: Asked, place: number, name: string): boolean {
  const end = place + name.length;
  const begins =
    place === 0 || isBreak(asked, place) || /(?:当社|弊社|自社|会社|社内|本|新|現行)$/.test(asked.text.slice(0, place));
  if (!begins) return false;
  // The words of a text have initials of three letters by chance: gdpr is a name, coc is not, CoC is.
  if (/^[a-z]{2,3}$/.test(name) && !/^[A-ZＡ-Ｚ].*[A-ZＡ-Ｚ]$/.test(writtenAt(asked, place, end))) return false;
  return end === asked.text.length || isBreak(asked, end) || DOCUMENT.test(name);
}

const writtenAt = ({ source, letters }: Asked, from: number, to: number) =>
  source.slice(letters[from]?.start, letters[to - 1]?.end);

/** A place between two words, as far as signs show it. */
function isBreak(asked: Asked, place: number): boolean {
  return asked.letters[place]?.isAfterBreak === true || kindAt(asked, place - 1) !== kindAt(asked, place);
}

function referencedLetters(question: Question, asked: Asked): boolean[] {
  const references = question.references.length > 0 ? questionReferencesIn(asked.source) : [];
  return asked.letters.map(({ start }) => references.some((at) => at.start <= start && start < at.end));
}

/** The words that are left: particles and words about the whole document ask nothing more. */
function asksMore(asked: Asked, isAnswered: (place: number) => boolean): boolean {
  for (let place = 0; place < asked.text.length; ) {
    let end = place + 1;
    while (end < asked.text.length && !isBreak(asked, end) && isAnswered(end) === isAnswered(place)) end += 1;
    const word = asked.text.slice(place, end);
    const written = writtenAt(asked, place, end);
    const saysNothing = isFunctionWord(word) || ABOUT_ALL.test(word) || /^[\p{Script=Hiragana}ー]+$/u.test(written);
    if (!isAnswered(place) && !saysNothing) return true;
    place = end;
  }
  return false;
}

function* kanjiRuns(asked: Asked, isReference: readonly boolean[]) {
  for (let place = 0; place < asked.text.length; ) {
    let end = place + 1;
    const isIn = (at: number) => kindAt(asked, at) === "kanji" && isReference[at] !== true;
    if (isIn(place)) {
      while (end < asked.text.length && isIn(end) && !asked.letters[end]?.isAfterBreak) end += 1;
      yield { place, text: asked.text.slice(place, end) };
    }
    place = end;
  }
}

const endingOf = (name: string) => name.slice(-2);

/** Whether a name has the signs of a shorter one, in order: from its first sign on, or all together at its end. */
function isShortFor(short: string, name: string): boolean {
  if (name.endsWith(short)) return true;
  if (name.charCodeAt(0) !== short.charCodeAt(0) || !name.endsWith(short.slice(-2))) return false;
  let at = 0;
  for (const sign of short.slice(0, -2)) {
    const next = name.indexOf(sign, at);
    if (next < 0 || next >= name.length - 2) return false;
    at = next + sign.length;
  }
  return true;
}

const IN_BRACKETS = /[（(【［[]([^（）()【】［］[\]]*)[）)】］\]]/g;
const COMPANY = /(?:株式|有限|合同|合資)会社|(?:一般|公益)?(?:社団|財団)法人|㈱|㈲/;
const EDITION =
  /^(?:第?[0-9０-９]+(?:[.．][0-9０-９]+)*(?:版|年度?|号|訂|改訂|改定|月|日)*|(?:19|20)[0-9]{2}.*|v(?:er(?:sion)?)?\.?[0-9].*|rev.*|(?:最新|改訂|改定|現行|新|旧)版?|案|draft|final|edition)$/i;

/** The names by which users know a document: its title, the title without its affixes, and its abbreviations. */
function namesOf(title: string): Names {
  const exact = nameFrom(title);
  const bracketed = [...title.matchAll(IN_BRACKETS)].map(([, text = ""]) => text);
  const words = title.replace(IN_BRACKETS, " ").split(/[\s\u3000_＿]+/);
  const plain = words.filter((word) => word !== "" && !EDITION.test(word) && !COMPANY.test(word)).join(" ");
  const names = [plain, ...bracketed.filter((text) => isName(text))];
  const short = [...names.map(nameFrom), ...names.flatMap(initialsOf)];
  const usable = (name: string) => name !== exact && name.length >= NAME.min && name.length <= NAME.max;
  return {
    exact: exact.length >= NAME.min && exact.length <= NAME.max ? [exact] : [],
    short: [...new Set(short)].filter(usable),
  };
}

/** （個人情報保護法） and (General Data Protection Regulation) are names, （正社員用） and (EU) are not. */
function isName(text: string): boolean {
  return (
    DOCUMENT.test(lettersOf(text).text) || /^[A-Z]{3,}$/.test(text) || /^[A-Z]\p{L}+(?:[\s-]+\p{L}+)+$/u.test(text)
  );
}

const nameFrom = (text: string) => lettersOf(text).text;

/** GDPR for General Data Protection Regulation, with and without the words in between: CoC and CC. */
function initialsOf(name: string): string[] {
  const words = name.match(/\p{Script=Latin}+/gu) ?? [];
  const initials = (of: readonly string[]) => of.map((word) => word.charAt(0).toLowerCase()).join("");
  const made = [initials(words), initials(words.filter((word) => !isFunctionWord(word.toLowerCase())))];
  return made.filter(
    (abbreviation) => abbreviation.length >= 3 && abbreviation.length <= 8 && !isFunctionWord(abbreviation),
  );
}

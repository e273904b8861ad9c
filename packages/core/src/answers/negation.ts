import { comparedWords } from "./compared-words.js";

/** Words that say no, and what only looks like them. Every expression is linear. */

/** Obligations, double negations, and words that have the sign of a negation but say no. */
const NOT_NEGATED: readonly RegExp[] = [
  // しなければならない: it must be done.
  /(?:なけれ|ね)ば(?:なら|なり|いけ)(?:ない|ません|ず|ぬ|なかった)/g,
  /なくては(?:なら|なり|いけ)(?:ない|ません|ず|なかった)/g,
  /ないと(?:いけない|いけません|ならない|なりません)/g,
  /ざるを[得え](?:ない|ません|ず)/g,
  // 禁止されていない, 除外しない, 不要ではない, 支給しないことはない
  /(?:禁止|除外)(?:さ|し)(?:れ|て)?(?:て)?(?:い)?(?:ない|ません|なかった|ず)/g,
  /禁じ(?:られ)?て(?:い)?(?:ない|ません)/g,
  /不(?:可能?|要)では?(?:ない|ありません|なく)/g,
  /ない(?:わけで|こと)は?も?(?:ない|ありません|なく)/g,
  /なく(?:は|も)(?:ない|ありません)/g,
  /例外(?:なく|はない|はありません)/g,
  /だけ(?:で(?:は|も)?なく|でなく)|ばかりで(?:は|も)?なく|のみで(?:は|も)?なく|のみならず/g,
  /遅滞なく|間もなく|まもなく|問わず|とわず|[関拘か]かわら?ず|[関拘]わらず|絶えず|たえず|とりあえず|取りあえず|相変わらず|少なからず/g,
  /やむを[得え](?:ない|ず|ません)|違い(?:ない|なく|ありません)|差し?支え(?:ない|ありません)|[構か]ま?わ(?:ない|ません)/g,
  /少な(?:い|く)|危ない|汚い|切ない|(?:行|伴|損|失|おこ|ともな|そこな|うしな)ない|亡くな|無くな|なくな[らりるっ]/g,
  /ない[し](?=[0-9０-９〇一二三四五六七八九十百千]|は、|は[^\s])/g,
  /必ず|[^\p{Script=Han}]まず(?=[、はに])|^まず|みな[しす]|はなし|未(?:満|成年|来|明|然)|不可(?:欠|抗力|分)/gu,
  /\b(?:not|never|no) (?:be |been |being )?(?:strictly )?(?:prohibited|forbidden|banned|barred|excluded|ineligible|invalid)\b/g,
  /\bnot (?:only|just|merely)\b|\bwhether or not\b|\bno(?:t)? later than\b|\b(?:no|without) exceptions?\b/g,
  /\bwithout prejudice to\b/g,
  /\bwithout (?:any |undue |unreasonable )?(?:further )?delay\b|\bno\. ?[0-9]|\bcannot but\b|\bnot without\b/g,
];

const DENIALS: readonly RegExp[] = [
  /ない|なかった|なく|なけれ|ません|無[いくし]|なし(?=[、。）)とでにの\s]|$)/g,
  // せず、… but not 必ず, はず, わずか, いずれ
  /[^必はい]ず(?=[、。,.）)\s]|に(?![つ])|とも|$)|[\p{Script=Han}]いず(?=[、。]|に)/gu,
  /(?:[せ]|なら|[\p{Script=Han}][らばわかまたさえけれ])ぬ(?=[こよと事者もと、。\s]|$)/gu,
  /禁止|厳禁|禁[ずじ]|不(?:可|許可|承認|支給|適用|要|用|能|払)|かねます|かねる/g,
  /[未](?=\p{Script=Han})|非(?:課税|公開|対象|該当|適用)|無(?:給|効|報酬|資格|断)/gu,
  /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|hardly|rarely|seldom|scarcely)\b/g,
  /n['’]t\b|\bnon-|\bprohibit|\bforb[ai]d|\bbanned\b|\bbarred\b|\bdisallow/g,
  // ナシ and ナイ as words, and what is left of n't without its apostrophe.
  /(?<![ァ-ヺー])[ァ-ヺ]{0,3}(?:ナイ|ナシ|マセン)(?![ァ-ヺー])/g,
  /\b(?:do|does|did|is|are|was|were|has|have|had|would|should|could|must|need)n[ ʼ`‘′]?t\b|\b(?:can|won)[ ʼ`‘′]?t\b/g,
  /\b(?:unpaid|unauthori[sz]ed|unable|ineligible|invalid|impermissible|inapplicable|void)\b/g,
];

/** What takes something out of a rule: it turns the rule around for what it names, and for nothing else. */
const EXCEPTIONS: readonly RegExp[] = [
  /除[くきい外]|以外|(?:対象|適用|範囲)外/g,
  /\b(?:without|unless|other than|except|exclu(?:d|s)\w*)/g,
];

/** How often a text, Japanese or English, says that something is not so, and how often it makes an exception. */
export interface Polarity {
  readonly denials: number;
  readonly exceptions: number;
}

/** An obligation (しなければならない) denies nothing. */
export function polarityOf(text: string): Polarity {
  const compared = NOT_NEGATED.reduce((left, pattern) => left.replace(pattern, " "), comparedWords(text));
  const count = (patterns: readonly RegExp[]) =>
    patterns.reduce((sum, pattern) => sum + (compared.match(pattern)?.length ?? 0), 0);
  return { denials: count(DENIALS), exceptions: count(EXCEPTIONS) };
}

/** A clause ends that says something is so, in Japanese by its verb: 支給し、 but not 社員は、 */
const AFFIRMED = /[しりきちみびえけせてめれが]$/;
const CLAUSES = /[、,;；]|\b(?:and|but)\b/;

/** Whether one clause of a text says that something is so, and another that something is not. */
export function isMixed(text: string): boolean {
  const clauses = text.split(CLAUSES).map((clause) => clause.trim());
  const last = clauses.length - 1;
  const denied = clauses.filter((clause) => polarityOf(clause).denials > 0);
  const affirms = (clause: string, at: number) =>
    polarityOf(clause).denials === 0 && (at === last ? clause !== "" : AFFIRMED.test(clause) || / /.test(clause));
  return denied.length > 0 && clauses.some(affirms);
}

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
  /\bwithout (?:any |undue |unreasonable )?(?:further )?delay\b|\bno\. ?[0-9]|\bcannot but\b|\bnot without\b/g,
];

const NEGATIONS: readonly RegExp[] = [
  /ない|なかった|なく|なけれ|ません|無[いくし]|なし(?=[、。）)とでにの\s]|$)/,
  // せず、… but not 必ず, はず, わずか, いずれ
  /[^必はい]ず(?=[、。,.）)\s]|に(?![つ])|とも|$)|[\p{Script=Han}]いず(?=[、。]|に)/u,
  /(?:[せ]|なら|[\p{Script=Han}][らばわかまたさえけれ])ぬ(?=[こよと事者もと、。\s]|$)/u,
  /禁止|厳禁|禁[ずじ]|不(?:可|許可|承認|支給|適用|要|用|能|払)|かねます|かねる|除[くきい外]|以外|(?:対象|適用|範囲)外/,
  /[未](?=\p{Script=Han})|非(?:課税|公開|対象|該当|適用)|無(?:給|効|報酬|資格|断)/u,
  /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|unless|hardly|rarely|seldom|scarcely)\b/,
  /n['’]t\b|\bnon-|\bother than\b|\bexcept|\bexclu(?:d|s)|\bprohibit|\bforb[ai]d|\bbanned\b|\bbarred\b|\bdisallow/,
  /\b(?:unpaid|unauthori[sz]ed|unable|ineligible|invalid|impermissible|inapplicable|void)\b/,
];

/** Whether a text, Japanese or English, says that something is not so. An obligation (しなければならない) is none. */
export function isNegated(text: string): boolean {
  const compared = NOT_NEGATED.reduce(
    (left, pattern) => left.replace(pattern, " "),
    text.normalize("NFKC").toLowerCase(),
  );
  return NEGATIONS.some((pattern) => pattern.test(compared));
}

/**
 * Words that turn the rest of a sentence around or change its number without a sign of negation: a sentence that has one
 * needs it in its quote, in either language. Every expression is linear, over a folded text.
 */
export const TURNS: readonly RegExp[] = [
  /誤[りっ]|間違(?!いな)|虚偽|嘘|事実に反|\b(?:false|untrue|incorrect|wrong|mistaken?|myth|lie)\b/g,
  /噂|うわさ|言い難|言いがた|\b(?:rumou?rs?|anything but|far from)\b/g,
  /停止|中止|中断|休止|見送|見合わせ|やめ[るたま]|取り?消|打ち?切|廃止|撤廃|解約|キャンセル|\b(?:suspend\w*|suspension|halt\w*|stop(?:s|ped|ping)?|discontinu\w*|abolish\w*|scrap(?:s|ped)?|repeal\w*|revok\w*|cancel\w*)\b/g,
  /免除|免れ|\b(?:exempt\w*|excus\w*|waive\w*)\b/g,
  /拒[否みむん]|断[りるっ]|辞退|却下|否認|\b(?:refus\w*|reject\w*|declin\w*|den(?:y|ies|ied))\b/g,
  /損ね|怠[りるっ]|欠[きくけ]|欠如|\b(?:fail(?:s|ed|ure)?|neglect\w*|lacks?|lacking)\b/g,
  /かつて|以前[はに]|従前|旧規程|\b(?:used to|formerly|previously)\b/g,
  /倍|\b(?:doubles?|doubled|triples?|tripled|treble)\b/g,
  /(?<=[円日月年人回%]|時間)(?:[弱強](?=[をがでのはと、。\s]|$)|程度|前後)|約(?=[0-9])|およそ|おおむね|概ね|ほぼ|\b(?:almost|nearly|roughly|approximately)\b/g,
  /マイナス|\b(?:minus|negative)\b/g,
  /(?<![日人回件年])数[十百千万日人回件年]|\b(?:dozens|hundreds|thousands|millions|several|a couple|a few)\b/g,
  /\b(?:a|one) (?:third|quarter|fifth|tenth) of\b|[3-5]分の1/g,
  /[?？]\s{0,3}$|(?:です|ます|でしょう)か[。.]?\s{0,3}$/g,
];

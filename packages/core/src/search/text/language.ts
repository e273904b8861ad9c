import { fold } from "./folding.js";

/** The language of a text, as far as calibration tells languages apart. */
export const LANGUAGES = ["ja", "en", "other"] as const;
export type Language = (typeof LANGUAGES)[number];

const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LATIN = /\p{Script=Latin}/gu;
const ENGLISH = /\b(?:the|is|are|of|for|to|how|what|in|on|and|my)\b/i;
const NOT_ENGLISH =
  /\b(?:de|da|que|el|los|las|una|uma|para|como|quanto|der|das|und|ist|wie|les|des|est|yang|dan|untuk|berapa|apa|khi|cho)\b/i;
const BEYOND_ENGLISH = /(?![a-z])\p{Script=Latin}/giu;
const OTHERS = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}])\p{L}/gu;
/** Simplified signs that Japanese has not, and words of Chinese that are usual in Japanese text beside kana only. */
const SIMPLIFIED =
  /[们这么吗呢吧你您她谁哪说请给让还为对时发经务报销费间办组织应员险长门问见规则执议单证书业产东两严义习买传别动历县变启团处备够头奖妇实审导岁师带帮库张归录态总护择换损显权构标样检欢环现电盘确种积笔签简类紧级纪纸线练细终结统继续维综缴罚职联节药获营虑补观计订认训记讲许论设访评识词译试话询详误调谈谢负财责货质购贴资赏车转软较输边达过运进远连迟适选遗邮钟钱银链锁错键闭阅队际难预领频题额飞饭馆验]/u;
const CHINESE = /[們這嗎麼妳我怎說會對圖應价]|多少|如何|年假|病假|加班|請假|請問|工資|員工|可以|是否|幾點/u;

/**
 * Kana is Japanese; Han without kana is Japanese too unless something in it is Chinese. Latin letters are English unless
 * some of them are beyond its alphabet or a common word is of another language. Other scripts are other languages. The script that says most decides.
 */
export function languageOf(text: string): Language {
  const plain = fold(text);
  const count = (signs: RegExp) => plain.match(signs)?.length ?? 0;
  const [eastern, latin, others] = [count(EASTERN), count(LATIN), count(OTHERS)];
  // A sign of Han or kana says about as much as four letters.
  if (others > latin && others > eastern) return "other";
  if (eastern > 0 && eastern * 4 >= latin)
    return KANA.test(plain) || !(SIMPLIFIED.test(plain) || CHINESE.test(plain)) ? "ja" : "other";
  const isForeign = count(BEYOND_ENGLISH) * 50 > latin || (NOT_ENGLISH.test(plain) && !ENGLISH.test(plain));
  return isForeign ? "other" : "en";
}

// Reduces the Sudachi synonym dictionary to what search uses, and writes vocabulary/synonyms-ja.txt. Run it after an
// update of sudachi-synonyms-dictionary, and commit the file. The service needs the file only.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

// The package lacks the module that its "import" entry names.
const { fetchDictionary } = createRequire(import.meta.url)("sudachi-synonyms-dictionary");
const groups = await fetchDictionary();

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ONLY_HIRAGANA = /^[\p{Script=Hiragana}ー]+$/u;
/** A short word in hiragana is also a part of many others. */
const HIRAGANA_MIN = 4;
/** Names of companies, people and places are not what rules are about; insults are in no rule. */
const LEFT_OUT = new Set([
  "企業名",
  "旧企業名",
  "組織名",
  "旧組織名",
  "大学名",
  "人名",
  "地名",
  "店名",
  "キャラ",
  "不快",
]);
const SEPARATORS = /[\t,\n-]/;

const isUsed = ({ midashi, expandControl, bunya }) =>
  expandControl !== 2 &&
  [...midashi].length > 1 &&
  !SEPARATORS.test(midashi) &&
  !bunya.some((field) => LEFT_OUT.has(field)) &&
  (!ONLY_HIRAGANA.test(midashi) || [...midashi].length >= HIRAGANA_MIN);

const lines = groups.flatMap(({ items }) => {
  if (!JAPANESE.test(items[0].midashi)) return [];
  const words = new Map();
  for (const [n, item] of items.filter(isUsed).entries()) {
    // A word without a number is a word of its own.
    const number = item.vocabularyNumber ?? `own ${n}`;
    // Only another word of the group is expanded to this one.
    const spelling = item.expandControl === 1 ? `-${item.midashi}` : item.midashi;
    words.set(number, [...(words.get(number) ?? []), spelling]);
  }
  const spellings = [...words.values()].flat();
  const hasSynonym = spellings.length > 1 && spellings.some((spelling) => !ONLY_HIRAGANA.test(spelling));
  return hasSynonym ? [[...words.values()].map((word) => word.join(",")).join("\t")] : [];
});

writeFileSync(new URL("../vocabulary/synonyms-ja.txt", import.meta.url), `${lines.join("\n")}\n`);
process.stdout.write(`${lines.length} groups\n`);

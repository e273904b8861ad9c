/** English words that build a sentence and do not say what it is about. */
const FUNCTION_WORDS = new Set(
  `a about all also am an and any are as at be been being but by can could did do does doing done for from get gets
  getting give given go going got had has have having he her here him his how i if in into is it its just let may me
  might must my need needs no not of off on once or our out over shall she should so some than that the their them then
  there these they this those to too under until up us want wants was we were what when where whether which while who
  whom whose why will with would you your`.split(/\s+/),
);

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

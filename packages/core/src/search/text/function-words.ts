/** English words that build a sentence and do not say what it is about. */
const FUNCTION_WORDS = new Set(
  `a about again all already also always am an and another any anyone anything are as at be been being but by can could
  did do does doing done else ever every everyone everything far for from get gets getting give given go going got had
  happen happens has have having he her here him his how i if in into is it its just let like long many may me might more
  most much must my myself need needs never no not of off often on once only or other our out over own please really
  same say says shall she should so some somebody someone something soon still such tell than that the their them then
  there these they thing things this those to too under until up us very want wants was we were what when where whether
  which while who whom whose why will with would you your`.split(/\s+/),
);

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

const PARTICLE_PAIR = /^[をがはにでとのもへやて]|[をがはにでとのもへや]$/;

/** Whether a pair is of a particle and the end or the beginning of a word: 当の and の上 in 手当の上限. 休み is not. */
export const isAcrossWords = (pair: string) => PARTICLE_PAIR.test(pair);

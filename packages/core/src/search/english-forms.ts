/** Shorter stems begin too many words: bed is not be. */
const STEM_MIN = 3;
const DOUBLED = /([bdgmnprt])\1$/;
/** A short word whose last consonant is doubled before an ending: quit, stop, plan. */
const DOUBLES = /^(?:[a-z]{0,2}[^aeiou]|qu)[aeiou][bdgmnprt]$/;

/**
 * Other forms of an English verb: stolen stays alone, but stored is also store and storing, quitting is also quit. Forms
 * that are no words are in no text.
 *
 * @param word in lower case, in the singular
 */
export function formsOf(word: string): readonly string[] {
  const forms = new Set<string>();
  for (const base of basesOf(word)) {
    forms.add(base);
    const stem = base.replace(/e$/, "");
    forms.add(`${stem}ing`);
    forms.add(/[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${stem}ed`);
    if (DOUBLES.test(base)) for (const ending of ["ing", "ed"]) forms.add(`${base}${base.at(-1)}${ending}`);
  }
  forms.delete(word);
  return [...forms];
}

/** The words that this may be a form of, or the word itself without such an ending. */
function basesOf(word: string): readonly string[] {
  const ending = /(?:ied|ing|ed)$/.exec(word)?.[0];
  if (ending === undefined) return [word];
  const stem = word.slice(0, -ending.length);
  if (stem.length < STEM_MIN) return [word];
  if (ending === "ied") return [`${stem}y`];
  return [stem, `${stem}e`, ...(DOUBLED.test(stem) ? [stem.slice(0, -1)] : [])];
}

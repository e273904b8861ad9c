const ANNOUNCES = /次の|次に|以下の|各号|下表|following|as follows|below|[:：]\s*$/i;

/** Whether a sentence speaks of the items, or of the table, behind it. */
export const announcesItems = (sentence: string): boolean => ANNOUNCES.test(sentence);

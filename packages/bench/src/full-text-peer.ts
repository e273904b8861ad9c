import { termsOf } from "@retrieval/core/search";
import type { CorpusSection } from "./corpus-sections.js";
import type { Find } from "./find-in.js";
import { withDatabase } from "./measured-database.js";
import { sectionText } from "./plain-bm25.js";

/**
 * PostgreSQL's full-text search over the same sections and terms (its own parser takes a Japanese sentence for one word):
 * any of the question's terms, ordered by `ts_rank` divided by the logarithm of the length. The questions are asked now.
 */
export async function fullTextSearchOf(
  sections: readonly CorpusSection[],
  questions: readonly string[],
  limit: number,
): Promise<Find> {
  const answers = new Map<string, readonly CorpusSection[]>();
  await withDatabase(async ({ pool }) => {
    await pool.query("CREATE TEMPORARY TABLE peer (id integer, terms tsvector)");
    for (const [id, section] of sections.entries())
      await pool.query("INSERT INTO peer VALUES ($1, $2::tsvector)", [id, lexemesOf(sectionText(section))]);
    for (const question of questions) {
      const asked = [...new Set(termsOf(question).map(({ text }) => quoted(text)))].join("|");
      const { rows } = await pool.query<{ id: number }>(
        "SELECT id FROM peer, CAST($1 AS tsquery) AS asked WHERE terms @@ asked ORDER BY ts_rank(terms, asked, 1) DESC, id LIMIT $2",
        [asked, limit],
      );
      answers.set(
        question,
        rows.map(({ id }) => sections[id] as CorpusSection),
      );
    }
  });
  return (question) => ({ sections: answers.get(question) ?? [], fits: true, corrected: [] });
}

/** The highest position that PostgreSQL keeps, and the most places of one lexeme. */
const [POSITION_MAX, PLACES_MAX] = [16_383, 256];

function lexemesOf(text: string): string {
  const places = new Map<string, number[]>();
  for (const [position, { text: term }] of termsOf(text).entries()) {
    const of = places.get(term) ?? [];
    places.set(term, of);
    if (of.length < PLACES_MAX) of.push(Math.min(position + 1, POSITION_MAX));
  }
  return [...places].map(([term, of]) => `${quoted(term)}:${of.join(",")}`).join(" ");
}

const quoted = (term: string) => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

import { setImmediate } from "node:timers/promises";
import { audienceOf, EVERYONE } from "@retrieval/core";
import type { RuleChange, RuleEffects, RuleEffectsNamed } from "@retrieval/core/ports";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../sql/schema.js";

/**
 * Finds who gains and who loses documents by these changes of rules, in one statement: the access rule (SPEC 5.7) as a
 * join of audiences and `reader_principals`. Each change has a bit, so that one pass over the readers is enough.
 */
export async function readRuleEffects(
  db: Kysely<Schema>,
  changes: readonly RuleChange[],
  named: RuleEffectsNamed,
): Promise<RuleEffects> {
  const count = changes.length;
  const type = sql.raw(`bit(${count})`);
  const none = sql`${"0".repeat(count)}::${type}`;
  const audiences = await audiencesOf(changes);
  const open = audiences.get(FOR_ALL) ?? "0".repeat(2 * count);
  audiences.delete(FOR_ALL);
  const half = (bits: string | ReturnType<typeof sql>, nth: 0 | 1) =>
    sql`substr(${bits}::text, ${sql.lit(nth * count + 1)}, ${sql.lit(count)})::${type}`;
  // Without an open rule, users without a matching principal read nothing before and after.
  const isOpen = open.includes("1");
  const others = sql`UNION ALL SELECT ${half(open, 0)}, ${half(open, 1)},
    (SELECT count(*) FROM users WHERE role = 'user' AND is_active) - (SELECT count(*) FROM matched)`;
  const readers = sql`(
    SELECT user_id, coalesce(before, ${half(open, 0)}) AS before, coalesce(after, ${half(open, 1)}) AS after
    FROM users LEFT JOIN matched USING (user_id) WHERE role = 'user' AND is_active)`;
  const users = (side: "gained" | "lost") => sql`(
    SELECT coalesce(json_agg(json_build_object('user_id', user_id, 'display_name', display_name,
      'documents', bit_count(${sql.ref(side)})) ORDER BY user_id), '[]')
    FROM (SELECT * FROM affected WHERE ${sql.ref(side)} <> ${none} ORDER BY user_id LIMIT ${named.over_all}) AS first
    JOIN users USING (user_id))`;
  const usersOfOne = (side: "gained" | "lost") => sql`(
    SELECT coalesce(json_agg(json_build_object('user_id', user_id, 'display_name', display_name) ORDER BY user_id), '[]')
    FROM (SELECT * FROM first_alike WHERE get_bit(${sql.ref(side)}, nth) = 1 ORDER BY user_id LIMIT ${named.each}) AS first
    JOIN users USING (user_id))`;
  const { rows } = await sql<RuleEffects>`
    WITH audiences AS (
      SELECT principal COLLATE "C" AS principal, ${half(sql`bits`, 0)} AS before, ${half(sql`bits`, 1)} AS after
      FROM unnest(${[...audiences.keys()]}::text[], string_to_array(${[...audiences.values()].join()}, ',')) AS given (principal, bits)
    ), matched AS (
      SELECT user_id, bit_or(before) | ${half(open, 0)} AS before, bit_or(after) | ${half(open, 1)} AS after
      FROM audiences JOIN reader_principals USING (principal) GROUP BY user_id
    ), affected AS (
      SELECT user_id, after & ~before AS gained, before & ~after AS lost
      FROM ${isOpen ? readers : sql`matched`} AS readers WHERE before <> after
    ), first_alike AS (
      SELECT * FROM (
        SELECT *, row_number() OVER (PARTITION BY gained, lost ORDER BY user_id) AS place FROM affected) AS placed
      WHERE place <= ${named.each}
    ), alike AS (
      SELECT before, after & ~before AS gained, before & ~after AS lost, users
      FROM (SELECT before, after, count(*) AS users FROM matched GROUP BY before, after ${isOpen ? others : sql``}) AS sums
    ), each AS (
      SELECT nth, coalesce(sum(users) FILTER (WHERE get_bit(before, nth) = 1), 0) AS now,
        coalesce(sum(users) FILTER (WHERE get_bit(gained, nth) = 1), 0) AS gained,
        coalesce(sum(users) FILTER (WHERE get_bit(lost, nth) = 1), 0) AS lost
      FROM generate_series(0, ${count - 1}::integer) AS nth LEFT JOIN alike ON true GROUP BY nth
    ), over_all AS (
      SELECT coalesce(sum(users) FILTER (WHERE gained <> ${none}), 0) AS gained,
        coalesce(sum(users) FILTER (WHERE lost <> ${none}), 0) AS lost
      FROM alike
    )
    SELECT json_build_object('count', over_all.gained, 'users', ${named.over_all > 0 ? users("gained") : NO_USERS}) AS gained,
      json_build_object('count', over_all.lost, 'users', ${named.over_all > 0 ? users("lost") : NO_USERS}) AS lost,
      (SELECT json_agg(json_build_object('now', now,
        'gained', json_build_object('count', each.gained, 'users', ${named.each > 0 ? usersOfOne("gained") : NO_USERS}),
        'lost', json_build_object('count', each.lost, 'users', ${named.each > 0 ? usersOfOne("lost") : NO_USERS})
      ) ORDER BY nth) FROM each) AS changes
    FROM over_all
  `.execute(db);
  return rows[0] as RuleEffects;
}

const NO_USERS = sql`'[]'::json`;
const [FOR_ALL] = audienceOf(EVERYONE) as [string];

/**
 * Compiles all rules. @returns for each token two bits a change: whether the rule before has it, those of all changes;
 * then whether the rule after has it
 */
async function audiencesOf(changes: readonly RuleChange[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const sides = [...changes.map(({ before }) => before), ...changes.map(({ after }) => after)];
  for (const [side, rules] of sides.entries()) {
    // Most tokens of long rules are in the same rules: they share a text.
    const longer = new Map<string, string>();
    for (const token of audienceOf(rules)) {
      const bits = found.get(token) ?? "";
      const more = longer.get(bits) ?? `${bits.padEnd(side, "0")}1`;
      longer.set(bits, more);
      found.set(token, more);
    }
    // Thousands of names, in hundreds of rules: other requests get their turn.
    await setImmediate();
  }
  for (const [token, bits] of found) found.set(token, bits.padEnd(sides.length, "0"));
  return found;
}

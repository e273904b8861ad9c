import { sql } from "kysely";

/** Today, as the calendar has it: requests never ask a clock which version is in force. */
export const TODAY = sql<string>`(SELECT day FROM calendar)`;

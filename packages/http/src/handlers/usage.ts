import type { usageOperations } from "@retrieval/api";
import { usageRows } from "@retrieval/api/csv";
import { reportUsage } from "@retrieval/core/use-cases";
import { csvAnswer, wantsCsv } from "../answers/csv-answer.js";
import type { HandlersOf } from "../routing/handler.js";

export const usageHandlers: HandlersOf<typeof usageOperations, "audit" | "clock" | "usage"> = {
  async readUsage({ query: { days, format }, req }, { usage, audit, clock }) {
    const { from, entries } = await reportUsage(days, { store: usage.store, audit, clock });
    if (wantsCsv(req, format)) return csvAnswer("usage", [usageRows(entries)]);
    return { status: 200, body: { is_on: usage.log !== null, from, entries: [...entries] } };
  },
};

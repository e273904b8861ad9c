import { USAGE_DAYS } from "@retrieval/core/limits";
import type { AuditLog, Clock, EmbeddingStore, UsageStore } from "@retrieval/core/ports";
import { forgetUsage } from "@retrieval/core/use-cases";
import type { Logger } from "pino";
import { Retention } from "../retention/retention.js";
import type { Settings } from "../settings/settings.js";

interface RetentionParts {
  readonly audit: AuditLog;
  readonly usage: UsageStore;
  /** null while a model is set: its keeper removes vectors, when all documents have theirs. */
  readonly embeddings: Pick<EmbeddingStore, "removeUnused"> | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is deleted when it is old. Usage that is switched off is deleted whole. */
export function composeRetentions(
  settings: Pick<Settings, "AUDIT_RETENTION_DAYS" | "USAGE">,
  { audit, usage, embeddings, clock, logger }: RetentionParts,
): Retention[] {
  return [
    new Retention({
      forget: (before, limit) => audit.forget(before, limit),
      what: "audit entries",
      days: settings.AUDIT_RETENTION_DAYS,
      clock,
      logger,
    }),
    new Retention({
      forget: (before, limit) => forgetUsage(before, limit, usage),
      what: "usage",
      // Off: before tomorrow, so that today's marks go too.
      days: settings.USAGE ? USAGE_DAYS : -1,
      clock,
      logger,
    }),
    ...(embeddings === null
      ? []
      : [
          new Retention({
            forget: () => embeddings.removeUnused(),
            what: "vectors of meaning",
            days: 1,
            clock,
            logger,
          }),
        ]),
  ];
}

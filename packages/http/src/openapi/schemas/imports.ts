import type { ImportAnswer } from "@retrieval/api";
import type { FileImportCounts, ImportEffect } from "@retrieval/core";
import Type from "typebox";
import { closed, describes, nullable } from "./describes.js";
import { JobError, Progress, StateSchema } from "./documents.js";
import { Count, ProblemSchema, Problems } from "./texts.js";

const Counts = describes<FileImportCounts>()(
  closed({
    new: Count,
    changed: Count,
    unchanged: Count,
    reactivated: Count,
    deactivated: Count,
    skipped: Count,
    refused: Count,
  }),
);

const Refused = closed({
  line: Type.Integer({ minimum: 0, description: "0: a user whom the file does not have." }),
  user_id: nullable(Type.String()),
  reason: Type.String(),
  problems: Problems,
});

const Effect = describes<ImportEffect>()(closed({ document_id: Type.String(), gained: Count, lost: Count }));

export const Effects = Type.Array(Effect, { description: "The documents whose readers change, with how many." });

export const ImportSchema = describes<ImportAnswer>()(
  closed(
    {
      import_id: Type.String(),
      state: StateSchema,
      progress: Progress,
      encoding: Type.Enum(["UTF-8", "UTF-8 with BOM", "CP932"]),
      mode: Type.Enum(["import", "sync"]),
      counts: Counts,
      max_deactivated: nullable(Count, {
        description:
          "How many users the file could deactivate without agreement when it was checked; null: checked by an older version.",
      }),
      refused: Type.Array(Refused),
      warnings: Type.Array(closed({ line: Count, warning: Type.String(), problem: ProblemSchema })),
      effects: Effects,
      error: JobError,
      problems: Problems,
    },
    { $id: "Import" },
  ),
);

import type { FileImportCounts, ImportEffect, RefusedLine } from "@retrieval/core";
import Type from "typebox";
import type { importView } from "../../bodies/import-view.js";
import { closed, describes, nullable } from "./describes.js";
import { Progress, StateSchema } from "./documents.js";
import { Failure } from "./problems.js";
import { Count } from "./texts.js";

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

const Refused = describes<RefusedLine>()(closed({ line: Count, reason: Type.String() }));

const Effect = describes<ImportEffect>()(closed({ document_id: Type.String(), gained: Count, lost: Count }));

export const Effects = Type.Array(Effect, { description: "The documents whose readers change, with how many." });

export const ImportSchema = describes<ReturnType<typeof importView>>()(
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
      warnings: Type.Array(closed({ line: Count, warning: Type.String() })),
      effects: Effects,
      ...Failure,
    },
    { $id: "Import" },
  ),
);

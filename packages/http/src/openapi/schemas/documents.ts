import type {
  DocumentHead,
  GovernedDocument,
  JobKind,
  JobState,
  OutlineAnswer,
  WaitingDraftHead,
} from "@retrieval/core";
import Type from "typebox";
import type { jobView } from "../../bodies/job-view.js";
import { AccessRulesSchema } from "./access.js";
import { ChangesSchema, OutlineEntrySchema } from "./chunks.js";
import { closed, describes, nullable } from "./describes.js";
import { Failure, ProblemWarnings } from "./problems.js";
import { Timestamp } from "./texts.js";

const head = { document_id: Type.String(), title: Type.String(), version: Type.String() };

export const DocumentHeadSchema = describes<DocumentHead>()(closed(head, { $id: "DocumentHead" }));
export const DraftSchema = describes<WaitingDraftHead>()(
  closed(
    { ...head, published: Type.Boolean({ description: "Whether readers see an older version meanwhile." }) },
    { $id: "Draft" },
  ),
);
export const DocumentWithRulesSchema = describes<Omit<GovernedDocument, "rules_version">>()(
  closed({ ...head, access_rules: AccessRulesSchema }, { $id: "DocumentWithRules" }),
);
export const OutlineSchema = describes<OutlineAnswer>()(
  closed({
    ...head,
    outline: Type.Array(OutlineEntrySchema),
    truncated: Type.Boolean({ description: "true: the document has more headings than one answer can have." }),
  }),
);

export const StateSchema = describes<JobState>()(
  Type.Enum(["checked", "queued", "running", "done", "failed", "cancelled"]),
);
export const Progress = Type.Number({ minimum: 0, maximum: 1 });

const KindSchema = describes<JobKind>()(
  Type.Enum(["ingest", "import"], { description: "An upload of a document, or an import of users." }),
);

export const JobSchema = describes<ReturnType<typeof jobView>>()(
  closed(
    {
      job_id: Type.String(),
      kind: KindSchema,
      document_id: nullable(Type.String(), { description: "null for an import of users." }),
      title: nullable(Type.String(), { description: "As it was given with the upload." }),
      by_user: nullable(Type.String(), {
        description: "Who sent the upload or applied the import; null for the service.",
      }),
      created_at: Timestamp,
      state: StateSchema,
      progress: Progress,
      warnings: ProblemWarnings,
      changes: nullable(ChangesSchema, { description: "null before the job is done." }),
      ...Failure,
    },
    { $id: "Job" },
  ),
);

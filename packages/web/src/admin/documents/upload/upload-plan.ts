import { keepPreviousData } from "@tanstack/react-query";
import { useAnswer } from "../../../parts/use-answer.js";
import { useDebounced } from "../../../ui/use-debounced.js";
import type { PlannedUpload, PublicationPreview } from "../answers.js";
import type { UploadChoices } from "./upload-call.js";
import { type FileIn, isStructured, sizeProblem, type UploadFile } from "./upload-file.js";

/** The choices that all files share. */
export type UploadSettings = Omit<UploadChoices, "document_id" | "title">;

/** A draft first: what readers have changes only after a look at it. */
export const FIRST_SETTINGS: UploadSettings = {
  ...{ version: "", effective_from: "", publish: false },
  ...{ isRestricted: false, original: "admins" },
};

/** Documents with the same future readers. */
export interface Audience {
  readonly preview: PublicationPreview;
  readonly when: "atOnce" | "later" | "byFile";
  readonly documents: readonly string[];
}

/** What an upload of the chosen files would send and do. */
export interface UploadPlan {
  /** What the service says of a file; undefined: nothing yet. */
  readonly plannedOf: (file: UploadFile) => PlannedUpload | undefined;
  /** The files that can be sent. */
  readonly choices: ReadonlyMap<number, UploadChoices>;
  /** Those with a problem. */
  readonly keptBack: readonly UploadFile[];
  /** Whether there are new documents among them: only these can be published at once, under a rule that is chosen. */
  readonly hasNew: boolean;
  /** Whether the default opens all of these to everyone. */
  readonly opensToAll: boolean;
  readonly audiences: readonly Audience[];
}

/** How long typing must pause before the service is asked, in milliseconds. */
const TYPING_PAUSE = 250;

/** Asks the service what the chosen files would be. */
export function useUploadPlan(chosen: readonly FileIn<"chosen">[], settings: UploadSettings) {
  const documents = chosen
    .filter((file) => sizeProblem(file) === null)
    .map((upload) => ({
      document_id: upload.document_id,
      file_name: upload.file.name,
      publish: settings.publish || isStructured(upload),
    }));
  const request = JSON.stringify({ documents });
  const settled = useDebounced(request, TYPING_PAUSE);
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    "planUploads",
    { body: JSON.parse(settled) },
    {
      enabled: settled === request && documents.length > 0,
      placeholderData: keepPreviousData,
      // Users and rules may change before the next look.
      gcTime: 0,
    },
  );
  return {
    plan: planOf(chosen, settings, data?.items ?? []),
    isKnown: settled === request && data !== undefined && !isPlaceholderData,
    error,
    retry: () => void refetch(),
  };
}

export function planOf(
  chosen: readonly UploadFile[],
  settings: UploadSettings,
  items: readonly PlannedUpload[],
): UploadPlan {
  const byId = new Map(items.map((item) => [item.document_id, item]));
  const plannedOf = ({ document_id }: UploadFile) => byId.get(document_id);
  const ready = chosen.filter((file) => sizeProblem(file) === null && plannedOf(file)?.publication);
  const files = ready.filter((file) => !isStructured(file));
  const newFiles = files.filter((file) => plannedOf(file)?.published === null);
  const choicesOf = (file: UploadFile): UploadChoices => {
    const { document_id, title } = file;
    const isNew = newFiles.includes(file);
    // A new version is compared with the one in force before it is published.
    const publish = settings.publish && isNew;
    return { ...settings, document_id, title, publish, isRestricted: settings.isRestricted && isNew };
  };
  return {
    plannedOf,
    choices: new Map(ready.map((file) => [file.key, choicesOf(file)])),
    keptBack: chosen.filter((file) => sizeProblem(file) !== null || plannedOf(file)?.publication === null),
    hasNew: newFiles.length > 0,
    opensToAll: newFiles.every((file) => plannedOf(file)?.publication?.access_rules.allow_all),
    audiences: audiencesOf(ready, plannedOf, choicesOf),
  };
}

const CLOSED = { allow_all: false, allowed_department_codes: [], allowed_groups: [], allowed_users: [] };

function audiencesOf(
  ready: readonly UploadFile[],
  plannedOf: UploadPlan["plannedOf"],
  choicesOf: (file: UploadFile) => UploadChoices,
): Audience[] {
  const joined = new Map<string, Audience>();
  for (const file of ready) {
    const { publish, isRestricted } = choicesOf(file);
    const planned = plannedOf(file)?.publication as PublicationPreview;
    const preview = isRestricted ? { access_rules: CLOSED, readers: { ...planned.readers, after: 0 } } : planned;
    const when = isStructured(file) ? "byFile" : publish ? "atOnce" : "later";
    const key = JSON.stringify({ preview, when });
    joined.set(key, { preview, when, documents: [...(joined.get(key)?.documents ?? []), file.document_id] });
  }
  return [...joined.values()];
}

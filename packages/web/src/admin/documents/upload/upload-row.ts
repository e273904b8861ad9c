import { DOCUMENT_BYTES_MAX, DOCUMENT_ID, documentIdOf, mediaTypeOf, STRUCTURED_CHUNKS } from "@retrieval/api/client";
import type { ChosenFile } from "../../../ui/chosen-files.js";
import type { JobAnswer } from "../answers.js";
import type { UploadChoices } from "./upload-call.js";

/** One file and its document. */
export interface UploadRow extends ChosenFile {
  readonly key: number;
  /** null: the service does not read files of this kind. */
  readonly media_type: string | null;
  readonly document_id: string;
  readonly title: string;
  readonly state: RowState;
}

/** From the choice of a file to the end of its job. */
export type RowState =
  /** It can be changed and uploaded; `failure`: why the last attempt failed. */
  | { readonly kind: "open"; readonly failure: UploadFailure | null }
  /** `job_id`: the service has the file already, and only its job is followed. */
  | { readonly kind: "waiting"; readonly choices: UploadChoices; readonly job_id: string | null }
  | { readonly kind: "sending"; readonly choices: UploadChoices; readonly share: number }
  | { readonly kind: "processing"; readonly choices: UploadChoices; readonly job: JobAnswer | null }
  /** The service has the file, but its job could not be read. */
  | { readonly kind: "lost"; readonly choices: UploadChoices; readonly job_id: string; readonly error: unknown }
  | { readonly kind: "done"; readonly choices: UploadChoices; readonly job: JobAnswer };

export type RowIn<Kind extends RowState["kind"]> = UploadRow & { readonly state: RowState & { readonly kind: Kind } };

/** A call that was refused, or a job that failed. */
export type UploadFailure = { readonly error: unknown } | { readonly job: JobAnswer };

export const isIn =
  <Kind extends RowState["kind"]>(...kinds: readonly Kind[]) =>
  (row: UploadRow): row is RowIn<Kind> =>
    (kinds as readonly string[]).includes(row.state.kind);

/** Structured chunks carry title, rule and publication in the file itself. */
export const isStructured = ({ media_type }: Pick<UploadRow, "media_type">) => media_type === STRUCTURED_CHUNKS;

export function rowOf(chosen: ChosenFile, key: number, document_id: string): UploadRow {
  const { name } = chosen.file;
  return {
    ...chosen,
    key,
    media_type: mediaTypeOf(name),
    document_id: document_id || documentIdOf(name),
    title: "",
    state: { kind: "open", failure: null },
  };
}

/** Why a file cannot be uploaded as it is. */
export type RowProblem = "unknownType" | "tooLarge" | "empty" | "badId" | "sameId";

/** The problems of the rows that can be changed, by key. What the service alone can judge is not among them. */
export function problemsOf(rows: readonly RowIn<"open">[]): ReadonlyMap<number, RowProblem> {
  const times = new Map<string, number>();
  for (const { document_id } of rows) times.set(document_id, (times.get(document_id) ?? 0) + 1);
  const problemOf = ({ media_type, file, document_id }: UploadRow): RowProblem | null => {
    if (media_type === null) return "unknownType";
    if (file.size > DOCUMENT_BYTES_MAX) return "tooLarge";
    if (file.size === 0) return "empty";
    if (!DOCUMENT_ID.test(document_id)) return "badId";
    return times.get(document_id) === 1 ? null : "sameId";
  };
  return new Map(
    rows.flatMap((row) => {
      const problem = problemOf(row);
      return problem === null ? [] : [[row.key, problem]];
    }),
  );
}

/** How many files one list takes; the command line takes more. */
export const FILES_MAX = 100;

/** Takes documents; of a folder's files, those that are not documents are left out. */
export function sortOut(files: readonly ChosenFile[], room: number) {
  const isLeftOut = ({ path, file }: ChosenFile) => path.includes("/") && mediaTypeOf(file.name) === null;
  const taken = files
    .filter((chosen) => !isLeftOut(chosen))
    .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
  return {
    taken: taken.slice(0, room),
    /** The paths of files in folders that are not documents. */
    leftOut: files.filter(isLeftOut).map(({ path }) => path),
    /** How many more documents there were than room. */
    beyond: Math.max(0, taken.length - room),
  };
}

import { DOCUMENT_BYTES_MAX, documentIdOf, mediaTypeOf, STRUCTURED_CHUNKS } from "@retrieval/api/client";
import type { ChosenFile } from "../../../ui/chosen-files.js";
import type { UploadChoices } from "./upload-call.js";

/** One file and the document that it will be. */
export interface UploadFile extends ChosenFile {
  readonly key: number;
  readonly document_id: string;
  readonly title: string;
  readonly state: UploadState;
}

/** Until the service has the file; from then on its job says how far it is. */
export type UploadState =
  /** `error`: why the last attempt failed. */
  | { readonly kind: "chosen"; readonly error: unknown }
  /** `share` null: it waits for its turn. */
  | { readonly kind: "sending"; readonly choices: UploadChoices; readonly share: number | null }
  | { readonly kind: "sent"; readonly job_id: string };

export type FileIn<Kind extends UploadState["kind"]> = UploadFile & {
  readonly state: UploadState & { readonly kind: Kind };
};

export const isIn =
  <Kind extends UploadState["kind"]>(kind: Kind) =>
  (upload: UploadFile): upload is FileIn<Kind> =>
    upload.state.kind === kind;

export function uploadFile(chosen: ChosenFile, key: number, document_id: string): UploadFile {
  const id = document_id || documentIdOf(chosen.file.name);
  return { ...chosen, key, document_id: id, title: "", state: { kind: "chosen", error: null } };
}

/** Structured chunks carry title, rule and publication in the file itself. */
export const isStructured = ({ file }: ChosenFile) => mediaTypeOf(file.name) === STRUCTURED_CHUNKS;

/** What the browser alone knows of a file; the service judges the rest. */
export function sizeProblem({ file }: ChosenFile): "tooLarge" | "empty" | null {
  if (file.size > DOCUMENT_BYTES_MAX) return "tooLarge";
  return file.size === 0 ? "empty" : null;
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

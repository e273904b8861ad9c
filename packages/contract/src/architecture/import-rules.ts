/** Which packages' code a package may import, and whether it may take more than types from there. */
interface Rule {
  readonly imports: readonly string[];
  readonly typesOnly?: true;
  /** Packages, or entries of packages such as `core/problems`, from which it may also take more than types. */
  readonly values?: readonly string[];
  /** Entries from which it may take only types, because their code is slow to load. */
  readonly slow?: readonly string[];
  /** Packages outside the workspace that its product code may import. Absent: any. */
  readonly outside?: readonly string[];
}

/** Not even a test of another package imports it, so that a service without OpenSearch does not load it. */
const SEARCH_LIBRARY = "@opensearch-project/opensearch";

const graph: Record<string, Rule> = {
  core: { imports: [], outside: ["node:crypto"] },
  api: { imports: ["core"], typesOnly: true, values: ["core/limits", "core/problems"], outside: ["typebox"] },
  e5: { imports: ["core"], typesOnly: true },
  ingest: { imports: ["core"] },
  models: { imports: ["core"], outside: ["node:net", "node:timers/promises"] },
  postgres: { imports: ["core"] },
  opensearch: { imports: ["core"], outside: ["node:http", "roaring-wasm", SEARCH_LIBRARY] },
  http: { imports: ["api", "core"] },
  mcp: { imports: ["api", "core"], outside: ["@modelcontextprotocol/server"] },
  ocr: { imports: ["core"] },
  portal: { imports: ["api", "core"] },
  web: { imports: ["core"], typesOnly: true, values: ["api"] },
  // The schemas of the API take longer to load than all else that a command needs; `api/texts` and `api/client` do not.
  // The embedded model is optional.
  service: {
    imports: ["api", "core", "e5", "ingest", "mcp", "models", "opensearch", "postgres", "http", "portal"],
    slow: ["@retrieval/api", "@retrieval/e5"],
  },
  demo: { imports: ["api", "core", "http", "portal", "postgres", "service"] },
  contract: { imports: ["core", "postgres"] },
  bench: { imports: ["api", "core", "e5", "ingest", "models", "opensearch", "postgres", "service", "contract"] },
};

/** By package: those that its product code may import. */
export const ALLOWED_IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(graph).map(([name, { imports, values = [] }]) => [
    name,
    [...new Set([...imports, ...values.map((value) => value.split("/")[0] as string)])].sort(),
  ]),
);

/** Packages that get time, randomness and settings as arguments. */
const pure = ["core", "api", "e5", "ingest", "mcp", "models", "ocr", "opensearch", "postgres", "http", "portal"];

/**
 * The one clock outside our composition root. Other companies' programs call the portal package: there,
 * `createPortalClient({ baseUrl, secret })` is the composition root, and it accepts another clock.
 */
const defaultClock = { path: "packages/portal/src/system-clock.ts", use: "Date.now()" };

export interface SourceFile {
  /** Path from the root of the repository, with slashes: `packages/core/src/index.ts`. */
  readonly path: string;
  readonly package: string;
  /** Whether it is product code (`src/`) or a test (`test/`). */
  readonly area: "src" | "test";
  readonly imports: readonly { readonly from: string; readonly typesOnly: boolean }[];
  /** `process.env`, `Date.now()` and the like, as written in the code. */
  readonly ambient: readonly string[];
}

/** The problems of a file, one sentence each; empty if it follows the house's rules. */
export function faults(file: SourceFile): string[] {
  const rule = graph[file.package];
  if (!rule) return [`${file.path}: the package ${file.package} has no place in the import graph`];
  const found: string[] = [];
  for (const { from, typesOnly } of file.imports) {
    if (from.startsWith(".")) {
      if (leavesPackage(file.path, from)) found.push(`${file.path}: ${from} leaves its package`);
      if (entersPage(file.path, from)) found.push(`${file.path}: ${from} is of another page; share it in parts/`);
    } else if (from.startsWith("@retrieval/")) {
      // A test may combine any packages; product code may not.
      const target = from.split("/")[1] ?? "";
      if (file.area === "test" || target === file.package) continue;
      if (rule.values?.some((value) => `${from}/`.startsWith(`@retrieval/${value}/`))) continue;
      if (!rule.imports.includes(target)) found.push(`${file.path}: ${file.package} may not import ${from}`);
      else if ((rule.typesOnly || rule.slow?.includes(from)) && !typesOnly)
        found.push(`${file.path}: ${file.package} may take only types from ${from}`);
    } else if (from.startsWith(SEARCH_LIBRARY) && file.package !== "opensearch") {
      found.push(`${file.path}: only opensearch may import ${from}`);
    } else if (rule.outside && file.area === "src" && !rule.outside.includes(from)) {
      found.push(`${file.path}: ${file.package} may import nothing but ${rule.outside.join(", ")}, not ${from}`);
    }
  }
  if (file.area === "src" && pure.includes(file.package)) {
    for (const use of file.ambient) {
      if (file.path === defaultClock.path && use === defaultClock.use) continue;
      found.push(`${file.path}: ${use} belongs in the composition root`);
    }
  }
  return found;
}

function leavesPackage(path: string, relative: string): boolean {
  const root = path.split("/").slice(0, 2).join("/");
  return !targetOf(path, relative).startsWith(`${root}/`);
}

/** Whether a page of the administration, or what pages share, imports a page: only its addresses lead into it. */
function entersPage(path: string, relative: string): boolean {
  const target = targetOf(path, relative);
  const page = pageOf(target);
  if (page === undefined || page === pageOf(path) || target.endsWith("/addresses.js")) return false;
  return pageOf(path) !== undefined || /^packages\/web\/src\/(parts|ui)\//.test(path);
}

const pageOf = (path: string) => path.match(/^packages\/web\/src\/admin\/([^/]+)\//)?.[1];
const targetOf = (path: string, relative: string) => new URL(relative, `file:///${path}`).pathname.slice(1);

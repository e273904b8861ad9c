/** @jest-config-loader esbuild-register */
import type { Config } from "jest";

function swc({ tsx }: { tsx: boolean }) {
  return {
    jsc: {
      target: "es2022",
      parser: { syntax: "typescript", tsx },
      transform: { react: { runtime: "automatic" } },
    },
    module: { type: "es6" },
    sourceMaps: "inline",
  };
}

const common = {
  testEnvironment: "<rootDir>/packages/contract/dist/jest/fast-environment.js",
  modulePathIgnorePatterns: ["<rootDir>/packages/web/types/"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: { "^.+\\.ts$": ["@swc/jest", swc({ tsx: false })], "^.+\\.tsx$": ["@swc/jest", swc({ tsx: true })] },
  // Jest loads these outside its own module system.
  globalSetup: "<rootDir>/packages/contract/dist/jest/setup-in-memory.js",
  globalTeardown: "<rootDir>/packages/contract/dist/jest/global-teardown.js",
} satisfies Config;

/**
 * Tests load `packages/*\/dist`, which the commands of package.json build before Jest starts. Node loads these and npm
 * modules, once for all files of a worker; only what takes part in a test, from @retrieval/contract, does Jest load.
 */
export const built = {
  ...common,
  testMatch: ["<rootDir>/packages/!(web)/test/**/*.test.ts"],
  transform: { ...common.transform, "\\.[cm]?js$": "<rootDir>/packages/contract/dist/jest/native-modules.js" },
  transformIgnorePatterns: ["<rootDir>/packages/contract/dist/"],
  moduleNameMapper: {
    "^(\\.{1,2}(?:/.*)?)/src/(.*)\\.js$": "$1/dist/$2.js",
    "^(\\.{1,2}/.*)\\.js$": ["$1.js", "$1.ts"],
  },
} satisfies Config;

/** Jest reloads sources and npm modules for each file, because those of the pages need the globals of a page. */
const sources = {
  ...common,
  testMatch: ["<rootDir>/packages/web/test/**/*.test.{ts,tsx}"],
  moduleNameMapper: {
    "^@retrieval/([a-z]+)$": "<rootDir>/packages/$1/src/index.ts",
    "^@retrieval/([a-z]+)/([a-z/-]+)$": "<rootDir>/packages/$1/src/$2.ts",
    "\\.css$": "<rootDir>/packages/contract/src/jest/no-styles.ts",
    // An import of "./x.js" means x.ts in our own sources. Packages in node_modules have an x.js, which wins.
    "^(\\.{1,2}/.*)\\.js$": ["$1.js", "$1.ts", "$1.tsx"],
  },
} satisfies Config;

export const limits = {
  // For machines that do much else at the same time; no test waits for it on a quiet one.
  testTimeout: 180_000,
  // One more than the cores of a small machine: some tests wait.
  maxWorkers: 3,
  // A worker that has run many files needs more than Jest's half second to free their memory. One that never ends is
  // still reported.
  workerGracefulExitTimeout: 30_000,
} satisfies Config;

const config: Config = { ...limits, projects: [built, sources] };

export default config;

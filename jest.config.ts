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

const config: Config = {
  testEnvironment: "<rootDir>/packages/contract/dist/jest/fast-environment.js",
  testMatch: ["<rootDir>/packages/*/test/**/*.test.{ts,tsx}"],
  modulePathIgnorePatterns: ["<rootDir>/packages/[a-z]+/dist/", "<rootDir>/packages/web/types/"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: { "^.+\\.ts$": ["@swc/jest", swc({ tsx: false })], "^.+\\.tsx$": ["@swc/jest", swc({ tsx: true })] },
  moduleNameMapper: {
    "^@retrieval/([a-z]+)$": "<rootDir>/packages/$1/src/index.ts",
    "^@retrieval/([a-z]+)/([a-z/-]+)$": "<rootDir>/packages/$1/src/$2.ts",
    "\\.css$": "<rootDir>/packages/contract/src/jest/no-styles.ts",
    // An import of "./x.js" means x.ts in our own sources. Packages in node_modules have an x.js, which wins.
    "^(\\.{1,2}/.*)\\.js$": ["$1.js", "$1.ts", "$1.tsx"],
  },
  // Built by `npm test` before Jest starts; Jest loads these outside its own module system.
  globalSetup: "<rootDir>/packages/contract/dist/jest/setup-in-memory.js",
  globalTeardown: "<rootDir>/packages/contract/dist/jest/global-teardown.js",
  // For machines that do much else at the same time; no test waits for it on a quiet one.
  testTimeout: 180_000,
  // One more than the cores of a small machine: some tests wait.
  maxWorkers: 3,
  // A worker that has run many files needs more than Jest's half second to free their memory. One that never ends is
  // still reported.
  workerGracefulExitTimeout: 30_000,
};

export default config;

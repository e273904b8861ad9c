/** @jest-config-loader esbuild-register */
import type { Config } from "jest";
import { built, limits } from "../../jest.config.ts";

/** Real nodes of OpenSearch: `npm run test:nodes`. One file at a time, since each node takes half a gigabyte. */
const config: Config = {
  ...built,
  ...limits,
  rootDir: "../..",
  testMatch: ["<rootDir>/packages/*/nodes/**/*.test.ts"],
  globalSetup: "<rootDir>/packages/contract/dist/jest/setup-nodes.js",
  testTimeout: 600_000,
  maxWorkers: 1,
};

export default config;

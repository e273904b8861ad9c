/** @jest-config-loader esbuild-register */
import type { Config } from "jest";
import { built, limits } from "../../jest.config.ts";

/** The pages in a real browser, beside a running demo: `npm run test:browser`. */
const config: Config = {
  ...built,
  ...limits,
  rootDir: "../..",
  setupFilesAfterEnv: ["<rootDir>/packages/contract/dist/jest/second-try.js"],
  testMatch: ["<rootDir>/packages/web/browser/**/*.test.ts"],
  // Neither a database server nor published documents: the demo brings its own.
  globalSetup: "<rootDir>/packages/contract/dist/jest/demo-setup.js",
  globalTeardown: "<rootDir>/packages/contract/dist/jest/demo-teardown.js",
};

export default config;

/** @jest-config-loader esbuild-register */
import type { Config } from "jest";
import { built, limits } from "../../jest.config.ts";

/**
 * Real servers, real faults, minutes long: `npm run test:faults`. One file at a time, since some of them load the
 * machine.
 */
const config: Config = {
  ...built,
  ...limits,
  rootDir: "../..",
  setupFilesAfterEnv: ["<rootDir>/packages/contract/dist/jest/second-try.js"],
  testMatch: ["<rootDir>/packages/*/faults/**/*.test.ts"],
  // On the disk, as in production.
  globalSetup: "<rootDir>/packages/contract/dist/jest/global-setup.js",
  testTimeout: 600_000,
  maxWorkers: 1,
};

export default config;

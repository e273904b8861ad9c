import { readFileSync } from "node:fs";

// src/ and dist/ lie equally deep below the package.
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export const VERSION = version;

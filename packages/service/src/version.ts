import { readFileSync } from "node:fs";

// src/ and dist/ have the same depth.
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export const VERSION = version;

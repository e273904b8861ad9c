import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vite";

const script = fileURLToPath(new URL("../src/arrival/script.ts", import.meta.url));

/** Puts the script that takes the token out of the address into index.html itself, before anything else is loaded. */
export function inlineArrival(): Plugin {
  return {
    name: "inline-arrival",
    transformIndexHtml: {
      order: "post",
      async handler() {
        const { outputFiles } = await build({
          entryPoints: [script],
          bundle: true,
          minify: true,
          format: "iife",
          target: "es2022",
          write: false,
        });
        const children = outputFiles[0]?.text.trim() ?? "";
        return [{ tag: "script", children, injectTo: "head-prepend" }];
      },
    },
  };
}

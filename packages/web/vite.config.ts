import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { guides } from "./build/guides/plugin.js";
import { inlineArrival } from "./build/inline-arrival.js";
import { precompress } from "./build/precompress.js";

const api = process.env.RETRIEVAL_URL ?? "http://127.0.0.1:3000";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: fromHere("."),
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ["en-US", "ja-JP"] }), enforce: "pre" },
    inlineArrival(),
    guides(),
    precompress(),
  ],
  build: {
    rolldownOptions: {
      input: ["index.html", "build/guides/guide.css"].map(fromHere),
      // Nine lines at each build that look like a fault.
      checks: { bundlerTimings: false },
    },
    target: "es2022",
    // The Content-Security-Policy takes nothing from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // dist/.vite/license.md: the licences of bundled libraries, which require that their text is passed on.
    license: true,
    // What a reader downloads is held by a test of its compressed size.
    chunkSizeWarningLimit: 1_000,
  },
  server: { host: "127.0.0.1", proxy: { "/api": api } },
});

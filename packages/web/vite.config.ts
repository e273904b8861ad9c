import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { inlineArrival } from "./build/inline-arrival.js";
import { precompress } from "./build/precompress.js";

const api = process.env.RETRIEVAL_URL ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ["en-US", "ja-JP"] }), enforce: "pre" },
    inlineArrival(),
    precompress(),
  ],
  build: {
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

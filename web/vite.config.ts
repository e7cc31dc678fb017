import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const OUTPUT = "../src/pictomania/server/static";

/** Adds gzip and Brotli versions of all text files, so that the server never compresses at runtime. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(OUTPUT, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|svg|html|webmanifest)$/.test(name)) continue;
        const data = readFileSync(join(OUTPUT, name));
        writeFileSync(join(OUTPUT, `${name}.gz`), gzipSync(data, { level: 9 }));
        writeFileSync(join(OUTPUT, `${name}.br`), brotliCompressSync(data));
      }
    },
  };
}

// Builds into the folder that the server serves; the output references no other origin.
export default defineConfig({
  plugins: [svelte(), precompress()],
  base: "/static/",
  build: {
    outDir: OUTPUT,
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy forbids data: URLs for scripts and styles
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    // Cross-origin isolation, for the high-resolution timers that the benchmark page needs.
    headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
    // The server accepts sockets only from its own origin, so the proxy must not change the Host header.
    proxy: {
      "/api": { target: "http://localhost:8000", changeOrigin: false },
      "/socket": { target: "ws://localhost:8000", ws: true, changeOrigin: false },
    },
  },
});

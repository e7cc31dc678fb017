import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const BUILT = "../src/pictomania/server/static";

/** Every file that gets smaller by it lies there packed as well, so that the server need not pack anything. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(BUILT, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|svg|html|webmanifest)$/.test(name)) continue;
        const data = readFileSync(join(BUILT, name));
        writeFileSync(join(BUILT, `${name}.gz`), gzipSync(data, { level: 9 }));
        writeFileSync(join(BUILT, `${name}.br`), brotliCompressSync(data));
      }
    },
  };
}

// The built client lies where the server looks for its files; nothing in it comes from another address.
export default defineConfig({
  plugins: [svelte(), packed()],
  base: "/static/",
  build: {
    outDir: BUILT,
    emptyOutDir: true,
    assetsInlineLimit: 0, // the pages' policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    // Without these, browsers tell time in tenths of a millisecond, which is too coarse for the benchmark page.
    headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
    // The server opens sockets only for pages of its own address, which is ours as long as nobody changes it.
    proxy: {
      "/api": { target: "http://localhost:8000", changeOrigin: false },
      "/socket": { target: "ws://localhost:8000", ws: true, changeOrigin: false },
    },
  },
});

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built client lies where the server looks for its files; nothing in it comes from another address.
export default defineConfig({
  plugins: [svelte()],
  base: "/static/",
  build: {
    outDir: "../src/pictomania/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the pages' policy allows no data: scripts or styles
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: { "/api": "http://localhost:8000", "/socket": { target: "ws://localhost:8000", ws: true } },
  },
});

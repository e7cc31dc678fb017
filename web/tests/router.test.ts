// Parsing URLs into routes.

import { expect, test } from "vitest";
import { parseCode, parseRoute } from "../src/router.svelte.ts";

const TICKET = "pF3kQ9vT-0aLx_7mZr2W5g";

test("every screen has its URL", () => {
  expect(parseRoute("/", "")).toEqual({ kind: "home" });
  expect(parseRoute("/help", "#scoring")).toEqual({ kind: "help" });
  expect(parseRoute("/g/20261115-7gk2", "")).toEqual({ kind: "game", game: "20261115-7gk2" });
  for (const path of ["/help/me", "/t", "/t/7GK2WXQ4/more", "/elsewhere/7GK2WXQ4"]) {
    expect(parseRoute(path, "")).toEqual({ kind: "nowhere" });
  }
});

test("a table URL may have a ticket or open the help", () => {
  const table = { kind: "table", code: "7GK2WXQ4", ticket: null, isHelpOpen: false };
  expect(parseRoute("/t/7gk2-wxq4/", "")).toEqual(table);
  expect(parseRoute("/t/7GK2WXQ4", `#ticket=${TICKET}`)).toEqual({ ...table, ticket: TICKET });
  expect(parseRoute("/t/7GK2WXQ4", "#help")).toEqual({ ...table, isHelpOpen: true });
  expect(parseRoute("/t/7GK2WXQ4", "#help-scoring")).toEqual({ ...table, isHelpOpen: true });
  expect(parseRoute("/t/7GK2WXQ4", "#helping")).toEqual(table);
});

test("a code is found in pasted input", () => {
  expect(parseCode(" https://example.org/t/7gk2wxq4#help ")).toBe("7GK2WXQ4");
  expect(parseCode("7GK2 WXQ4")).toBe("7GK2WXQ4");
  expect(parseCode("hello")).toBeNull();
});

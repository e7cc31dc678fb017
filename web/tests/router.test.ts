// Which screen an address means.

import { expect, test } from "vitest";
import { codeIn, placeOf } from "../src/router.svelte.ts";

const TICKET = "pF3kQ9vT-0aLx_7mZr2W5g";

test("every screen has its address", () => {
  expect(placeOf("/", "")).toEqual({ is: "home" });
  expect(placeOf("/help", "#scoring")).toEqual({ is: "help" });
  expect(placeOf("/g/20261115-7gk2", "")).toEqual({ is: "game", game: "20261115-7gk2" });
  for (const path of ["/help/me", "/t", "/t/7GK2WXQ4/more", "/elsewhere/7GK2WXQ4"]) {
    expect(placeOf(path, "")).toEqual({ is: "nowhere" });
  }
});

test("a table may be named with a ticket, or with the help above it", () => {
  const table = { is: "table", code: "7GK2WXQ4", ticket: null, isHelping: false };
  expect(placeOf("/t/7gk2-wxq4/", "")).toEqual(table);
  expect(placeOf("/t/7GK2WXQ4", `#ticket=${TICKET}`)).toEqual({ ...table, ticket: TICKET });
  expect(placeOf("/t/7GK2WXQ4", "#help")).toEqual({ ...table, isHelping: true });
  expect(placeOf("/t/7GK2WXQ4", "#help-scoring")).toEqual({ ...table, isHelping: true });
  expect(placeOf("/t/7GK2WXQ4", "#helping")).toEqual(table);
});

test("a code is found in what somebody pastes", () => {
  expect(codeIn(" https://example.org/t/7gk2wxq4#help ")).toBe("7GK2WXQ4");
  expect(codeIn("7GK2 WXQ4")).toBe("7GK2WXQ4");
  expect(codeIn("hello")).toBeNull();
});

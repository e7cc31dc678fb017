// What is planned for a new table.

import { expect, test } from "vitest";
import { planGame, planMessages, takePlan, withoutLearning } from "../../src/table/gamePlan.ts";
import { DEFAULT_SETTINGS } from "../../src/wire/messages.ts";

test("a game against bots begins with three of them", () => {
  const messages = planMessages({ skill: "hard", isLearning: false });
  expect(messages.map((message) => message.type)).toEqual(["add-bot", "add-bot", "add-bot", "begin"]);
  expect(messages[0]).toEqual({ type: "add-bot", skill: "hard" });
});

test("a first game starts with a learning round, which is set before it begins", () => {
  const learning = { type: "change-settings", settings: { variants: ["learning"] } };
  expect(planMessages({ skill: null, isLearning: true })).toEqual([learning]);
  expect(planMessages({ skill: "easy", isLearning: true })[0]).toEqual(learning);
  expect(planMessages({ skill: null, isLearning: false })).toEqual([]);
});

test("a plan is for its table, and for once", () => {
  const plan = { skill: "easy", isLearning: true } as const;
  planGame("7GK2WXQ4", plan);
  expect(takePlan("7GK2WXQ4")).toEqual(plan);
  expect(takePlan("7GK2WXQ4")).toBeNull();
  planGame("7GK2WXQ4", plan);
  expect(takePlan("ABCDEFGH")).toBeNull();
  expect(takePlan("7GK2WXQ4")).toBeNull();
});

test("later games keep all other settings", () => {
  const settings = { ...DEFAULT_SETTINGS, variants: ["competitive", "learning"], erasing: false } as const;
  expect(withoutLearning(settings)).toEqual({ ...settings, variants: ["competitive"] });
});

// Every language of the cards has texts and help, so none falls back to English.

import { expect, test } from "vitest";
import { helpIn } from "../../src/texts/help/help.ts";
import { availableLanguages } from "../../src/texts/language.svelte.ts";
import { Language } from "../../src/wire/messages.ts";

test.each(Language)("%s has texts", (language) => {
  expect(availableLanguages()).toContain(language);
});

test.each(Language)("%s has help", async (language) => {
  expect((await helpIn(language)).language).toBe(language);
});

// A chat line stays in its field until the table has accepted it.

import { expect, test } from "vitest";
import { ChatDraft } from "../../../src/table/unanswered/chatDraft.svelte.ts";
import type { ChatLine } from "../../../src/wire/messages.ts";

const said = (text: string): ChatLine => ({ name: "Ada", seat: 0, text, watchers_only: false });

function sent(typed: string): { readonly draft: ChatDraft; readonly texts: string[] } {
  const draft = new ChatDraft();
  const texts: string[] = [];
  draft.text = typed;
  draft.submit((text) => texts.push(text) > 0);
  return { draft, texts };
}

test("an accepted line is removed, even if the server has normalized it", () => {
  const { draft, texts } = sent(" cafe\u0301  au lait ");
  expect(texts).toEqual(["caf\u00e9 au lait"]);
  expect(draft.text).toBe(" cafe\u0301  au lait ");
  draft.receive([said("tea")]);
  expect(draft.text).toBe(" cafe\u0301  au lait ");
  draft.receive([said("caf\u00e9 au lait")]);
  expect(draft.text).toBe("");
});

test("a refused line can be sent again", () => {
  const { draft, texts } = sent("hello");
  draft.keep();
  expect(draft.text).toBe("hello");
  draft.submit((text) => texts.push(text) > 0);
  expect(texts).toEqual(["hello", "hello"]);
});

test("nothing is sent twice while it is unanswered, and nothing empty", () => {
  const { draft, texts } = sent("hello");
  draft.submit((text) => texts.push(text) > 0);
  expect(texts).toEqual(["hello"]);
  expect(sent("  ").texts).toEqual([]);
});

test("a line that can't be sent stays", () => {
  const draft = new ChatDraft();
  draft.text = "hello";
  draft.submit(() => false);
  draft.receive([said("hello")]);
  expect(draft.text).toBe("hello");
});

test("what is typed before the answer is kept", () => {
  const { draft } = sent("hello");
  draft.text = "hellohow are you?";
  draft.receive([said("hello")]);
  expect(draft.text).toBe("how are you?");
  const edited = sent("hello").draft;
  edited.text = "oh, hello";
  edited.receive([said("hello")]);
  expect(edited.text).toBe("oh, hello");
});

// The chat line being written. It outlives the chat panel, and stays until the table has accepted it.

import type { ChatLine } from "../../wire/messages.ts";

export class ChatDraft {
  text = $state("");
  #sent: string | null = null; // the text as it was sent; unanswered

  /** Send the line, unless one is still unanswered. */
  submit(send: (text: string) => boolean): void {
    const text = clean(this.text);
    if (text && this.#sent === null && send(text)) this.#sent = this.text;
  }

  /** Remove the sent line if it is one of these; keep what was typed in the meantime. */
  receive(lines: readonly ChatLine[]): void {
    const sent = this.#sent;
    if (sent === null || !lines.some((line) => line.text === clean(sent))) return;
    if (this.text.startsWith(sent)) this.text = this.text.slice(sent.length);
    this.#sent = null;
  }

  /** The line was refused or lost: keep it, to be sent again. */
  keep(): void {
    this.#sent = null;
  }
}

/** Normalize a text as the server does. */
function clean(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").normalize("NFC");
}

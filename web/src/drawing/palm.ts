// Tells the hand that draws from the one that only lies on the sheet.

/** What of a pointer event is needed here. */
export type Touching = Pick<PointerEvent, "pointerId" | "pointerType" | "button">;

/** Does a pointer draw; and if not, was what is being drawn never meant? */
export type Verdict = "draws" | "does nothing" | "undoes";

export class Palm {
  #isPenSeen = false;
  #fingers = new Set<number>();
  #drawing: Touching | null = null;
  #isGesture = false; // two fingers have come down, and not all are up again

  /** A pointer came down. */
  down(event: Touching): Verdict {
    if (event.pointerType === "touch") return this.#fingerDown(event);
    if (event.pointerType === "pen") this.#isPenSeen = true;
    const isMeant = event.pointerType === "pen" || event.button === 0;
    if (!isMeant || (this.#drawing && this.#drawing.pointerType !== "touch")) return "does nothing";
    this.#drawing = event;
    return "draws";
  }

  /** A pointer moves, or hovers; a pen that comes near says that what a finger draws was never meant. */
  move(event: Touching): Verdict {
    if (event.pointerType === "pen") this.#isPenSeen = true;
    if (this.#drawing?.pointerId === event.pointerId) return "draws";
    if (event.pointerType !== "pen" || this.#drawing?.pointerType !== "touch") return "does nothing";
    this.#drawing = null;
    return "undoes";
  }

  /** A pointer is gone; says whether it drew. */
  up(event: Touching): boolean {
    this.#fingers.delete(event.pointerId);
    if (!this.#fingers.size) this.#isGesture = false;
    if (this.#drawing?.pointerId !== event.pointerId) return false;
    this.#drawing = null;
    return true;
  }

  /** Once a pen was seen, fingers do not draw any more; and two fingers never do. */
  #fingerDown(event: Touching): Verdict {
    this.#fingers.add(event.pointerId);
    if (this.#fingers.size > 1) this.#isGesture = true;
    if (this.#isGesture && this.#drawing?.pointerType === "touch") {
      this.#drawing = null;
      return "undoes";
    }
    if (this.#isPenSeen || this.#isGesture || this.#drawing) return "does nothing";
    this.#drawing = event;
    return "draws";
  }
}

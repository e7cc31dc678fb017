// Palm rejection: decides which pointers draw and which are a resting hand or a gesture.

/** The part of a pointer event used here. */
export type PointerInfo = Pick<PointerEvent, "pointerId" | "pointerType" | "button">;

/** What a pointer event means: draw, ignore it, or cancel the current stroke as accidental. */
export type PointerRole = "draw" | "ignore" | "cancel";

export class PalmRejection {
  #isPenSeen = false;
  #fingers = new Set<number>();
  #drawing: PointerInfo | null = null;
  #isGesture = false; // two fingers came down and not all are up again

  /** Handle pointerdown. */
  down(event: PointerInfo): PointerRole {
    if (event.pointerType === "touch") return this.#fingerDown(event);
    if (event.pointerType === "pen") this.#isPenSeen = true;
    const isMainButton = event.pointerType === "pen" || event.button === 0;
    if (!isMainButton || (this.#drawing && this.#drawing.pointerType !== "touch")) return "ignore";
    this.#drawing = event;
    return "draw";
  }

  /** Handle pointermove; a hovering pen means that a finger's stroke was accidental. */
  move(event: PointerInfo): PointerRole {
    if (event.pointerType === "pen") this.#isPenSeen = true;
    if (this.#drawing?.pointerId === event.pointerId) return "draw";
    if (event.pointerType !== "pen" || this.#drawing?.pointerType !== "touch") return "ignore";
    this.#drawing = null;
    return "cancel";
  }

  /** Handle pointerup or cancel; return whether that pointer was drawing. */
  up(event: PointerInfo): boolean {
    this.#fingers.delete(event.pointerId);
    if (!this.#fingers.size) this.#isGesture = false;
    if (this.#drawing?.pointerId !== event.pointerId) return false;
    this.#drawing = null;
    return true;
  }

  /** Fingers never draw once a pen was used, and two fingers never draw. */
  #fingerDown(event: PointerInfo): PointerRole {
    this.#fingers.add(event.pointerId);
    if (this.#fingers.size > 1) this.#isGesture = true;
    if (this.#isGesture && this.#drawing?.pointerType === "touch") {
      this.#drawing = null;
      return "cancel";
    }
    if (this.#isPenSeen || this.#isGesture || this.#drawing) return "ignore";
    this.#drawing = event;
    return "draw";
  }
}

// Client-side router: the URL decides the screen, so that links, reloads and the back button work.

import { CODE_LENGTH, TICKET_PATTERN } from "./wire/messages.ts";

const CODE = new RegExp(`^[0-9A-Z]{${CODE_LENGTH}}$`);
const TICKET = new RegExp(`^#ticket=(${TICKET_PATTERN})$`);

export type PageRoute =
  | { readonly kind: "home" }
  | {
      readonly kind: "table";
      readonly code: string;
      readonly ticket: string | null;
      readonly isHelpOpen: boolean; // the help overlay is open
    }
  | { readonly kind: "game"; readonly game: string }
  | { readonly kind: "help" }
  | { readonly kind: "nowhere" };

let route = $state.raw<PageRoute>({ kind: "home" });

export function currentRoute(): PageRoute {
  return route;
}

/** Start following the URL. */
export function startRouter(): void {
  updateRoute();
  addEventListener("popstate", updateRoute);
}

/** Navigate to another screen. */
export function go(path: string): void {
  history.pushState(null, "", path);
  updateRoute();
  scrollTo(0, 0);
}

/** Open the help overlay; the table stays, and going back closes it. */
export function openHelp(): void {
  history.pushState({ isAbove: true }, "", "#help");
  updateRoute();
}

export function closeHelp(): void {
  const state: unknown = history.state;
  if (state && typeof state === "object" && "isAbove" in state) {
    history.back();
  } else {
    history.replaceState(null, "", location.pathname); // the page was opened with a link to the help
    updateRoute();
  }
}

/** Handle plain clicks on internal links without a page load; other clicks (new tabs, say) are left alone. */
export function followLink(event: MouseEvent): void {
  const anchor = (event.target as Element).closest("a");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !isPlain || anchor.target || anchor.hasAttribute("download")) return;
  if (anchor.origin !== location.origin || parseRoute(anchor.pathname, "").kind === "nowhere") return;
  if (anchor.hash && anchor.pathname === location.pathname) return; // let the browser scroll
  event.preventDefault();
  go(anchor.pathname + anchor.hash);
}

function updateRoute(): void {
  route = parseRoute(location.pathname, location.hash);
  // A ticket works only once, so remove it from the URL.
  if (route.kind === "table" && route.ticket) history.replaceState(null, "", location.pathname);
}

export function parseRoute(path: string, hash: string): PageRoute {
  const [, first, second, ...more] = path.replace(/\/$/, "").split("/");
  if (!first) return { kind: "home" };
  if (first === "help" && !second) return { kind: "help" };
  if (more.length || !second) return { kind: "nowhere" };
  if (first === "t")
    return {
      kind: "table",
      code: parseCode(second) ?? second,
      ticket: parseTicket(hash),
      isHelpOpen: isHelp(hash),
    };
  if (first === "g") return { kind: "game", game: second };
  return { kind: "nowhere" };
}

function isHelp(hash: string): boolean {
  return /^#help(?:-|$)/.test(hash);
}

function parseTicket(hash: string): string | null {
  return TICKET.exec(hash)?.[1] ?? null;
}

/** Extract a table code from user input: the code alone or a whole link. */
export function parseCode(typed: string): string | null {
  const last = typed.trim().split(/[#?]/)[0]?.replace(/\/$/, "").split("/").at(-1) ?? "";
  const code = last.toUpperCase().replaceAll(/[\s-]/g, "");
  return CODE.test(code) ? code : null;
}

// Which screen is on: it follows the address, so that links, reloads and the back button work.

export type Place =
  | { readonly is: "home" }
  | {
      readonly is: "table";
      readonly code: string;
      readonly ticket: string | null;
      readonly isHelping: boolean; // the help lies above the table
    }
  | { readonly is: "game"; readonly game: string }
  | { readonly is: "help" }
  | { readonly is: "nowhere" };

let place = $state.raw<Place>({ is: "home" });

export function currentPlace(): Place {
  return place;
}

/** Follow the address from now on. */
export function follow(): void {
  look();
  addEventListener("popstate", look);
}

/** Go to another screen. */
export function go(path: string): void {
  history.pushState(null, "", path);
  look();
  scrollTo(0, 0);
}

/** Open the help above the table: nothing below is left, and going back closes it. */
export function openHelp(): void {
  history.pushState({ isAbove: true }, "", "#help");
  look();
}

export function closeHelp(): void {
  const state: unknown = history.state;
  if (state && typeof state === "object" && "isAbove" in state) {
    history.back();
  } else {
    history.replaceState(null, "", location.pathname); // somebody came by a link to the help
    look();
  }
}

/** Make a link go there without loading the page again; others (new tabs, say) stay as they are. */
export function link(event: MouseEvent): void {
  const anchor = (event.target as Element).closest("a");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !isPlain || anchor.target || anchor.hasAttribute("download")) return;
  if (anchor.origin !== location.origin || placeOf(anchor.pathname, "").is === "nowhere") return;
  if (anchor.hash && anchor.pathname === location.pathname) return; // the browser scrolls there
  event.preventDefault();
  go(anchor.pathname + anchor.hash);
}

function look(): void {
  place = placeOf(location.pathname, location.hash);
  // A ticket is good once; it need not stay in the address.
  if (place.is === "table" && place.ticket) history.replaceState(null, "", location.pathname);
}

export function placeOf(path: string, hash: string): Place {
  const [, first, second, ...more] = path.replace(/\/$/, "").split("/");
  if (!first) return { is: "home" };
  if (first === "help" && !second) return { is: "help" };
  if (more.length || !second) return { is: "nowhere" };
  if (first === "t")
    return { is: "table", code: codeIn(second) ?? second, ticket: ticketIn(hash), isHelping: isHelp(hash) };
  if (first === "g") return { is: "game", game: second };
  return { is: "nowhere" };
}

function isHelp(hash: string): boolean {
  return /^#help(?:-|$)/.test(hash);
}

function ticketIn(hash: string): string | null {
  return /^#ticket=([\w-]{22,64})$/.exec(hash)?.[1] ?? null;
}

/** What somebody typed or pasted as a code: the code alone, or a whole link. */
export function codeIn(typed: string): string | null {
  const last = typed.trim().split(/[#?]/)[0]?.replace(/\/$/, "").split("/").at(-1) ?? "";
  const code = last.toUpperCase().replaceAll(/[\s-]/g, "");
  return /^[0-9A-Z]{8}$/.test(code) ? code : null;
}

// The HTTP API for tables: creating one, and looking one up before joining.

import type { TableFound, TableMade } from "../wire/api.ts";

export type TableLookup =
  | { readonly kind: "found"; readonly table: TableFound }
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" }; // the server didn't answer

/** Look up a table by its code. */
export async function lookUpTable(code: string): Promise<TableLookup> {
  try {
    const response = await fetch(`/api/tables/${encodeURIComponent(code)}`);
    if (response.status === 404) return { kind: "missing" };
    if (!response.ok) return { kind: "unknown" };
    return { kind: "found", table: (await response.json()) as TableFound };
  } catch {
    return { kind: "unknown" };
  }
}

export type TableCreation =
  | { readonly kind: "created"; readonly table: TableMade }
  | { readonly kind: "rate-limited" }
  | { readonly kind: "failed" };

/** Create a table. */
export async function createTable(): Promise<TableCreation> {
  try {
    const response = await fetch("/api/tables", { method: "POST" });
    if (response.ok) return { kind: "created", table: (await response.json()) as TableMade };
    return { kind: response.status === 429 ? "rate-limited" : "failed" };
  } catch {
    return { kind: "failed" };
  }
}

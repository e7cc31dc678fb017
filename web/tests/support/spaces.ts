// No-break spaces.

export const NARROW = "\u202f";
export const WIDE = "\u00a0";

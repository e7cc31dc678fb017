// Formats stars as on a score sheet, with a plus or minus sign.

export function formatStars(stars: number): string {
  if (stars === 0) return "0";
  return stars > 0 ? `+${stars}` : `−${-stars}`;
}

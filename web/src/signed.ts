// Stars as one writes them on a score sheet: with plus and minus.

export function signed(stars: number): string {
  if (stars === 0) return "0";
  return stars > 0 ? `+${stars}` : `−${-stars}`;
}

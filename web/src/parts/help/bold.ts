// Texts of the help are plain but for one thing: what stands between double stars is bold.

export interface Piece {
  readonly text: string;
  readonly isBold: boolean;
}

export function pieces(said: string): readonly Piece[] {
  return said
    .split("**")
    .map((text, place) => ({ text, isBold: place % 2 === 1 }))
    .filter(({ text }) => text);
}

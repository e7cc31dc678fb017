// The only markup in help texts: words between double asterisks are bold.

export interface TextRun {
  readonly text: string;
  readonly isBold: boolean;
}

export function textRuns(marked: string): readonly TextRun[] {
  return marked
    .split("**")
    .map((text, place) => ({ text, isBold: place % 2 === 1 }))
    .filter(({ text }) => text);
}

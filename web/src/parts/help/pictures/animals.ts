// Two similar drawings: the outline first, in one path, then the details.

export const RABBIT: readonly string[] = [
  "M35 46Q25 14 33 11Q41 12 42 41Q45 40 49 41Q50 12 58 11Q66 14 56 46Q65 56 57 66Q73 82 68 98Q60 107 46 107Q32 107 24 98Q19 82 34 66Q26 56 35 46z",
  "M40 51v4M51 51v4",
  "M43 59h5l-2.5 3zM45.5 62q-3 4-6 1.5M45.5 62q3 4 6 1.5",
  "M38 106v-13M54 106v-13",
  "M69 92q9-2 7 6q-4 5-9 0",
];

export const BEAR: readonly string[] = [
  "M29 40Q19 30 29 24Q39 21 40 31Q46 29 53 31Q54 21 64 24Q74 30 63 40Q71 56 59 66Q75 82 68 98Q60 107 46 107Q33 107 24 98Q18 82 33 66Q21 56 29 40z",
  "M39 44v4M53 44v4",
  "M46 50q-9 0-9 7q0 6 9 6q9 0 9-6q0-7-9-7zM43 53h6l-3 3z",
  "M26 81q9 2 11 9M66 81q-9 2-11 9",
  "M38 106q0-8-7-8M54 106q0-8 7-8",
];

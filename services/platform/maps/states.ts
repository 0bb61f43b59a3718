/** The states and the District of Columbia by their two letters (USPS Publication 28, appendix B). */
export const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const codesByWords = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
);

const plain = (word: string): string => word.toLowerCase().replaceAll('.', '');

/** The state that a word or words name, in full or by two letters ("Texas", "tx", "D.C."), or undefined. */
export const stateNamed = (text: string): string | undefined =>
  codesByWords.get(text.split(/\s+/).filter(Boolean).map(plain).join(' '));

/** The state that a list of words ends with, and how many of its words are the state's. The longest name wins. */
export const trailingState = (tokens: readonly string[]): { state: string; wordCount: number } | undefined => {
  for (const wordCount of [3, 2, 1]) {
    const state = tokens.length < wordCount ? undefined : stateNamed(tokens.slice(-wordCount).join(' '));
    if (state !== undefined) return { state, wordCount };
  }
  return undefined;
};

/** The states whose name or letters begin with the text: "t" is TN and TX, "new" the four states of that name. */
export const statesStartingWith = (text: string): string[] => {
  const start = plain(text).trim();
  return Object.entries(stateNames).flatMap(([code, name]) =>
    code.toLowerCase().startsWith(start) || name.toLowerCase().startsWith(start) ? [code] : [],
  );
};

import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';

// How the table of calls is written.

export const verbOf = { GET: 'g', POST: 'p', PUT: 'u', PATCH: 'c', DELETE: 'd' } as const satisfies Record<
  Endpoint['method'],
  string
>;

export const flagOf = { access: '!', secret: '?', slow: '*' } as const;

const first = 65;

/** The letter of the name at this place in a list of at most 60. */
export const letterAt = (place: number): string => String.fromCodePoint(first + place);

/** The place that a letter stands for. */
export const placeOf = (letter: string): number => (letter.codePointAt(0) ?? first) - first;

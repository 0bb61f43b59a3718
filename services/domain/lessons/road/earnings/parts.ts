import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';

/** A little of what a teacher earns, on one date. Of a drive and of a wait a piece may have half. */
export type Piece = {
  readonly date: IsoDate;
  /** Null: an appointment, or a lesson without a student. */
  readonly studentId: string | null;
  /** Hundredths of the currency, divided by `of`. */
  readonly income?: { readonly cents: number; readonly of: number };
  /** Ten thousandths of the currency. */
  readonly cost?: number;
  /** Minutes. */
  readonly teaching?: number;
  readonly driving?: number;
  readonly waiting?: number;
  readonly lessons?: number;
  readonly unrated?: number;
};

/** Sums of pieces. They are exact: halves of whole numbers, and a fraction for the income, which the dates of a month share. */
export type Sums = {
  readonly income: Fraction;
  readonly cost: number;
  readonly teaching: number;
  readonly driving: number;
  readonly waiting: number;
  readonly lessons: number;
  readonly unrated: number;
};

/** In lowest terms. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));

const plus = (a: Fraction, b: Fraction): Fraction => {
  const over = a.over * b.under + b.over * a.under;
  const under = a.under * b.under;
  const divisor = commonDivisor(over < 0n ? -over : over, under);
  return { over: over / divisor, under: under / divisor };
};

const nothing: Sums = {
  income: { over: 0n, under: 1n },
  cost: 0,
  teaching: 0,
  driving: 0,
  waiting: 0,
  lessons: 0,
  unrated: 0,
};

export const sumsOf = (pieces: readonly Piece[]): Sums =>
  pieces.reduce(
    (sums, { income, cost = 0, teaching = 0, driving = 0, waiting = 0, lessons = 0, unrated = 0 }): Sums => ({
      income: income ? plus(sums.income, { over: BigInt(income.cents), under: BigInt(income.of) }) : sums.income,
      cost: sums.cost + cost,
      teaching: sums.teaching + teaching,
      driving: sums.driving + driving,
      waiting: sums.waiting + waiting,
      lessons: sums.lessons + lessons,
      unrated: sums.unrated + unrated,
    }),
    nothing,
  );

/** The sums of all pieces, of each date, of each student, and of what belongs to no student. */
export const sumsBy = (pieces: readonly Piece[]) => {
  const ofStudents = Map.groupBy(pieces, ({ studentId }) => studentId);
  return {
    figures: sumsOf(pieces),
    days: [...Map.groupBy(pieces, ({ date }) => date)]
      .map(([date, own]) => ({ date, sums: sumsOf(own) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    students: [...ofStudents].flatMap(([studentId, own]) =>
      studentId === null ? [] : { studentId, sums: sumsOf(own) },
    ),
    other: sumsOf(ofStudents.get(null) ?? []),
  };
};

/** A drive between two stops, or between one and home. */
export type Leg = {
  /** Whose stops it joins: null for an appointment's. Home is none of them. */
  readonly stops: readonly (string | null)[];
  readonly minutes: number;
  /** Tenths of the unit; null: the distance is not known. */
  readonly tenths: number | null;
};

/** A drive as pieces: half for each of its stops, all of it where the other end is home. @param rate thousandths for each unit */
export const piecesOfLeg = (date: IsoDate, { stops, minutes, tenths }: Leg, rate: number): Piece[] => {
  const owners = stops.length === 0 ? [null] : stops;
  return owners.map((studentId) => ({
    date,
    studentId,
    driving: minutes / owners.length,
    cost: ((tenths ?? 0) * rate) / owners.length,
  }));
};

/** A wait as pieces: half for each of the stops around it. */
export const piecesOfWait = (date: IsoDate, stops: readonly [string | null, string | null], minutes: number): Piece[] =>
  stops.map((studentId) => ({ date, studentId, waiting: minutes / 2 }));

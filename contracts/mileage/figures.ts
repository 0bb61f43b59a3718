import type { IsoDate } from '../calendar/dates.ts';
import { decimalsOf } from '../money/money.ts';
import { rateOn, type DistanceUnit, type MileageRate } from './rates.ts';

export const driveKinds = ['business', 'home', 'other'] as const;
export type DriveKind = (typeof driveKinds)[number];

export const placeKinds = ['home', 'student', 'other'] as const;
type PlaceKind = (typeof placeKinds)[number];

/** What a drive between two places is: of an appointment, from or to home, or between lessons. */
export const kindOf = (from: PlaceKind, to: PlaceKind): DriveKind => {
  if (from === 'other' || to === 'other') return 'other';
  return from === 'home' || to === 'home' ? 'home' : 'business';
};

const kilometersPerMile = 1.609344;

/** Tenths of one unit in tenths of another. */
export const tenthsIn = (tenths: number, from: DistanceUnit, to: DistanceUnit): number => {
  if (from === to) return tenths;
  return Math.round(from === 'mi' ? tenths * kilometersPerMile : tenths / kilometersPerMile);
};

/** A drive as a maps service measures it, in tenths of a unit; null: it is not known. */
export const measuredTenths = (miles: number | null, unit: DistanceUnit): number | null =>
  miles === null ? null : tenthsIn(Math.round(miles * 10), 'mi', unit);

/** What figures need of a leg: its distance in tenths of the studio's unit. */
export type CountedLeg = {
  readonly date: IsoDate;
  readonly tenths: number | null;
  readonly kind: DriveKind;
  readonly exact: boolean;
};

/** A part of a leg at one rate; `tenThousandths` is its amount, which has four decimals. */
type RatedPart = {
  readonly tenths: number;
  readonly rate: number;
  readonly from: IsoDate;
  readonly tenThousandths: number;
};

/** Rates have three decimals at most. */
export const thousandths = (rate: number): number => Math.round(rate * 1000);

/** An amount in ten thousandths, rounded half up to the decimals of a currency. */
export const rounded = (tenThousandths: number, currency: string): number => {
  const decimals = Math.min(decimalsOf(currency), 4);
  const one = 10 ** (4 - decimals);
  return Math.floor((tenThousandths + one / 2) / one) / 10 ** decimals;
};

export type RatedLeg<Leg> = {
  readonly leg: Leg;
  readonly counts: boolean;
  /** None where no rate is known, or where the leg does not count. */
  readonly parts: readonly RatedPart[];
};

/** Whether a leg counts as business. */
const countsAsBusiness = (kind: DriveKind, homeDrivesCount: boolean): boolean =>
  kind === 'business' || (kind === 'home' && homeDrivesCount);

/** The legs of one teacher's tax year, in the order of their driving, each with what it counts for. */
export const ratedLegs = <Leg extends CountedLeg>(
  legs: readonly Leg[],
  { rates, homeDrivesCount }: { readonly rates: readonly MileageRate[]; readonly homeDrivesCount: boolean },
): RatedLeg<Leg>[] => {
  let before = 0;
  return legs.map((leg) => {
    const counts = countsAsBusiness(leg.kind, homeDrivesCount);
    if (!counts || leg.tenths === null) return { leg, counts, parts: [] };
    const row = rateOn(rates, leg.date);
    const left = row?.above ? Math.max(0, row.above.distance * 10 - before) : leg.tenths;
    before += leg.tenths;
    if (!row) return { leg, counts, parts: [] };
    const below = Math.min(leg.tenths, left);
    const pieces = [
      { tenths: below, rate: row.rate },
      { tenths: leg.tenths - below, rate: row.above?.rate ?? row.rate },
    ];
    const parts = pieces
      .filter(({ tenths }) => tenths > 0)
      .map((piece) => ({ ...piece, from: row.from, tenThousandths: piece.tenths * thousandths(piece.rate) }));
    return { leg, counts, parts };
  });
};

type RateSum = {
  readonly from: IsoDate;
  readonly rate: number;
  readonly distance: number;
  readonly amount: number;
};

/** What was driven at each rate: its tenths summed, multiplied and rounded once. */
const rateSums = (rated: readonly RatedLeg<CountedLeg>[], currency: string): RateSum[] => {
  const sums = new Map<string, { from: IsoDate; rate: number; tenths: number; tenThousandths: number }>();
  for (const { from, rate, tenths, tenThousandths } of rated.flatMap(({ parts }) => parts)) {
    const name = `${from} ${rate}`;
    const sum = sums.get(name) ?? { from, rate, tenths: 0, tenThousandths: 0 };
    sum.tenths += tenths;
    sum.tenThousandths += tenThousandths;
    sums.set(name, sum);
  }
  return [...sums.values()].map(({ from, rate, tenths, tenThousandths }) => ({
    from,
    rate,
    distance: tenths / 10,
    amount: rounded(tenThousandths, currency),
  }));
};

type Figures = {
  readonly driven: number;
  readonly business: number;
  readonly commuting: number;
  readonly other: number;
  readonly unknown: number;
  readonly estimated: number;
  readonly amount: number;
};

/** A sum of amounts, exact in the decimals of its currency. */
const amountsSum = (amounts: readonly number[], currency: string): number => {
  const one = 10 ** Math.min(decimalsOf(currency), 4);
  return amounts.reduce((sum, amount) => sum + Math.round(amount * one), 0) / one;
};

/** The figures of a tax year. Legs of unknown distance are in no sum. */
export const mileageFigures = (
  rated: readonly RatedLeg<CountedLeg>[],
  currency: string,
): { readonly figures: Figures; readonly rates: RateSum[] } => {
  const distance = (matches: (one: RatedLeg<CountedLeg>) => boolean): number =>
    rated.filter(matches).reduce((sum, { leg }) => sum + (leg.tenths ?? 0), 0) / 10;
  const rates = rateSums(rated, currency);
  return {
    figures: {
      driven: distance(() => true),
      business: distance(({ counts }) => counts),
      commuting: distance(({ counts, leg }) => !counts && leg.kind === 'home'),
      other: distance(({ leg }) => leg.kind === 'other'),
      unknown: rated.filter(({ leg }) => leg.tenths === null).length,
      estimated: rated.filter(({ leg }) => leg.tenths !== null && !leg.exact).length,
      amount: amountsSum(
        rates.map(({ amount }) => amount),
        currency,
      ),
    },
    rates,
  };
};

import type { IsoDate } from '../calendar/dates.ts';

export const countries = ['US', 'GB', 'DE', 'other'] as const;
export type Country = (typeof countries)[number];

export const distanceUnits = ['mi', 'km'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

/** What a mile or a kilometer counts for from a date on; above a distance of a tax year it may be less. */
export type MileageRate = {
  readonly from: IsoDate;
  readonly rate: number;
  readonly above: { readonly distance: number; readonly rate: number } | null;
  readonly source: string | null;
};

/** How a studio keeps its drives. */
export type MileageSetting = {
  /** The first date whose drives are kept. */
  readonly from: IsoDate;
  readonly country: Country;
  readonly unit: DistanceUnit;
  /** The studio's own rates, in its currency. */
  readonly rates: readonly MileageRate[];
};

type CountryRates = {
  readonly unit: DistanceUnit;
  readonly currency: string;
  /** Whether drives from and to home count as business where the teacher has not decided. */
  readonly homeDrivesCount: boolean;
  readonly rates: readonly MileageRate[];
};

const tenThousand = (rate: number) => ({ distance: 10_000, rate });

/** The rates of each country. docs/mileage-rates.md has the source of each with the day of reading. */
const countryRates: Readonly<Record<Exclude<Country, 'other'>, CountryRates>> = {
  US: {
    unit: 'mi',
    currency: 'USD',
    homeDrivesCount: false,
    rates: [
      { from: '2025-01-01', rate: 0.7, above: null, source: 'IRS, IR-2024-312' },
      { from: '2026-01-01', rate: 0.725, above: null, source: 'IRS, IR-2025-128' },
    ],
  },
  GB: {
    unit: 'mi',
    currency: 'GBP',
    homeDrivesCount: false,
    rates: [
      { from: '2025-04-06', rate: 0.45, above: tenThousand(0.25), source: 'HMRC, mileage allowance 2025 to 2026' },
      { from: '2026-04-06', rate: 0.55, above: tenThousand(0.25), source: 'HMRC, mileage allowance 2026 to 2027' },
    ],
  },
  DE: {
    unit: 'km',
    currency: 'EUR',
    homeDrivesCount: true,
    rates: [{ from: '2014-01-01', rate: 0.3, above: null, source: 'BRKG § 5 (1) with EStG § 9 (1) no. 4a' }],
  },
};

/** The unit of a country's rates; null: the studio chooses. */
export const unitOf = (country: Country): DistanceUnit | null =>
  country === 'other' ? null : countryRates[country].unit;

/** Whether drives from and to home count as business in a country unless the teacher says otherwise. */
export const homeCountsIn = (country: Country): boolean => country !== 'other' && countryRates[country].homeDrivesCount;

/** The rates of a studio, by date: an own rate replaces the built-in one of the same date. */
export const ratesOf = ({ country, rates }: MileageSetting, currency: string): MileageRate[] => {
  const builtIn = country !== 'other' && countryRates[country].currency === currency ? countryRates[country].rates : [];
  const byDate = new Map([...builtIn, ...rates].map((rate) => [rate.from, rate]));
  return [...byDate.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
};

/** The rate of a date among those in the order of their dates. */
export const rateOn = (rates: readonly MileageRate[], date: IsoDate): MileageRate | null =>
  rates.findLast(({ from }) => from <= date) ?? null;

/** The first and the last date of a tax year, by the calendar year in which it begins. */
export const taxYear = (country: Country, year: number): { readonly from: IsoDate; readonly to: IsoDate } =>
  country === 'GB'
    ? { from: `${year}-04-06`, to: `${year + 1}-04-05` }
    : { from: `${year}-01-01`, to: `${year}-12-31` };

/** The calendar year in which the tax year of a date begins. */
export const taxYearOf = (country: Country, date: IsoDate): number => {
  const year = Number(date.slice(0, 4));
  return date < taxYear(country, year).from ? year - 1 : year;
};

/** What is said where a year has no rate of its own, or none at all; null where it has one. */
export const rateNotice = (setting: MileageSetting, currency: string, year: number): string | null => {
  const rates = ratesOf(setting, currency);
  const newest = rates.at(-1);
  if (!newest) return `Enter a rate in ${currency}.`;
  // Germany's rate is valid until its law changes; the others are set for one year.
  if (setting.country === 'DE' || setting.country === 'other') return null;
  const last = taxYearOf(setting.country, newest.from);
  return last < year ? `No rate of ${year} is known yet: that of ${last} is used.` : null;
};

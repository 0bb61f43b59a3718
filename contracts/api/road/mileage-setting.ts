import { z } from 'zod';
import { countries, distanceUnits, unitOf } from '../../mileage/rates.ts';
import { clearableLine, dateText } from '../shapes.ts';

/** How a studio keeps its drives, as answers have it. */
export const mileage = z.object({
  /** The first date whose drives are kept. */
  from: z.string(),
  country: z.enum(countries),
  unit: z.enum(distanceUnits),
  /** The studio’s own rates, in its currency. One replaces the built-in rate of the same date. */
  rates: z.array(
    z.object({
      from: z.string(),
      rate: z.number(),
      /** What counts above a distance of a tax year. */
      above: z.object({ distance: z.number(), rate: z.number() }).nullable(),
      source: z.string().nullable(),
    }),
  ),
});

const mostRates = 50;
const rateError = 'A rate must be a number from 0 to 1,000 with at most three decimals.';
const rate = z
  .number(rateError)
  .min(0, rateError)
  .max(1000, rateError)
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, rateError);

const distanceError = 'The distance must be a whole number from 1 to 1,000,000.';
const distance = z.int(distanceError).min(1, distanceError).max(1_000_000, distanceError);

const ownRate = z.strictObject({
  from: dateText,
  rate,
  above: z.strictObject({ distance, rate }).nullable().default(null),
  source: clearableLine(200).transform((text) => text ?? null),
});

const unitError = 'The unit must be mi or km.';

/** The same as it is set. The unit of a country is the one of its rates. */
export const mileageChange = z
  .strictObject({
    from: dateText,
    country: z.enum(countries, 'The country must be US, GB, DE or other.'),
    unit: z.enum(distanceUnits, unitError).nullish(),
    rates: z.array(ownRate).max(mostRates, `At most ${mostRates} own rates can be entered.`).default([]),
  })
  .superRefine(({ country, unit, rates }, context) => {
    const own = unitOf(country);
    if (own === null && (unit ?? null) === null)
      context.addIssue({ code: 'custom', path: ['unit'], message: 'Choose miles or kilometers.' });
    if (own !== null && (unit ?? own) !== own)
      context.addIssue({
        code: 'custom',
        path: ['unit'],
        message: `The rates of this country are by the ${own === 'mi' ? 'mile' : 'kilometer'}.`,
      });
    if (new Set(rates.map(({ from }) => from)).size < rates.length)
      context.addIssue({ code: 'custom', path: ['rates'], message: 'Two rates begin on the same date.' });
  })
  .transform(({ unit, ...rest }) => ({ ...rest, unit: unitOf(rest.country) ?? unit ?? ('mi' as const) }));

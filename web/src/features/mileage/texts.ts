import type { MileageDay } from '@rondo/contracts/api/road/mileage.ts';
import { placeText } from '@rondo/contracts/mileage/words.ts';
import { streetOf } from '../../lib/address.ts';
import type { DistanceUnit } from '@rondo/contracts/mileage/rates.ts';

/** "2,208.3". */
export const distanceNumber = (distance: number): string =>
  distance.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "2,208.3 mi". */
export const distanceText = (distance: number, unit: DistanceUnit): string =>
  `${distanceNumber(distance)}\u00a0${unit}`;

/** "$0.725 a mile". */
export const rateText = (rate: number, currency: string, unit: DistanceUnit): string => {
  const amount = rate.toLocaleString('en-US', { style: 'currency', currency, maximumFractionDigits: 3 });
  return `${amount} a ${unit === 'mi' ? 'mile' : 'kilometer'}`;
};

/** Tenths of what is typed: at most 999.9 with one decimal; null for anything else. */
export const tenthsOf = (text: string): number | null => {
  if (!/^\d{1,3}(\.\d)?$/.test(text.trim())) return null;
  return Math.round(Number(text) * 10);
};

type Leg = Pick<MileageDay['legs'][number], 'from' | 'to'>;

/** Without its town: "4208 Avenue G". */
export const placeInLine = (place: Leg['from']): string =>
  placeText({ ...place, address: streetOf({ address: place.address, city: null, zipCode: null }) });

/** "Home to 4208 Avenue G". */
export const nameOfDrive = ({ from, to }: Leg): string => `${placeInLine(from)} to ${placeInLine(to)}`;

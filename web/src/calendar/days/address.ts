import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { streetOf } from '../../lib/address.ts';

export type PostalPlace = {
  readonly address: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};

/** The whole address in one line: city and ZIP code are added unless the address already contains them. */
export const fullAddress = ({ address, city, zipCode }: PostalPlace): string | null => {
  if (address === null || address.trim() === '') return null;
  const missing = [city, zipCode].filter(
    (part) => part !== null && part !== '' && !address.toLowerCase().includes(part.toLowerCase()),
  );
  return [address.trim(), ...missing].join(', ');
};

/** Where an entry takes place: its own address, else the student's. */
export const lessonAddress = ({
  customAddress,
  student,
}: Pick<CalendarLesson, 'customAddress' | 'student'>): string | null =>
  customAddress ?? (student ? fullAddress(student) : null);

/** "4208 Avenue G". */
export const streetIn = (address: string): string => streetOf({ address, city: null, zipCode: null });

/** "4208 Avenue G, 78751": enough to recognize a place; the ZIP code is there if the address has one. */
export const streetAndZip = (address: string): string => {
  const zip = /\b(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1];
  return zip === undefined ? streetIn(address) : `${streetIn(address)}, ${zip}`;
};

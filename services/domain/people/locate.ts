import type { Location } from '@rondo/contracts/events/fields.ts';
import { listPlacedAt, listStudents } from '@rondo/projections/students/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { Services } from '../../platform/kit/services.ts';
import { formatAddress, mapAddress, normalizeAddress } from '../../platform/maps/address.ts';
import type { Maps } from '../../platform/maps/drive-time.ts';
import type { Place } from '../../platform/maps/provider.ts';

export type TypedAddress = {
  readonly address: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
};
export type LocatedAddress = TypedAddress & { readonly location: Location | null };

/**
 * Geocodes an address and fills in a missing city and ZIP code. An address that cannot be geocoded stays as entered: drives to it count 15
 * minutes until it is corrected.
 */
export const locate = async (maps: Maps, typed: TypedAddress): Promise<LocatedAddress> => {
  const sought = mapAddress(typed) ?? formatAddress(typed);
  if (sought === '') return { ...typed, location: null };
  const answer = await maps.geocode(sought);
  if (!answer.success) return { ...typed, location: null };
  const { latitude, longitude, precision, city, zipCode } = answer;
  return {
    address: typed.address,
    city: typed.city ?? (city || null),
    zipCode: typed.zipCode ?? zipCode,
    location: { latitude, longitude, precision },
  };
};

/** More homes do not make suggestions better, only slower. */
const homesAtMost = 8;

/** Where a studio's teachers live, those who came first; without any who is located, where students live. */
export const homesOf = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<Location[]> => {
  const located = (rows: readonly { readonly details: { readonly location: Location | null } }[]): Location[] =>
    rows.flatMap(({ details }) => details.location ?? []).slice(0, homesAtMost);
  const teachers = located(await listTeachers(teachersModel.read(models), studioId));
  return teachers.length > 0 ? teachers : located(await listStudents(studentsModel.read(models), studioId));
};

type AddressChanges = { readonly [Field in keyof TypedAddress]?: TypedAddress[Field] | undefined };

/**
 * The city, ZIP code and location that a change of the address leads to: a new address is geocoded again, and its city and ZIP code follow it
 * unless they were typed. Nothing when the address stays the same.
 */
export const relocated = async (
  maps: Maps,
  changes: AddressChanges,
  present: () => Promise<TypedAddress>,
): Promise<Partial<Omit<LocatedAddress, 'address'>>> => {
  if (changes.address === undefined && changes.city === undefined && changes.zipCode === undefined) return {};
  const before = await present();
  const { address = before.address } = changes;
  const isSame = address === before.address;
  const city = changes.city === undefined && isSame ? before.city : (changes.city ?? null);
  const zipCode = changes.zipCode === undefined && isSame ? before.zipCode : (changes.zipCode ?? null);
  if (isSame && city === before.city && zipCode === before.zipCode) return {};
  const { address: _, ...located } = await locate(maps, { address, city, zipCode });
  return located;
};

/**
 * Where a studio's student with this address lives, if that is known exactly: a drive between addresses ends where the user has placed the
 * student, as the drives of the calendar do. Null for any other address.
 */
export const placedStudent = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  address: string,
): Promise<Place | null> => {
  const sought = normalizeAddress(address);
  const found = (await listPlacedAt(studentsModel.read(models), studioId, address.trim())).find(
    (details) => normalizeAddress(formatAddress(details)) === sought,
  );
  return found?.location ? { ...found.location, address, zipCode: found.zipCode } : null;
};

import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { inquiriesModel } from '@rondo/projections/inquiries/project.ts';
import { inquiriesOn } from '@rondo/projections/inquiries/queries.ts';
import { formatAddress } from '../../../platform/maps/address.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { isHold } from '../questions/held.ts';
import { holdRows, type HoldRow } from '../questions/holds.ts';
import type { ScheduleState } from '../state.ts';

/** Whom times are held for, by the id of the question: a schedule names questions by their ids alone. */
export type HoldFamilies = ReadonlyMap<string, HoldFamily>;
type HoldFamily = {
  /** The first name that the question came with. */
  readonly firstName: string;
  readonly address: string;
};

/**
 * The families that schedules hold times for on a day, and those for whom a time may be held before what is asked with them is decided. Reads
 * nothing where no time is held and no question form is on.
 */
export const holdFamilies = async (
  { models, settingsOf }: Pick<Services, 'models' | 'settingsOf'>,
  studioId: string,
  schedules: Iterable<{ readonly state: Pick<ScheduleState, 'holds'> }>,
  today: IsoDate,
): Promise<HoldFamilies> => {
  const isHolding = [...schedules].some(({ state }) => holdRows(state, today).length > 0);
  const { settings } = await settingsOf(studioId);
  const rows =
    isHolding || settings.askForm !== null ? await inquiriesOn(inquiriesModel.read(models), studioId, today) : [];
  return new Map(
    rows.map(({ inquiry_id, first_name: firstName, address, zip_code: zipCode }) => [
      inquiry_id,
      { firstName, address: formatAddress({ address, city: null, zipCode }) },
    ]),
  );
};

/** The same rows, held times where their families live. */
export const placedAtFamilies = <Row extends Lesson>(families: HoldFamilies, rows: readonly Row[]): Row[] =>
  rows.map((row) => {
    const family = isHold(row) ? families.get(row.inquiryId) : undefined;
    return family ? { ...row, customAddress: family.address } : row;
  });

/** The weekly times that a schedule holds on a day, where their families live. */
export const holdsAtFamilies = async (
  services: Pick<Services, 'models' | 'settingsOf'>,
  studioId: string,
  state: Pick<ScheduleState, 'holds'>,
  today: IsoDate,
): Promise<HoldRow[]> => {
  const rows = holdRows(state, today);
  return rows.length === 0 ? rows : placedAtFamilies(await holdFamilies(services, studioId, [{ state }], today), rows);
};

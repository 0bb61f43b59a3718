import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { inquiriesModel } from '@rondo/projections/inquiries/project.ts';
import { inquiriesOn } from '@rondo/projections/inquiries/queries.ts';
import { formatAddress } from '../../../platform/maps/address.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { isHold } from '../questions/held.ts';
import { holdRows } from '../questions/holds.ts';
import type { ScheduleState } from '../state.ts';

/** Whom times are held for. A schedule names questions by their ids alone. */
export type HoldFamilies = {
  /** The first name that a question came with. */
  readonly nameOf: (inquiryId: string) => string | undefined;
  /** The same rows, held times where their families live. */
  readonly placed: <Row extends Lesson>(rows: readonly Row[]) => Row[];
};

/** The families that schedules hold times for on a day. Reads nothing where no time is held. */
export const holdFamilies = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  schedules: Iterable<{ readonly state: Pick<ScheduleState, 'holds'> }>,
  today: IsoDate,
): Promise<HoldFamilies> => {
  const isHolding = [...schedules].some(({ state }) => holdRows(state, today).length > 0);
  const rows = isHolding ? await inquiriesOn(inquiriesModel.read(models), studioId, today) : [];
  const byId = new Map(rows.map((row) => [row.inquiry_id, row]));
  return {
    nameOf: (inquiryId) => byId.get(inquiryId)?.first_name,
    placed: (all) =>
      all.map((row) => {
        const family = isHold(row) ? byId.get(row.inquiryId) : undefined;
        if (!family) return row;
        const { address, zip_code: zipCode } = family;
        return { ...row, customAddress: formatAddress({ address, city: null, zipCode }) };
      }),
  };
};

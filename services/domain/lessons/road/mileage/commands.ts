import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { correctDay, stateYear } from '@rondo/contracts/api/road/mileage.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { DayEvent, dayEvents, DrivenLeg } from '@rondo/contracts/events/schedule/day.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../../platform/commands/command-handler.ts';
import { InvalidInput, RuleBroken, StaleRevision } from '../../../../platform/kit/errors.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { studioNow } from '../../../studio/clock.ts';
import { catchUp, type RoadServices } from '../commands.ts';
import { dayStream, drivesIn, yearName, yearNote, type DayState } from '../state.ts';
import { notedRows } from '../stops.ts';
import { lastOver } from './nights.ts';
import { mileageIn, refuseUnknownTeacher } from './year.ts';

type Done = Executed<typeof dayEvents>;
type Correction = RequestOf<typeof correctDay>;

/** What is known of a leg between two places besides what is typed. */
const knownOf = (legs: readonly DrivenLeg[], { from, to, tenths }: Correction['body']['legs'][number]) => {
  const known = legs.find(
    (leg) => leg.from.id === from.id && leg.from.kind === from.kind && leg.to.id === to.id && leg.to.kind === to.kind,
  );
  const { minutes = null, lessonId = null } = known ?? {};
  // A distance that is typed is exact; one that stays is as it was.
  return { minutes, lessonId, exact: known?.tenths === tenths ? known.exact : true };
};

/** Corrects the drives of a date. @throws NotFound, RuleBroken, StaleRevision */
export const correct = async (
  services: RoadServices,
  command: CommandContext,
  { params: { teacherId, date }, body }: Correction,
): Promise<Done> => {
  const { studioId } = command;
  await refuseUnknownTeacher(services, studioId, teacherId);
  const { unit, from } = mileageIn((await services.settingsOf(studioId)).settings);
  if (date > lastOver(await studioNow(services, studioId))) throw new RuleBroken('This day is not closed yet.');
  await catchUp(services);
  const isKept = date >= from && (await notedRows(services, studioId, { teacherId, date })).listed.some(isStop);
  const decide = (state: DayState): DayEvent[] => {
    const now = drivesIn(state, date);
    if (!now && isKept) throw new RuleBroken('This day is not closed yet.');
    if (body.revision !== undefined && body.revision !== String(now?.revision))
      throw new StaleRevision(changedElsewhere('day'));
    const before = now?.drives.data;
    const legs = body.legs.map((leg) => ({ ...leg, ...knownOf(before?.legs ?? [], leg) }));
    const data = { date, unit, legs, reason: body.reason };
    return isDeepStrictEqual(before, data) ? [] : [{ type: 'LegsCorrected', data }];
  };
  return services.handlers.day.execute(dayStream(studioId, teacherId), command, { input: { date, ...body }, decide });
};

/** What a teacher says of a tax year. @throws NotFound, RuleBroken, InvalidInput */
export const state = async (
  services: RoadServices,
  command: CommandContext,
  { params: { teacherId, year }, body }: RequestOf<typeof stateYear>,
): Promise<Done> => {
  const { studioId } = command;
  await refuseUnknownTeacher(services, studioId, teacherId);
  mileageIn((await services.settingsOf(studioId)).settings);
  const decide = ({ days }: DayState): DayEvent[] => {
    const note = days.get(yearName(year))?.get(yearNote);
    const nothing = { year, homeDrivesCount: null, odometerStart: null, odometerEnd: null };
    const before = note?.type === 'MileageYearStated' ? note.data : nothing;
    const data = {
      year,
      homeDrivesCount: body.homeDrivesCount === undefined ? before.homeDrivesCount : body.homeDrivesCount,
      odometerStart: body.odometerStart === undefined ? before.odometerStart : body.odometerStart,
      odometerEnd: body.odometerEnd === undefined ? before.odometerEnd : body.odometerEnd,
    };
    if (data.odometerStart !== null && data.odometerEnd !== null && data.odometerEnd < data.odometerStart)
      throw new InvalidInput('The odometer cannot show less at the end of the year than at its start.');
    return isDeepStrictEqual(before, data) ? [] : [{ type: 'MileageYearStated', data }];
  };
  return services.handlers.day.execute(dayStream(studioId, teacherId), command, { input: { year, ...body }, decide });
};

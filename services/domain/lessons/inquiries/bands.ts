import { windowsOf } from '@rondo/contracts/calendar/windows.ts';
import type { AskForm } from '@rondo/contracts/people/ask-form.ts';
import type { Band, Question } from '@rondo/contracts/events/schedule/inquiry.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import { studioNow } from '../../studio/clock.ts';
import { bandsIn } from '../slots/bands.ts';
import { newLesson } from '../slots/fits-api.ts';
import { fitDaysWith, type FitDays } from '../slots/fitting.ts';
import type { FindingServices, Standing } from '../slots/surroundings.ts';

// What a family that no one knows is shown must not tell where anyone lives: everyone counts as being in the middle of their ZIP code.

const leastDrive = 10;
/** How long a search may take, in milliseconds: no teacher is looked at after it. */
const longest = 1000;

const zipOf = (stop: Stop): string => {
  const zipCode = stop !== null && 'zipCode' in stop ? stop.zipCode : null;
  return /\d{5}/.exec(zipCode ?? '')?.[0] ?? '';
};

/** Puts stops into the middle of their ZIP codes; one whose ZIP code is not known has no place. */
const zipCentres = (services: Pick<FindingServices, 'maps'>, studioId: string): Standing => ({
  least: leastDrive,
  at: async (stops) => {
    const { locate } = services.maps.mapsFor(studioId);
    const centres = await locate(stops.map(zipOf).filter((zip) => zip !== ''));
    return (stop) => centres.get(zipOf(stop)) ?? null;
  },
});

/** The hours in which lessons could begin, by ZIP codes alone; none where the family's is not known, or the search takes too long. */
export const bandsFor = async (
  services: FindingServices,
  studioId: string,
  { teacherIds }: Pick<AskForm, 'teacherIds'>,
  { zipCode, lessonDuration, availability }: Pick<Question, 'zipCode' | 'lessonDuration' | 'availability'>,
): Promise<Band[]> => {
  const zip = /^\s*(\d{5})(-\d{4})?\s*$/.exec(zipCode)?.[1];
  if (zip === undefined) return [];
  const located = (await services.maps.mapsFor(studioId).locate([zip])).get(zip);
  if (!located || located.precision === null || located.zipCode !== zip) return [];
  const [teachers, { today }] = await Promise.all([
    listTeachers(teachersModel.read(services.models), studioId),
    studioNow(services, studioId),
  ]);
  const lesson = { ...newLesson(lessonDuration, today), customAddress: zip };
  const standing = zipCentres(services, studioId);
  const there = teachers.filter(({ teacher_id }) => teacherIds.includes(teacher_id));
  const began = services.now();
  const days: FitDays[] = [];
  for (const { teacher_id: teacherId } of there) {
    // The hours of some teachers would tell how busy the server is.
    if (services.now() - began > longest) return [];
    days.push(await fitDaysWith(services, studioId, { teacherId, lesson, availability: [] }, standing));
  }
  return bandsIn(days, windowsOf(availability.map((window) => ({ ...window, enabled: true }))));
};

import type { Fits } from '@rondo/contracts/api/fits.ts';
import type { Inquiry } from '@rondo/contracts/events/schedule/inquiry.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { formatAddress } from '../../../platform/maps/address.ts';
import { locate } from '../../people/locate.ts';
import type { HoldRow } from '../../schedule/questions/holds.ts';
import { studioNow } from '../../studio/clock.ts';
import { fitsFor, newLesson } from '../slots/fits-api.ts';
import type { FindingServices } from '../slots/surroundings.ts';

/** With fewer free times than this, those that need another family to move are listed too. */
const enoughTimes = 3;

/** Where the family lives: at its street, or where that is not known at its ZIP code; null: the map knows neither. */
const placeOf = async (
  services: FindingServices,
  studioId: string,
  { address, zipCode }: Inquiry,
): Promise<string | null> => {
  const maps = services.maps.mapsFor(studioId);
  for (const typed of [
    { address, city: null, zipCode },
    { address: null, city: null, zipCode },
  ])
    if ((await locate(maps, typed)).location !== null) return formatAddress(typed);
  return null;
};

/** The lesson that a family asks about: what is held for it is free for it. */
const timeFor = ({ inquiryId }: Inquiry, lesson: WeeklyLesson): HoldRow => ({ ...lesson, inquiryId });

/** Exact weekly times for the lesson that a family asked about, with the teachers of the form; all teachers while it is off. */
export const timesFor = async (services: FindingServices, studioId: string, inquiry: Inquiry): Promise<Fits> => {
  const [place, teachers, students, { today }, { settings }] = await Promise.all([
    placeOf(services, studioId, inquiry),
    listTeachers(teachersModel.read(services.models), studioId),
    listStudents(studentsModel.read(services.models), studioId),
    studioNow(services, studioId),
    services.settingsOf(studioId),
  ]);
  if (place === null)
    return { times: [], others: [], message: 'The map knows neither the street nor the ZIP code of this family.' };
  const of = settings.askForm?.teacherIds;
  const { times, others, message } = await fitsFor(services, studioId, {
    teachers: of === undefined ? teachers : teachers.filter(({ teacher_id }) => of.includes(teacher_id)),
    students: new Map(students.map((row) => [row.student_id, row])),
    lesson: timeFor(inquiry, { ...newLesson(inquiry.lessonDuration, today), customAddress: place }),
    present: null,
    availability: inquiry.availability.map((window) => ({ ...window, enabled: true, isPreferred: false, id: '' })),
    who: 'this family',
  });
  return { times, others: times.length < enoughTimes ? others : [], message };
};

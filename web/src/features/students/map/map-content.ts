import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { shortAddress } from '../../../lib/address.ts';
import type { MapPoint, StudentShape } from '../../../map/model.ts';
import { nameOf, type StudentRow } from '../roster.ts';

const shapes = ['circle', 'square', 'triangle'] as const;

/** The teachers by the shape of their students' signs: from the third on they share one. */
export type Legend = readonly { readonly shape: StudentShape; readonly text: string }[];

type Located = { readonly latitude: number | null; readonly longitude: number | null };

const placeOf = ({ latitude, longitude }: Located) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

const shapeOf = (teacherId: string | undefined, teachers: readonly Teacher[]): StudentShape => {
  if (teacherId === undefined) return 'nobody';
  const index = teachers.findIndex(({ id }) => id === teacherId);
  return shapes[Math.min(index, shapes.length - 1)] ?? 'circle';
};

/** "Dana Whitfield, Tue 4:25 PM, 45 min". */
export const lessonWords = ({ student, teachers, lesson }: StudentRow): string =>
  [
    teachers.length > 0 ? teachers.map(({ name }) => name).join(' and ') : 'No teacher assigned',
    lesson?.when ?? 'not scheduled',
    `${student.lessonDuration} min`,
  ].join(', ');

/** Homes of teachers with students on the map, and the students; a student belongs to the preferred teacher. */
export const studentPoints = (
  rows: readonly StudentRow[],
  teachers: readonly Teacher[],
  selected: ReadonlySet<string>,
): MapPoint[] => {
  const teaching = new Set(rows.map((row) => row.teachers[0]?.id));
  const homes = teachers.flatMap((teacher): MapPoint[] => {
    const place = teaching.has(teacher.id) ? placeOf(teacher) : null;
    const mark = { kind: 'home' as const, of: shapeOf(teacher.id, teachers) };
    return place ? [{ id: `home ${teacher.id}`, place, mark, name: '', title: `${teacher.name}’s home` }] : [];
  });
  const students = rows.flatMap((row): MapPoint[] => {
    const place = placeOf(row.student);
    if (!place) return [];
    const { id, firstName } = row.student;
    const shape = shapeOf(row.teachers[0]?.id, teachers);
    return [
      {
        id,
        place,
        mark: { kind: 'student', shape, selected: selected.has(id) },
        name: firstName || nameOf(row.student),
        title: `${nameOf(row.student)}, ${shortAddress(row.student)}`,
      },
    ];
  });
  return [...homes, ...students];
};

/** What the shapes on the map mean. */
export const legendOf = (rows: readonly StudentRow[], teachers: readonly Teacher[]): Legend => {
  const located = rows.filter(({ student }) => placeOf(student) !== null);
  const taught = teachers.filter(({ id }) => located.some((row) => row.teachers[0]?.id === id));
  const lines = shapes.flatMap((shape) => {
    const own = taught.filter(({ id }) => shapeOf(id, teachers) === shape);
    const [first] = own;
    if (!first) return [];
    return [{ shape, text: own.length === 1 ? first.name : `${own.length} other teachers` }];
  });
  return located.some((row) => row.teachers.length === 0) ? [...lines, { shape: 'nobody', text: 'No teacher' }] : lines;
};

/** The selection after a click on a student: alone, or added to the others and taken out of them. */
export const selectedAfter = (selected: ReadonlySet<string>, id: string, add: boolean): ReadonlySet<string> => {
  if (!add) return new Set([id]);
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** What the map cannot show, as sentences. */
export const mapNotes = (rows: readonly StudentRow[]): string[] => {
  const missing = rows.filter(({ student }) => placeOf(student) === null);
  const approximate = rows.filter(
    ({ student }) => placeOf(student) !== null && student.locationPrecision !== 'exact',
  ).length;
  return [
    ...(approximate > 0 ? ['Locations known by ZIP code are approximate.'] : []),
    ...(missing.length > 3 ? [`${missing.length} students could not be located.`] : []),
    ...(missing.length > 0 && missing.length <= 3
      ? [`Not on the map: ${missing.map(({ student }) => nameOf(student)).join(', ')}.`]
      : []),
  ];
};

import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { shortAddress } from '../../../lib/address.ts';
import { initialsOf } from '../../../lib/people.ts';
import { listedNames } from '../../../lib/texts.ts';
import type { MapPoint, TeacherSign } from '../../../map/model.ts';
import { nameOf, type StudentRow } from '../roster.ts';

/** The teachers of the students on the map; null for students without a teacher. */
export type Legend = readonly { readonly of: TeacherSign | null; readonly text: string }[];

type Located = { readonly latitude: number | null; readonly longitude: number | null };

const placeOf = ({ latitude, longitude }: Located) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

const signOf = (teacherId: string | undefined, teachers: readonly Teacher[]): TeacherSign | null => {
  const index = teachers.findIndex(({ id }) => id === teacherId);
  const teacher = teachers[index];
  if (!teacher) return null;
  const names = teachers.map(({ name }) => name.trim());
  return { color: index, initials: initialsOf(teacher.name.trim(), index, names) };
};

/** So many students whose places are not known exactly are one mark: side by side they would look like addresses. */
const clusterFrom = 4;

type Cluster = { readonly id: string; readonly area: string; readonly rows: readonly StudentRow[] };

/** Students of the same ZIP code or city, of whom no more is known. */
export const clustersOf = (rows: readonly StudentRow[]): readonly Cluster[] => {
  const approximate = rows.filter(({ student }) => placeOf(student) !== null && student.locationPrecision !== 'exact');
  const areas = Map.groupBy(
    approximate,
    ({ student: { locationPrecision, zipCode, city } }) => (locationPrecision === 'zip' ? zipCode : city) ?? '',
  );
  return [...areas].flatMap(([area, own]) =>
    own.length < clusterFrom || area === '' ? [] : [{ id: `area ${area}`, area, rows: own }],
  );
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
    const of = signOf(teacher.id, teachers);
    const mark = { kind: 'home' as const, ...(of && { of }) };
    return place ? [{ id: `home ${teacher.id}`, place, mark, name: '', title: `${teacher.name}’s home` }] : [];
  });
  const clusters = clustersOf(rows);
  const inClusters = new Set(clusters.flatMap((cluster) => cluster.rows));
  const areas = clusters.flatMap((cluster): MapPoint[] => {
    const place = cluster.rows[0] && placeOf(cluster.rows[0].student);
    const text = `${cluster.area} · ${cluster.rows.length}`;
    const isSelected = cluster.rows.some(({ student }) => selected.has(student.id));
    const title = `${text} students: ${listedNames(cluster.rows.map(({ student }) => nameOf(student)))}`;
    return place
      ? [{ id: cluster.id, place, mark: { kind: 'cluster', text, selected: isSelected }, name: '', title }]
      : [];
  });
  const students = rows.flatMap((row): MapPoint[] => {
    const place = inClusters.has(row) ? null : placeOf(row.student);
    if (!place) return [];
    const { id, firstName, locationPrecision } = row.student;
    const of = signOf(row.teachers[0]?.id, teachers);
    return [
      {
        id,
        place,
        mark: { kind: 'student', of, selected: selected.has(id), approximate: locationPrecision !== 'exact' },
        name: firstName || nameOf(row.student),
        title: `${nameOf(row.student)}, ${shortAddress(row.student)}`,
      },
    ];
  });
  return [...homes, ...areas, ...students];
};

/** Whose students are on the map, by color and initials. */
export const legendOf = (rows: readonly StudentRow[], teachers: readonly Teacher[]): Legend => {
  const located = rows.filter(({ student }) => placeOf(student) !== null);
  const taught = teachers.filter(({ id }) => located.some((row) => row.teachers[0]?.id === id));
  const lines: Legend = taught.map(({ id, name }) => ({ of: signOf(id, teachers), text: name }));
  return located.some((row) => row.teachers.length === 0) ? [...lines, { of: null, text: 'No teacher' }] : lines;
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

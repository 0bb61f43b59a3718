import { expect } from 'vitest';
import { batchOf } from '../visitor.ts';
import { settledLists } from './checks.ts';
import type { Command, VisitedStudio } from './visited-studio.ts';

type Listed = { id: string; planned: boolean; revision: string };

const branches = (studio: VisitedStudio): Promise<Listed[]> => studio.list('/api/branches');

/** Hours of one afternoon. */
const afternoon = (studio: VisitedStudio) => {
  const dayOfWeek = studio.one([1, 2, 3, 4, 5]) ?? 1;
  return [{ dayOfWeek, startTime: '14:00', endTime: '19:00', enabled: true, isPreferred: studio.chance(0.3) }];
};

/** Something that a teacher could try, about somebody of the studio or somebody new. */
const anyChange = async (studio: VisitedStudio): Promise<object | null> => {
  const [student, teacher] = [studio.one(await studio.students()), studio.one(await studio.teachers())];
  const row = studio.one((await studio.rows()).filter(({ lessonDate }) => lessonDate === ''));
  const ofStudent: readonly (object | null)[] = student
    ? [
        { kind: 'studentHours', studentId: student.id, availability: afternoon(studio) },
        { kind: 'length', studentIds: [student.id], lessonDuration: studio.one([30, 45, 60]) },
        { kind: 'teachers', studentId: student.id, teacherIds: teacher ? [teacher.id] : [] },
        { kind: 'leaves', studentId: student.id },
      ]
    : [];
  const ofTeacher: readonly (object | null)[] = teacher
    ? [
        { kind: 'teacherHours', teacherId: teacher.id, availability: afternoon(studio) },
        { kind: 'home', teacherId: teacher.id, address: '100 Congress Ave, Austin, TX 78701' },
      ]
    : [];
  const joins = {
    kind: 'joins',
    firstName: 'Zoe',
    lastName: 'Park',
    zipCode: '78704',
    availability: afternoon(studio),
    teacherIds: teacher ? [teacher.id] : [],
  };
  const pin = row ? { kind: 'pin', lessonId: row.id, pinned: studio.chance(0.7) } : null;
  return studio.one([...ofStudent, ...ofTeacher, joins, pin]) ?? null;
};

/** Does something within branches, of which the studio may show nothing. */
const beside = async (studio: VisitedStudio, act: () => Promise<unknown>): Promise<void> => {
  const { lists: before } = await settledLists(studio);
  const reports = await studio.reports();
  await act();
  expect((await settledLists(studio)).lists, 'a branch changes nothing of the studio').toEqual(before);
  expect(await studio.reports(), 'a branch has no report in the studio').toEqual(reports);
};

const onOne = async (studio: VisitedStudio, act: (path: string, branch: Listed) => Promise<unknown>): Promise<void> => {
  const branch = studio.one(await branches(studio));
  if (branch) await beside(studio, () => act(`/api/branches/${branch.id}`, branch));
};

/** A branch with a change or two, planned, and shown as its plan answered. */
const planOne: Command = (studio) =>
  onOne(studio, async (path) => {
    const answer = await studio.call('POST', `${path}/plan`, {
      ...(studio.chance(0.4) ? { startsOn: studio.day(1, 10) } : {}),
      ...(studio.chance(0.3) ? { maxMoved: studio.one([0, 1, 2]) } : {}),
    });
    if (answer.status !== 200) return;
    const { revision: _, ...planned } = answer.json.branch;
    expect(await studio.call('GET', path).then(({ json }) => json)).toMatchObject(planned);
    expect(planned.changedSince, 'a plan is based on the studio as it is').toEqual([]);
  });

/** What somebody tries in branches. */
export const branchCommands: Readonly<Record<string, Command>> = {
  'open a branch': (studio) =>
    beside(studio, async () => {
      const from = studio.chance(0.3) ? studio.one(await branches(studio)) : undefined;
      const opened = await studio.call('POST', '/api/branches', {
        name: 'What if',
        ...(from ? { from: from.id } : {}),
      });
      if (opened.status !== 200) return;
      const change = await anyChange(studio);
      if (change) await studio.call('POST', `/api/branches/${opened.json.id}/changes`, { change });
    }),
  'change a branch': async (studio) => {
    const change = await anyChange(studio);
    if (!change) return;
    await onOne(studio, async (path) => {
      const changesNow = async (): Promise<unknown> => (await studio.call('GET', path)).json.changes;
      const before = await changesNow();
      const answer = await studio.call('POST', `${path}/changes`, { change });
      if (answer.status !== 200 || studio.chance(0.6)) return;
      const undone = await studio.visitor.post('/api/undo', { batchId: batchOf(answer) });
      expect(undone.status, undone.text).toBe(200);
      expect(await changesNow(), 'an undone change of a branch').toEqual(before);
    });
  },
  'take back a change of a branch': (studio) =>
    onOne(studio, async (path) => {
      const shown = await studio.call('GET', path);
      const change = studio.one<{ id: string }>(shown.status === 200 ? shown.json.changes : []);
      if (change) await studio.call('DELETE', `${path}/changes/${change.id}`);
    }),
  'plan a branch': planOne,
  'compare branches': (studio) =>
    onOne(studio, async (_, { id }) => {
      const answer = await studio.call('GET', `/api/branch-comparison?ids=${id}`);
      expect(answer.status, answer.text).toBe(200);
    }),
  'take over a branch': async (studio) => {
    const before = await branches(studio);
    const branch = studio.one(before.filter(({ planned }) => planned)) ?? studio.one(before);
    if (!branch) return;
    const path = `/api/branches/${branch.id}`;
    const answer = await studio.call('POST', `${path}/take-over`, { revision: branch.revision });
    if (answer.status > 202) return;
    const again = await studio.call('POST', `${path}/take-over`, { revision: branch.revision });
    expect(again.status, 'a branch is taken over once').toBeGreaterThanOrEqual(400);
  },
  'drop a branch': (studio) => onOne(studio, (path) => studio.call('DELETE', path)),
};

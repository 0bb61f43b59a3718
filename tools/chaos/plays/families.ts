import { z } from 'zod';
import { oneOf, type Play } from './play.ts';

const made = z.object({ id: z.string() });

const make: Play = {
  name: 'make family',
  weight: 2.5,
  wish: (view, random) => {
    const studentIds = [...view.students].filter(() => random() < 0.1).slice(0, 3);
    if (studentIds.length === 0) return undefined;
    return {
      method: 'POST',
      path: '/api/households',
      body: { studentIds },
      alwaysChanges: true,
      inParts: true,
      learn: (body) => void view.families.add(made.parse(body).id),
    };
  },
};

const move = (name: string, weight: number, leaves: boolean): Play => ({
  name,
  weight,
  wish: (view, random) => {
    const [studentId, family] = [oneOf(random, view.students), oneOf(random, view.families)];
    if (studentId === undefined || family === undefined) return undefined;
    const body = { householdId: leaves ? null : family };
    return { method: 'PUT', path: `/api/students/${studentId}/household`, body, alwaysChanges: false };
  },
});

const remove: Play = {
  name: 'delete family',
  weight: 0.5,
  wish: (view, random) => {
    const id = oneOf(random, view.families);
    if (id === undefined) return undefined;
    return {
      method: 'DELETE',
      path: `/api/households/${id}`,
      alwaysChanges: true,
      inParts: true,
      learn: () => void view.families.delete(id),
    };
  },
};

/** Two students of a new family with a balance. */
const importFile: Play = {
  name: 'import families',
  weight: 0.8,
  wish: (_, random, mark) => {
    const owed = (1 + Math.floor(random() * 20_000)) / 100;
    // Nobody else has this name. It is no mark: these are searched in appends of commands without parts.
    const name = mark.replaceAll(/^mark-|-end$/g, '');
    const lines = ['Ida', 'Ben'].map((first) => `${first},${name},${name},${owed}`);
    return {
      method: 'POST',
      path: '/api/import/families',
      body: ['First Name,Last Name,Family ID,Owes', ...lines].join('\n'),
      options: {},
      alwaysChanges: true,
      inParts: true,
      part: 'row 2',
    };
  },
};

/** Families, who belongs to them, and their import. */
export const familyPlays: readonly Play[] = [
  make,
  move('join family', 4, false),
  move('leave family', 1.5, true),
  remove,
  importFile,
];

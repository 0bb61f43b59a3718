import { getPreferences, setPreferences, type Preferences } from '@rondo/contracts/api/studio/studio.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { Actor } from '../../platform/http/callers/actor.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadTeacher } from './roster.ts';

/** A default teacher who was removed is ignored. */
const findPreferences = async (
  { db, models }: Pick<Services, 'db' | 'models'>,
  { userId, studioId }: Actor,
): Promise<Preferences> => {
  const row = await db
    .selectFrom('accounts.preferences')
    .select(['default_teacher_id', 'theme', 'first_hour'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const teacherId = row?.default_teacher_id ?? null;
  const teacher = teacherId === null ? undefined : await findTeacher(teachersModel.read(models), studioId, teacherId);
  return {
    defaultTeacherId: teacher ? teacherId : null,
    theme: row?.theme ?? 'system',
    firstHour: row?.first_hour ?? null,
  };
};

/** The user's preferences. */
export const preferenceRoutes = (services: Pick<Services, 'db' | 'models' | 'handlers'>): Route[] => [
  route(getPreferences, (_, { actor }) => findPreferences(services, actor)),
  route(setPreferences, async ({ body: { defaultTeacherId, theme, firstHour } }, { actor }) => {
    if (typeof defaultTeacherId === 'string') await loadTeacher(services, actor.studioId, defaultTeacherId);
    const row = {
      user_id: actor.userId,
      ...(defaultTeacherId === undefined ? {} : { default_teacher_id: defaultTeacherId }),
      ...(theme === undefined ? {} : { theme }),
      ...(firstHour === undefined ? {} : { first_hour: firstHour }),
    };
    // The user's id is among what is set, so that a body without a preference is valid SQL.
    await services.db
      .insertInto('accounts.preferences')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return findPreferences(services, actor);
  }),
];

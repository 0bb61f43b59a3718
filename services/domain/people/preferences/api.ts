import { getPreferences, setPreferences, type Preferences } from '@rondo/contracts/api/studio.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { Kysely } from 'kysely';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import type { Actor } from '../../../platform/http/callers/actor.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { Roster } from '../roster.ts';

/** The user's preferences. A default teacher who was removed is ignored. */
export const preferenceRoutes = (parts: { db: Kysely<AccountsDb>; models: ReadModels; roster: Roster }): Route[] => {
  const { db, models, roster } = parts;
  const read = async ({ userId, studioId }: Actor): Promise<Preferences> => {
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

  return [
    route(getPreferences, (_, { actor }) => read(actor)),
    route(setPreferences, async ({ body: { defaultTeacherId, theme, firstHour } }, { actor }) => {
      if (typeof defaultTeacherId === 'string') await roster.teacher(actor.studioId, defaultTeacherId);
      const row = {
        user_id: actor.userId,
        ...(defaultTeacherId === undefined ? {} : { default_teacher_id: defaultTeacherId }),
        ...(theme === undefined ? {} : { theme }),
        ...(firstHour === undefined ? {} : { first_hour: firstHour }),
      };
      // The user's id is among what is set, so that a body without a preference is valid SQL.
      await db
        .insertInto('accounts.preferences')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return read(actor);
    }),
  ];
};

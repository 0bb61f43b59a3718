import { getPreferences, setPreferences } from '@rondo/contracts/api/studio.ts';
import { findTeacher } from '@rondo/projections/teachers/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { Kysely } from 'kysely';
import type { AccountsDb } from '../accounts/tables.ts';
import { route, type Route } from '../http/route.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { Roster } from '../roster/roster.ts';

/** The user's preferences. A default teacher who was removed is ignored. */
export const preferenceRoutes = (parts: { db: Kysely<AccountsDb>; models: ReadModels; roster: Roster }): Route[] => {
  const { db, models, roster } = parts;
  const read = async (userId: string, studioId: string) => {
    const row = await db
      .selectFrom('accounts.preferences')
      .select('default_teacher_id')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const teacherId = row?.default_teacher_id ?? null;
    const teacher = teacherId === null ? undefined : await findTeacher(teachersModel.read(models), studioId, teacherId);
    return { defaultTeacherId: teacher ? teacherId : null };
  };

  return [
    route(getPreferences, (_, { actor }) => read(actor.userId, actor.studioId)),
    route(setPreferences, async ({ body: { defaultTeacherId } }, { actor }) => {
      if (defaultTeacherId !== null) await roster.teacher(actor.studioId, defaultTeacherId);
      await db
        .insertInto('accounts.preferences')
        .values({ user_id: actor.userId, default_teacher_id: defaultTeacherId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ default_teacher_id: defaultTeacherId }))
        .execute();
      return { defaultTeacherId };
    }),
  ];
};

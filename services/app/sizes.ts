import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { countEntered } from '@rondo/projections/lessons/queries.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { countStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { countTeachers } from '@rondo/projections/teachers/queries.ts';
import { Kysely } from 'kysely';
import { users } from '../domain/accounts/users.ts';
import { readModels } from '../platform/models/read-models.ts';
import { studioClock } from '../domain/studio/clock.ts';
import { studioSizes, type StudioSizes } from '../platform/commands/studio-sizes.ts';
import type { Config } from './config/config.ts';
import type { Infrastructure } from './infrastructure.ts';
import { sizeFigures } from './config/size-settings.ts';

/** Keeps studios within the sizes of the settings. */
export const openSizes = ({
  infrastructure: { db, pool, store },
  runner,
  config,
}: {
  readonly infrastructure: Pick<Infrastructure, 'db' | 'pool' | 'store'>;
  readonly runner: Runner;
  readonly config: Config;
}): StudioSizes => {
  const models = readModels(new Kysely<unknown>({ dialect: preparedDialect(pool) }), runner, () => store.head());
  const clock = studioClock(models, config.now);
  const accounts = users(db);
  return studioSizes({
    figures: sizeFigures(config),
    isGuest: async (studioId) => (await accounts.find(studioId))?.isGuest === true,
    count: async (studioId, kind, most) => {
      switch (kind) {
        case 'students':
          return countStudents(studentsModel.read(models), studioId);
        case 'teachers':
          return countTeachers(teachersModel.read(models), studioId);
        case 'lessons': {
          const { today: from } = await clock.today(studioId);
          return countEntered(lessonsModel.read(models), studioId, { from, most });
        }
      }
    },
    shown: async () => {
      const position = await store.head();
      return position === null || models.reached(position, [studentsModel, teachersModel, lessonsModel]);
    },
  });
};

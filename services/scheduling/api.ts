import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { InvalidInput } from '../domain/errors.ts';
import { route, type Route } from '../http/route.ts';
import type { LessonLists } from './lessons.ts';

/** The lesson list. */
export const lessonRoutes = ({ lessons }: { lessons: LessonLists }): Route[] => [
  route(listLessons, async ({ query: { from, to } }, { actor }) => {
    if (from !== undefined && to !== undefined && to < from) throw new InvalidInput('"to" must not lie before "from".');
    return lessons.list(actor.studioId, { from, to });
  }),
];

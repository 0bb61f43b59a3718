import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { checkedTable, type everyoneTable } from './table.ts';

type CheckedRow = RowOf<typeof checkedTable>;
export type IntegrityDb = { checked: CheckedRow; everyone: RowOf<typeof everyoneTable> };

type Checked = ExpressionBuilder<IntegrityDb, 'checked'>;

const isKnown = (where: Checked, kind: 'student' | 'teacher', column: 'checked.student_id' | 'checked.teacher_id') =>
  where.exists(
    where
      .selectFrom('everyone')
      .select(sql.lit(1).as('one'))
      .whereRef('everyone.studio_id', '=', 'checked.studio_id')
      .where('everyone.kind', '=', kind)
      .whereRef('everyone.person_id', '=', column),
  );

/** A lesson that names someone who never existed. */
export type Orphan = CheckedRow & { readonly missing: 'student' | 'teacher' | 'both' };

/** A studio's lessons whose student or teacher id belongs to nobody, present or removed. */
export const listOrphans = async (db: Kysely<IntegrityDb>, studioId: string): Promise<Orphan[]> => {
  const rows = await db
    .selectFrom('checked')
    .selectAll('checked')
    .select((where) => [
      where
        .or([where('checked.student_id', 'is', null), isKnown(where, 'student', 'checked.student_id')])
        .as('student'),
      isKnown(where, 'teacher', 'checked.teacher_id').as('teacher'),
    ])
    .where('checked.studio_id', '=', studioId)
    .where((where) =>
      where.or([
        where.not(isKnown(where, 'teacher', 'checked.teacher_id')),
        where.and([
          where('checked.student_id', 'is not', null),
          where.not(isKnown(where, 'student', 'checked.student_id')),
        ]),
      ]),
    )
    .orderBy('checked.lesson_id')
    .execute();
  return rows.map(({ student, teacher, ...row }) => ({
    ...checkedTable.row.parse(row),
    missing: !student && !teacher ? 'both' : teacher ? 'student' : 'teacher',
  }));
};

/** How many lessons, students and teachers a studio has. */
export const countChecked = async (
  db: Kysely<IntegrityDb>,
  studioId: string,
): Promise<{ lessons: number; students: number; teachers: number }> => {
  const [lessons, people] = await Promise.all([
    db
      .selectFrom('checked')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('studio_id', '=', studioId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('everyone')
      .select((row) => ['kind', row.fn.countAll<string>().as('count')])
      .where('studio_id', '=', studioId)
      .where('removed', '=', false)
      .groupBy('kind')
      .execute(),
  ]);
  const countOf = (kind: 'student' | 'teacher') => Number(people.find((row) => row.kind === kind)?.count ?? 0);
  return { lessons: Number(lessons.count), students: countOf('student'), teachers: countOf('teacher') };
};

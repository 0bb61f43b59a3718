import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import { studentsTable } from '@rondo/projections/students/table.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { teachersByAge, type TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { teachersTable } from '@rondo/projections/teachers/table.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { closuresThen } from '../../schedule/time-off/closures.ts';
import { settingsThen, studioNow } from '../../studio/clock.ts';

/** What a week is planned from, as rows. */
export type StudioRows = {
  readonly students: ReadonlyMap<string, StudentRow>;
  readonly teachers: readonly TeacherRow[];
  /** Every lesson as families can count on it: a plan that waits for a decision counts as rejected. */
  readonly taught: readonly TaughtRow[];
  readonly closures: readonly EnteredClosure[];
  readonly settings: StudioSettings;
};

/** Every lesson of a studio as families could count on it at a moment. */
export type TaughtAt = (moment: Moment, today: IsoDate) => Promise<readonly TaughtRow[]>;

/** What an instant is called by the clock that the log records by: the present one. */
export const presentInstant = ({ machineNow }: Pick<Services, 'machineNow'>): Instant => instantAt(machineNow());

/** The rows of a studio at a moment. @throws NotFound before the studio was opened */
export const rowsAt = async (
  services: Pick<Services, 'moments' | 'settingsOf' | 'now'>,
  studioId: string,
  instant: Instant,
  taughtAt: TaughtAt,
): Promise<StudioRows> => {
  const moment = services.moments.momentOf(studioId, { instant });
  const { today } = await studioNow(services, studioId);
  const [students, teachers, taught, closures, settings] = await Promise.all([
    moment.of(studentsModel),
    moment.of(teachersModel),
    taughtAt(moment, today),
    closuresThen(moment),
    settingsThen(moment),
  ]);
  return {
    students: new Map(students.rows(studentsTable).map((row) => [row.student_id, row])),
    teachers: teachersByAge(teachers.rows(teachersTable)),
    taught,
    closures,
    settings: settings ?? (await services.settingsOf(studioId)).settings,
  };
};

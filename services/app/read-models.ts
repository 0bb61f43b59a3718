import type { ReadModelName } from '@rondo/contracts/api/endpoint.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { familyNotesModel } from '@rondo/projections/family-notes/project.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { householdsModel } from '@rondo/projections/households/project.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { branchesModel } from '@rondo/projections/branches/project.ts';
import { backupsModel } from '@rondo/projections/backups/project.ts';
import { integrityModel } from '@rondo/projections/integrity/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { notificationsModel } from '@rondo/projections/notifications/project.ts';
import { privateNotesModel } from '@rondo/projections/private-notes/project.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { inquiriesModel } from '@rondo/projections/inquiries/project.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';

type Named<Name> = ReadModel & { readonly name: Name };

/** One model for every name that a call can declare. */
const modelOf: { readonly [Name in ReadModelName]: Named<Name> } = {
  studios: studiosModel,
  students: studentsModel,
  teachers: teachersModel,
  households: householdsModel,
  timeoff: timeoffModel,
  day: dayModel,
  familynotes: familyNotesModel,
  privatenotes: privateNotesModel,
  messages: messagesModel,
  inquiries: inquiriesModel,
  branches: branchesModel,
  lessons: lessonsModel,
  history: historyModel,
  reports: reportsModel,
  invoices: invoicesModel,
  billing: billingModel,
  feeds: feedsModel,
  backups: backupsModel,
  notifications: notificationsModel,
  integrity: integrityModel,
};

/** Every read model of this release. */
export const allReadModels: readonly Named<ReadModelName>[] = Object.values(modelOf);

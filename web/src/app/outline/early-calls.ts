import { listBackups } from '@rondo/contracts/api/backups.ts';
import { dataIntegrity, checkReadModels } from '@rondo/contracts/api/data-integrity.ts';
import { listLessons } from '@rondo/contracts/api/lessons.ts';
import { getMapsKey } from '@rondo/contracts/api/maps-drawing.ts';
import { mapsCacheStats, mapsStatus } from '@rondo/contracts/api/maps-monitor.ts';
import { listReports } from '@rondo/contracts/api/planner.ts';
import { getSettings } from '@rondo/contracts/api/settings.ts';
import { listAssignments, listStudents } from '@rondo/contracts/api/students.ts';
import { getPreferences } from '@rondo/contracts/api/studio.ts';
import { listTeachers } from '@rondo/contracts/api/teachers.ts';

// index.html replaces TODAY and MONDAY, SUNDAY by dates of the studio: of this week, of next week with a 2.
const upcoming = `${listLessons.path}?from=TODAY`;
const week = `${listLessons.path}?from=MONDAY&to=SUNDAY`;
const nextWeek = `${listLessons.path}?from=MONDAY2&to=SUNDAY2`;

/** What each page asks the server first; index.html asks it while the page's code loads. */
export const earlyCalls: Readonly<Record<string, readonly string[]>> = {
  schedule: [week, listTeachers.path, getPreferences.path, listReports.path],
  planner: [listTeachers.path, listStudents.path, listAssignments.path, listReports.path, upcoming],
  students: [listStudents.path, listTeachers.path, listAssignments.path, upcoming],
  teachers: [listTeachers.path, listAssignments.path, upcoming],
  routes: [nextWeek, listTeachers.path, listStudents.path, getPreferences.path, getMapsKey.path],
  settings: [
    listTeachers.path,
    getPreferences.path,
    getSettings.path,
    listBackups.path,
    dataIntegrity.path,
    checkReadModels.path,
  ],
  'api-monitor': [mapsCacheStats.path, mapsStatus.path],
};

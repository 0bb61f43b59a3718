import * as accounts from './account/accounts.ts';
import * as backups from './history/backups.ts';
import * as billing from './billing.ts';
import * as bulk from './people/bulk.ts';
import * as calendarSync from './calendars/calendar-sync.ts';
import * as changes from './history/changes.ts';
import * as csvFiles from './people/csv-files.ts';
import * as dataIntegrity from './studio/data-integrity.ts';
import * as emailConfirmation from './account/email-confirmation.ts';
import type { Endpoint } from './endpoint.ts';
import * as fits from './fits.ts';
import * as history from './history/history.ts';
import * as lessons from './lessons.ts';
import * as manyInvoices from './many-invoices.ts';
import * as maps from './maps/maps.ts';
import * as mapsDrawing from './maps/maps-drawing.ts';
import * as mapsMonitor from './maps/maps-monitor.ts';
import * as ownAccount from './account/own-account.ts';
import * as payerAccounts from './payer-accounts.ts';
import * as payments from './payments.ts';
import * as planner from './planner.ts';
import * as search from './studio/search.ts';
import * as settings from './studio/settings.ts';
import * as sharing from './calendars/sharing.ts';
import * as students from './people/students.ts';
import * as studio from './studio/studio.ts';
import * as studioFile from './studio/studio-file.ts';
import * as teachers from './people/teachers.ts';
import * as undo from './history/undo.ts';
import * as vcardImport from './people/vcard-import.ts';

const modules = [
  accounts,
  ownAccount,
  emailConfirmation,
  changes,
  studio,
  settings,
  students,
  vcardImport,
  teachers,
  bulk,
  csvFiles,
  sharing,
  lessons,
  fits,
  planner,
  undo,
  history,
  maps,
  mapsDrawing,
  mapsMonitor,
  billing,
  manyInvoices,
  payments,
  payerAccounts,
  calendarSync,
  backups,
  dataIntegrity,
  studioFile,
  search,
];

type Exported = typeof accounts &
  typeof ownAccount &
  typeof emailConfirmation &
  typeof changes &
  typeof studio &
  typeof settings &
  typeof students &
  typeof vcardImport &
  typeof teachers &
  typeof bulk &
  typeof csvFiles &
  typeof sharing &
  typeof lessons &
  typeof fits &
  typeof history &
  typeof planner &
  typeof undo &
  typeof maps &
  typeof mapsDrawing &
  typeof mapsMonitor &
  typeof billing &
  typeof manyInvoices &
  typeof payments &
  typeof payerAccounts &
  typeof calendarSync &
  typeof backups &
  typeof dataIntegrity &
  typeof studioFile &
  typeof search;

/** Every call by its method and path, such as `GET /api/students`. A browser imports this type alone, so that no schema reaches a page. */
export type Api = {
  readonly [
    Name in keyof Exported as Exported[Name] extends Endpoint
      ? `${Exported[Name]['method']} ${Exported[Name]['path']}`
      : never
  ]: Extract<Exported[Name], Endpoint>;
};

// Parameters sort after words: a route with a literal last segment must match before one with a parameter there.
const sortKey = ({ path }: Endpoint): string => path.replaceAll(':', '~');

/** Every call of the API, for the routes, the OpenAPI document and the generated tests. */
export const allEndpoints: readonly Endpoint[] = modules
  .flatMap((module) =>
    Object.values(module).filter((exported) => typeof exported === 'object' && 'summary' in exported),
  )
  .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

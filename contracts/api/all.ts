import * as accounts from './account/accounts.ts';
import * as askForm from './asking/ask-form.ts';
import * as attendance from './studio/attendance.ts';
import * as backups from './history/backups.ts';
import * as billable from './invoices/billable.ts';
import * as billing from './billing.ts';
import * as bulk from './people/bulk.ts';
import * as calendarSync from './calendars/calendar-sync.ts';
import * as charges from './charges.ts';
import * as cancellations from './studio/cancellations.ts';
import * as changes from './history/changes.ts';
import * as csvFiles from './people/csv-files.ts';
import * as closures from './studio/closures.ts';
import * as dataIntegrity from './studio/data-integrity.ts';
import * as emailConfirmation from './account/email-confirmation.ts';
import type { Endpoint } from './endpoint.ts';
import * as familyImport from './people/family-import.ts';
import * as families from './calendars/families.ts';
import * as familyCancelling from './calendars/family-cancelling.ts';
import * as familyPage from './calendars/family-page.ts';
import * as familyRequests from './calendars/family-requests.ts';
import * as fits from './fits.ts';
import * as branchComparison from './branches/comparison.ts';
import * as branches from './branches/branches.ts';
import * as inquiries from './asking/inquiries.ts';
import * as history from './history/history.ts';
import * as notes from './people/notes.ts';
import * as households from './people/households.ts';
import * as lessons from './lessons.ts';
import * as manyInvoices from './many-invoices.ts';
import * as maps from './maps/maps.ts';
import * as messages from './calendars/messages.ts';
import * as mapsDrawing from './maps/maps-drawing.ts';
import * as mapsMonitor from './maps/maps-monitor.ts';
import * as owed from './studio/owed.ts';
import * as ownAccount from './account/own-account.ts';
import * as payerAccounts from './payer-accounts.ts';
import * as payments from './payments.ts';
import * as planner from './planner.ts';
import * as curve from './planning/curve.ts';
import * as holidays from './studio/holidays.ts';
import * as policy from './studio/policy.ts';
import * as terms from './studio/terms.ts';
import * as roadDay from './road/day.ts';
import * as earnings from './road/earnings.ts';
import * as mileage from './road/mileage.ts';
import * as roadNotes from './road/notes.ts';
import * as roadQuestions from './road/questions.ts';
import * as roadRepairs from './road/repairs.ts';
import * as search from './studio/search.ts';
import * as settings from './studio/settings.ts';
import * as sharing from './calendars/sharing.ts';
import * as students from './people/students.ts';
import * as studio from './studio/studio.ts';
import * as studioFile from './studio/studio-file.ts';
import * as teachers from './people/teachers.ts';
import * as timeRequests from './calendars/time-requests.ts';
import * as undo from './history/undo.ts';
import * as vcardImport from './people/vcard-import.ts';

const modules = [
  askForm,
  inquiries,
  branches,
  branchComparison,
  accounts,
  ownAccount,
  emailConfirmation,
  changes,
  studio,
  settings,
  students,
  households,
  vcardImport,
  familyImport,
  teachers,
  bulk,
  csvFiles,
  sharing,
  families,
  messages,
  familyCancelling,
  familyPage,
  familyRequests,
  timeRequests,
  lessons,
  cancellations,
  closures,
  holidays,
  policy,
  terms,
  attendance,
  owed,
  fits,
  roadDay,
  earnings,
  mileage,
  roadNotes,
  roadQuestions,
  roadRepairs,
  notes,
  planner,
  curve,
  undo,
  history,
  maps,
  mapsDrawing,
  mapsMonitor,
  billable,
  billing,
  manyInvoices,
  payments,
  payerAccounts,
  charges,
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
  typeof households &
  typeof vcardImport &
  typeof familyImport &
  typeof teachers &
  typeof bulk &
  typeof csvFiles &
  typeof sharing &
  typeof families &
  typeof messages &
  typeof familyCancelling &
  typeof familyPage &
  typeof familyRequests &
  typeof timeRequests &
  typeof lessons &
  typeof cancellations &
  typeof closures &
  typeof holidays &
  typeof policy &
  typeof terms &
  typeof owed &
  typeof fits &
  typeof attendance &
  typeof roadDay &
  typeof earnings &
  typeof mileage &
  typeof roadNotes &
  typeof roadQuestions &
  typeof roadRepairs &
  typeof notes &
  typeof history &
  typeof planner &
  typeof curve &
  typeof undo &
  typeof maps &
  typeof mapsDrawing &
  typeof mapsMonitor &
  typeof billable &
  typeof billing &
  typeof manyInvoices &
  typeof payments &
  typeof payerAccounts &
  typeof charges &
  typeof calendarSync &
  typeof backups &
  typeof dataIntegrity &
  typeof studioFile &
  typeof search &
  typeof askForm &
  typeof inquiries &
  typeof branches &
  typeof branchComparison;

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

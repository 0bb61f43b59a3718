import type { Chapter } from './cast.ts';
import { asking } from './asking.ts';
import { branches } from './branches.ts';
import { charges } from './charges.ts';
import { entry } from './entry.ts';
import { families } from './families.ts';
import { familyPages } from './family-pages.ts';
import { feeds } from './feeds.ts';
import { files } from './files.ts';
import { guests } from './guests.ts';
import { history } from './history.ts';
import { invoices } from './invoices.ts';
import { lessons } from './lessons.ts';
import { payments } from './payments.ts';
import { maps, people } from './people.ts';
import { plans } from './plans.ts';
import { sharing } from './sharing.ts';
import { sweeps } from './sweeps.ts';
import { timeOff } from './time-off.ts';

/** The visit, in the order of its days. */
export const chapters: readonly Chapter[] = [
  entry,
  people,
  maps,
  lessons,
  plans,
  sharing,
  feeds,
  invoices,
  payments,
  families,
  charges,
  timeOff,
  history,
  files,
  guests,
  familyPages,
  asking,
  branches,
  sweeps,
];

import type { Chapter } from './cast.ts';
import { entry } from './entry.ts';
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
  history,
  files,
  guests,
  sweeps,
];

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, revision } from '../shapes.ts';
import { branchReads, changeSince } from './branches.ts';

// Branches beside the present week, row by row.

const cell = z.object({
  text: z.string(),
  value: z.number().nullable(),
  against: z.enum(['better', 'worse', 'same']).nullable(),
  /** "46 min less"; null where nothing is better or worse. */
  by: z.string().nullable(),
  /** One line each: who moves, who is not placed. */
  lines: z.array(z.string()),
});

const comparisonRow = z.object({
  key: z.enum([
    'placed',
    'preferred',
    'driving',
    'waiting',
    'days',
    'latestHome',
    'moves',
    'notPlaced',
    'income',
    'perHour',
    'proof',
  ]),
  label: z.string(),
  /** Alike in every column. */
  same: z.boolean(),
  cells: z.array(cell),
  /** Of "Latest home": of every column, the latest of each day. */
  days: z.array(z.array(z.object({ dayOfWeek: z.number(), time: z.string() }))).optional(),
});
export type ComparisonRow = z.infer<typeof comparisonRow>;

const idsQuery = z.string().transform((text, context) => {
  const ids = [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== '');
  if (ids.length >= 1 && ids.length <= 3 && ids.every((one) => id.safeParse(one).success)) return ids;
  context.addIssue('Please select one to three branches.');
  return z.NEVER;
});

export const compareBranches = endpoint({
  method: 'GET',
  path: '/api/branch-comparison',
  expensive: true,
  summary: 'Up to three branches beside the present week.',
  query: z.object({ ids: idsQuery }),
  response: z.object({
    /** The first one is the present week, whose id is null. */
    columns: z.array(
      z.object({
        id: id.nullable(),
        name: z.string(),
        planned: z.boolean(),
        startsOn: z.string().nullable(),
        changes: z.array(z.string()),
        changedSince: z.array(changeSince),
        revision: revision.nullable(),
      }),
    ),
    rows: z.array(comparisonRow),
    /** Columns that are alike in all rows but the proof: "Same as Now." */
    equals: z.array(z.object({ id, name: z.string(), text: z.string() })),
  }),
  reads: branchReads,
});
export type BranchComparison = z.output<typeof compareBranches.response>;

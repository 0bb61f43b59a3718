import { z } from 'zod';
import { movesCurve } from '../../events/schedule/report-content.ts';
import { usualCallWorth } from '../../lessons/moves-curve.ts';
import { endpoint } from '../endpoint.ts';
import { moveTolerance, peopleOfRun, together } from './run.ts';

const callWorthError = 'What a call is worth must be a whole number of minutes from 5 to 120.';

export const curveOfMoves = endpoint({
  method: 'POST',
  path: '/api/schedule/curve',
  slow: true,
  summary:
    'What it would be worth that families move: a plan for each number of them, and the number that is worth most. Changes nothing. Streamed and stopped as a run is.',
  body: z.object({
    ...peopleOfRun,
    ...together,
    /** A lesson stays if it starts at most so many minutes earlier or later. */
    tolerance: moveTolerance.optional(),
    /** Minutes of driving a week that a call to a family is worth. */
    callWorth: z
      .number(callWorthError)
      .int(callWorthError)
      .min(5, callWorthError)
      .max(120, callWorthError)
      .default(usualCallWorth),
  }),
  response: movesCurve,
});

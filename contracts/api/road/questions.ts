import { z } from 'zod';
import { toInstant } from '../../calendar/instants.ts';
import { endpoint } from '../endpoint.ts';
import { dateText, id, idParams } from '../shapes.ts';
import { dayReads } from './day.ts';
import { question } from './question.ts';
import { wantedChanges } from './repairs.ts';

export const askFirst = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/repairs/ask',
  summary: 'Asks the families before lessons of a day change, and holds the new times until then.',
  params: idParams,
  body: z.strictObject({
    lessonDate: dateText,
    changes: wantedChanges,
    /** Without it two hours before the first start that is concerned, or half an hour where that is too soon. */
    until: z
      .string('Please give the time as an instant.')
      .transform((text, context) => {
        const instant = toInstant(text);
        if (instant !== null) return instant;
        context.addIssue('Please give the time as an instant.');
        return z.NEVER;
      })
      .optional(),
  }),
  response: question,
  updates: ['history'],
});

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/repairs',
  summary: 'What families are asked before lessons of a day change: the open questions, and those that ended today.',
  query: z.object({ teacherId: id }),
  response: z.array(question),
  reads: dayReads,
});

export const answerQuestion = endpoint({
  method: 'POST',
  path: '/api/repairs/:id/answers',
  summary: 'Notes what a family said. The last yes moves the lessons, one no ends the question.',
  params: idParams,
  body: z.strictObject({ studentId: id, answer: z.enum(['yes', 'no'], 'The answer must be yes or no.') }),
  response: question,
  updates: ['lessons', 'history'],
});

export const withdrawQuestion = endpoint({
  method: 'DELETE',
  path: '/api/repairs/:id',
  summary: 'Withdraws a question: its times are no longer held.',
  params: idParams,
  response: question,
  updates: ['history'],
});

import { command } from '../../api/client.ts';
import type { AnswerTo } from '../../api/calls.ts';
import { useAction } from '../../api/commands/command.ts';
import { queryClient, read } from '../../api/queries.ts';
import { counted } from '../../lib/texts.ts';
import { untilOf, type Family } from './families.ts';

/** Asked again each time the page opens: calendars change lessons too. */
export const untoldQuery = { ...read('GET /api/changes', {}), staleTime: 0 } as const;

type Rows = AnswerTo<'GET /api/changes'>;

const studentIdsOf = (families: readonly Family[]): string[] =>
  families.flatMap(({ students }) => students.map(({ studentId }) => studentId));

/** Marks families as told of what is listed. They leave the list at once. */
export const useTell = () =>
  useAction(
    (families: readonly Family[]) =>
      command('POST /api/changes/told', {
        body: { studentIds: studentIdsOf(families), until: untilOf(families.flatMap(({ students }) => students)) },
      }),
    {
      done: (_, families) => ({
        title: 'Marked as told',
        description: families.length === 1 ? (families[0]?.name ?? '') : counted(families.length, 'family'),
      }),
      failed: 'This was not saved',
      optimistic: async (families) => {
        await queryClient.cancelQueries(untoldQuery);
        const before = queryClient.getQueryData<Rows>(untoldQuery.queryKey);
        const told = new Set(studentIdsOf(families));
        queryClient.setQueryData<Rows>(untoldQuery.queryKey, (rows) =>
          rows?.filter(({ studentId }) => !told.has(studentId)),
        );
        return () => queryClient.setQueryData(untoldQuery.queryKey, before);
      },
    },
  );

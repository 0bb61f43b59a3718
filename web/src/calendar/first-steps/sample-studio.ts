import { commandAnswered } from '../../api/client.ts';
import { send, useAction } from '../../api/commands/command.ts';
import { read } from '../../api/queries.ts';

export const sampleStudioQuery = read('GET /api/sample-studio', {});

export const useLoadSampleStudio = () =>
  useAction(() => commandAnswered('POST /api/sample-studio', {}), {
    done: ({ teachers, students }) => {
      // The offer that had the focus went with the empty screen.
      document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
      return {
        title: 'Sample studio loaded',
        description: `${teachers} teachers and ${students} students. Next, generate a schedule.`,
      };
    },
    failed: 'The sample studio could not be loaded',
  });

export const removeSampleStudio = () =>
  send(
    'DELETE /api/sample-studio',
    {},
    {
      done: 'Sample studio removed',
      failed: 'The sample studio could not be removed',
    },
  );

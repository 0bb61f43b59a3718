import { derivedId } from '../ids.ts';
import { NotYet, RuleBroken } from '../../kit/errors.ts';
import { expect, test } from 'vitest';
import { undoInStreams, UndoneInPart, type Undoable } from './undo-commands.ts';
import { unlimitedSizes } from '../studio-sizes.ts';

const studioId = '7d9f1a52-0000-4000-8000-000000000000';
const commandId = derivedId(studioId, 'the undo');
const context = { studioId, actor: studioId, commandId, correlationId: commandId, causationId: commandId };
const inPart = 'A restore is running. The rest of this change was undone.';
const first = `teacher-${studioId}.Dana`;
const second = `schedule-${studioId}.Dana`;

type Options = { readonly settled?: () => boolean };

/** A batch that reached two streams. `refused` names the streams that a restore has fenced by the time they are undone. */
const twoStreams = (
  refused: ReadonlySet<string>,
  refusedAt: 'check' | 'append',
  { settled = () => true }: Options = {},
) => {
  const undone = new Set<string>();
  const asked: string[] = [];
  const refuse = (stream: string, at: 'check' | 'append') => {
    if (at === refusedAt && refused.has(stream)) throw new RuleBroken('A restore is running.');
  };
  const executed = { events: [], position: '1', category: 'teacher', batchId: commandId, repeated: false };
  const undoable: Undoable = {
    partsOf: async (_, shares) => {
      asked.push(...shares.map(({ stream }) => stream));
      return shares.map(({ stream }) => ({
        order: stream === first ? 0 : 1,
        done: undone.has(stream) ? executed : null,
        isUndone: false,
        check: async () => {
          refuse(stream, 'check');
          return 'changes' as const;
        },
        carryOut: async () => {
          refuse(stream, 'append');
          undone.add(stream);
          return executed;
        },
      }));
    },
  };
  const undoing = {
    sizes: unlimitedSizes,
    settled: async () => settled(),
    streamsOf: async () => new Map([first, second].map((stream) => [stream, [studioId]])),
    undoables: { teacher: undoable, schedule: undoable },
  };
  return { undone, asked, undo: () => undoInStreams(undoing, context, studioId).catch((error: unknown) => error) };
};

test('an undo that a restore overtakes says that it has undone a part', async () => {
  const { undo } = twoStreams(new Set([second]), 'append');
  expect(await undo()).toMatchObject({ constructor: UndoneInPart, message: inPart });
});

test('so does its repetition when the other stream can no longer be undone', async () => {
  const refused = new Set<string>();
  const { undo, undone } = twoStreams(refused, 'check');
  await undo();
  undone.delete(second);
  refused.add(second);
  expect(await undo()).toMatchObject({ constructor: UndoneInPart, message: inPart });
});

test('an undo that has changed nothing is refused as it is', async () => {
  const { undo } = twoStreams(new Set([first]), 'append');
  expect(await undo()).toMatchObject({ constructor: RuleBroken, message: 'A restore is running.' });
});

test('one that has to wait for the reactors looks at its streams first, so that a repetition learns what it has done', async () => {
  let settled = false;
  const { undo, undone, asked } = twoStreams(new Set(), 'append', { settled: () => settled });
  expect(await undo()).toMatchObject({
    constructor: NotYet,
    details: { isTemporary: true },
    message: 'This change is still being carried out. Please try again in a moment.',
  });
  expect([asked, [...undone]]).toEqual([[first, second], []]);
  settled = true;
  await undo();
  expect([...undone]).toEqual([first, second]);
});

import type { NotesEvent } from '@rondo/contracts/events/schedule/notes.ts';
import fc from 'fast-check';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shownRevision, writeFamilyNote, writePrivateNote } from './commands.ts';
import { notesAggregate, restorableNotes, type NotesState } from './state.ts';

const studentId = 'ann';
const today = '2026-12-03';

const after = (state: NotesState, events: readonly NotesEvent[], from: number): NotesState =>
  events.reduce(
    (folded, event, i) =>
      notesAggregate.evolve(folded, event, { revision: from + i, recordedAt: '2026-12-03T18:00:00.000000Z' }),
    state,
  );

const written = fc.record({
  kind: fc.constantFrom('family', 'private'),
  date: fc.constantFrom('2026-12-01', '2026-12-02'),
  text: fc.constantFrom('', 'Scales in G.', 'Scales in D.'),
  share: fc.constantFrom(undefined, true, false),
});

test('any history of notes can be taken back to each earlier state, which writes nothing where nothing differs', () => {
  fc.assert(
    fc.property(fc.array(written, { minLength: 1, maxLength: 8 }), (steps) => {
      let state = notesAggregate.initialState();
      let revision = 0;
      const states = [state];
      for (const { kind, date, text, share } of steps) {
        const note = { studentId, date, text, revision: undefined };
        const decide =
          kind === 'family'
            ? writeFamilyNote({ ...note, share: text === '' ? undefined : share, today })
            : writePrivateNote(note);
        const events = decide(state);
        state = after(state, events, revision);
        revision += events.length;
        states.push(state);
      }
      const when = { today };
      for (const earlier of states) {
        const target = restorableNotes.contentOf(earlier);
        const back = after(state, restorableNotes.restoreTo(state, target, when), revision);
        expect(restorableNotes.contentOf(back)).toEqual(target);
        expect(restorableNotes.restoreTo(back, target, when)).toEqual([]);
      }
    }),
    { seed: 20261128, numRuns: 300 },
  );
});

test('a note is edited where a family could read it before, and a draft again once it is deleted', () => {
  const write = (text: string, share?: boolean) =>
    writeFamilyNote({ studentId, date: today, text, revision: undefined, share, today });
  const draft = after(notesAggregate.initialState(), write('Scales')(notesAggregate.initialState()), 0);
  const shared = after(draft, write('Scales in G.', true)(draft), 1);
  expect(shared.family.get(today)).toEqual({ text: 'Scales in G.', shared: true, editedOn: null, revision: 2 });
  const edited = after(shared, write('Scales in D.')(shared), 3);
  expect(edited.family.get(today)).toMatchObject({ shared: true, editedOn: today });
  const again = after(edited, write('Scales', false)(edited), 4);
  expect(again.family.get(today)).toMatchObject({ shared: false, editedOn: null });
  const gone = after(edited, write('')(edited), 4);
  expect(after(gone, write('Scales')(gone), 5).family.get(today)).toMatchObject({ shared: false, editedOn: null });
  expect(shownRevision(0)).toBe('1');
});

test('no file that answers families imports the private notes', async () => {
  const domain = path.resolve(import.meta.dirname, '../..');
  for (const room of ['calendars', 'billing']) {
    const names = await readdir(path.join(domain, room), { recursive: true });
    const sources = names.filter((name) => name.endsWith('.ts'));
    expect(sources.length).toBeGreaterThan(20);
    for (const name of sources)
      expect(await readFile(path.join(domain, room, name), 'utf8'), `${room}/${name}`).not.toContain('private-notes/');
  }
});

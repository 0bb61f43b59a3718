import { useState, type ReactNode } from 'react';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import type { LoadNotes, NoteAbout } from './queries.ts';

const NoteDialog = lazyPanel(async () => (await import('./NoteDialog.tsx')).NoteDialog);

/**
 * Opens the note of a lesson.
 * @param load reads the notes of its day
 */
export const useNote = (
  load?: LoadNotes,
): { readonly write: (about: NoteAbout) => void; readonly dialog: ReactNode } => {
  const [about, setAbout] = useState<NoteAbout | null>(null);
  return {
    write: setAbout,
    dialog: about && <NoteDialog about={about} {...(load && { load })} onClose={() => setAbout(null)} />,
  };
};

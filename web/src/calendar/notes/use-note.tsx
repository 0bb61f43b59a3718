import { useState, type ReactNode } from 'react';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import type { NoteAbout } from './queries.ts';

const NoteDialog = lazyPanel(async () => (await import('./NoteDialog.tsx')).NoteDialog);

/** Opens the note of a lesson. */
export const useNote = (): { readonly write: (about: NoteAbout) => void; readonly dialog: ReactNode } => {
  const [about, setAbout] = useState<NoteAbout | null>(null);
  return { write: setAbout, dialog: about && <NoteDialog about={about} onClose={() => setAbout(null)} /> };
};

import type { FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { Mail } from './Mail.tsx';
import { Notes } from './Notes.tsx';
import { Owed } from './Owed.tsx';
import { Questions } from './Questions.tsx';

// What only some families have, and what the teacher sees of a page: one file, loaded with the page of those that have any of it.
export { Mail, Notes, Owed, Questions };

/** The page as someone of a family sees it, for the teacher, who is signed in: without what only the family can do or open. */
export const openPreview = async () => {
  const [familyId = '', recipientId = ''] = window.location.hash.slice('#preview='.length).split('/');
  try {
    const answer = await fetch(`/api/families/${familyId}/preview?recipientId=${recipientId}`);
    if (!answer.ok) return { sentence: 'Please sign in to Rondo, and open the preview from there.', canRetry: true };
    const page: FamilyPage = await answer.json();
    const { name, gets } = page.recipient;
    return {
      page: {
        ...page,
        recipient: { name: `A preview for you of the page of ${name}`, gets },
        invoices: page.invoices.map((invoice) => ({ ...invoice, pdf: window.location.hash })),
        asked: [],
        mail: null,
      },
      extras: { Mail, Notes, Owed, Questions },
    };
  } catch {
    return { sentence: 'The preview did not load. Please check your connection and try again.', canRetry: true };
  }
};

import type { CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { fetchFile } from '../../../api/download.ts';
import { fetchIdly } from '../../../lib/page/drawn.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadButton, DownloadCsvButton } from '../../../ui/download-button.tsx';
import { Section } from '../../../ui/lists/section.tsx';

const fetchCode = () => import('./DeleteQuestion.tsx');
const DeleteQuestion = lazy(async () => ({ default: (await fetchCode()).DeleteQuestion }));
fetchIdly(fetchCode);

/** What the user can take along, and the end of the account. A guest ends by signing out. */
export const YourData = ({ user }: { readonly user: CurrentUser }) => {
  const [asking, setAsking] = useState(false);
  return (
    <Section title="Your data" about="Take it along, or erase it.">
      <p className="mb-3 max-w-[64ch] text-pretty text-ink-2">
        “Download my data” is the studio’s whole history in one file, from which another Rondo can rebuild it. For
        spreadsheets there are students and teachers as CSV files, and the lessons of a period in the planner.{' '}
        {!user.isGuest && 'Deleting the account erases everything in its studio and cannot be undone.'}
      </p>
      <div className="flex flex-wrap gap-2 max-desk:grid">
        <DownloadButton
          name="studio.jsonl"
          failed="Your data could not be downloaded"
          file={() => fetchFile('GET /api/studio.jsonl', {})}
        >
          Download my data
        </DownloadButton>
        <DownloadCsvButton what="students" named file={() => fetchFile('GET /api/students.csv', {})} />
        <DownloadCsvButton what="teachers" named file={() => fetchFile('GET /api/teachers.csv', {})} />
        {!user.isGuest && (
          <Button kind="danger" icon={Trash2} className="desk:ml-auto" onClick={() => setAsking(true)}>
            Delete Account
          </Button>
        )}
      </div>
      {asking && (
        <Suspense>
          <DeleteQuestion email={user.email} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  );
};

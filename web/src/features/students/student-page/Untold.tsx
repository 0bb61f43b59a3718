import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api/queries.ts';
import { Panel } from './Panel.tsx';

/** What changed since the family was last told; nothing while there is nothing to tell. It takes long to find out, and the page does not wait. */
export const Untold = ({ studentId }: { readonly studentId: string }) => {
  const { data } = useQuery({ ...read('GET /api/changes', { query: {} }), staleTime: 0 });
  const changes = data?.find((one) => one.studentId === studentId)?.changes ?? [];
  if (changes.length === 0) return null;
  return (
    <Panel title="Changes to tell the family">
      <ul>
        {changes.map(({ lessonId, kind, date, text }) => (
          <li key={`${lessonId} ${kind} ${date}`} className="border-t border-line-soft px-5 py-2.5 max-desk:px-4">
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
};

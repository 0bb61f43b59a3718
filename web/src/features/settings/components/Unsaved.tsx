import { createContext, lazy, Suspense, use, useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { useLeaveGuard } from '../../../forms/leave-guard.ts';
import { fetchIdly } from '../../../lib/drawn.ts';

const fetchCode = () => import('../../../ui/discard-question.tsx');
const DiscardQuestion = lazy(async () => ({ default: (await fetchCode()).DiscardQuestion }));
fetchIdly(fetchCode);

type Report = (section: string, isDirty: boolean) => void;

const Unsaved = createContext<Report>(() => undefined);

/** Asks before Back or a link loses what is not saved in any section. One for the page: the router heeds a single blocker, the last one. */
export const UnsavedGuard = ({ children }: { readonly children: ReactNode }) => {
  const [sections, setSections] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<Report>((section, isDirty) => {
    setSections((before) => {
      if (before.has(section) === isDirty) return before;
      const others = [...before].filter((one) => one !== section);
      return new Set(isDirty ? [...others, section] : others);
    });
  }, []);
  const leaving = useLeaveGuard(sections.size > 0);
  return (
    <Unsaved value={report}>
      {children}
      {leaving.asking && (
        <Suspense>
          <DiscardQuestion {...leaving} />
        </Suspense>
      )}
    </Unsaved>
  );
};

/** Tells the page whether a section has something that is not saved. */
export const useUnsaved = (isDirty: boolean): void => {
  const report = use(Unsaved);
  const section = useId();
  useEffect(() => {
    report(section, isDirty);
    return () => report(section, false);
  }, [report, section, isDirty]);
};

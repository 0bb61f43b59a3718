import { Check, Clock, Percent, RotateCcw, UserRoundX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import type { MenuEntry } from '../../ui/overlays/menu-face.tsx';
import { useRecording } from './commands.ts';
import type { AttendedDay } from './queries.ts';

const AbsenceDialog = lazyPanel(async () => (await import('./AbsenceDialog.tsx')).AbsenceDialog);
const LateDialog = lazyPanel(async () => (await import('./LateDialog.tsx')).LateDialog);

/** What the menu of a lesson has of its attendance, and the dialog that it opens. */
export const useAttendanceMenu = ({
  date,
  lessons,
  isLoaded,
}: AttendedDay): {
  /** `hasButtons`: whether it was taught is recorded beside the menu. */
  readonly menuOf: (lessonId: string, hasButtons: boolean) => readonly MenuEntry[];
  readonly dialog: ReactNode;
} => {
  const [asking, setAsking] = useState<{ readonly id: string; readonly what: 'late' | 'charge' } | null>(null);
  const { send } = useRecording();
  const lessonOf = (id: string | undefined) => lessons.find(({ lessonId }) => lessonId === id);
  const about = lessonOf(asking?.id);
  const onClose = (): void => setAsking(null);
  return {
    menuOf: (id, hasButtons) => {
      const lesson = lessonOf(id);
      if (!lesson || !isLoaded) return [];
      const { attendance } = lesson;
      const record = (to: typeof attendance) => (): void =>
        void send({ date, lessons: [lesson], change: { attendance: to } });
      return [
        ...(hasButtons || attendance === 'taught'
          ? []
          : [{ label: 'Taught', icon: Check, onSelect: record('taught') }]),
        ...(hasButtons || attendance === 'absent'
          ? []
          : [{ label: 'Not home', icon: UserRoundX, onSelect: record('absent') }]),
        { label: 'Began late…', icon: Clock, onSelect: () => setAsking({ id, what: 'late' }) },
        { label: 'Charge for not home…', icon: Percent, onSelect: () => setAsking({ id, what: 'charge' }) },
        ...(attendance === null ? [] : [{ label: 'Clear attendance', icon: RotateCcw, onSelect: record(null) }]),
      ];
    },
    dialog:
      about &&
      (asking?.what === 'charge' ? (
        <AbsenceDialog lesson={about} date={date} onClose={onClose} />
      ) : (
        <LateDialog lesson={about} date={date} onClose={onClose} />
      )),
  };
};

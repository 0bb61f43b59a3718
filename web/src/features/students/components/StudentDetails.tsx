import { ShareButton } from '../../../calendar/sharing/ShareButton.tsx';
import { useCurrency } from '../../../api/settings.ts';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { Plus, Send, Wallet } from 'lucide-react';
import { useState } from 'react';
import { changesPath, familyName } from '../../../calendar/telling.ts';
import { goTo } from '../../../lib/page/navigation.ts';
import { accountPath } from '../../../lib/paths.ts';
import { AvailabilityList } from '../../../ui/fields/availability-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Fact, factLink } from '../../../ui/lists/facts.tsx';
import { PersonDetails } from '../../../ui/lists/people-list.tsx';
import { nameOf, type StudentRow } from '../roster.ts';
import { StudentOwed } from '../owed/OwedLine.tsx';
import { AddressFact, LessonFacts, OriginFacts } from './student-facts.tsx';

const ChargeDialog = lazyPanel(async () => (await import('../../payments/dialogs/ChargeDialog.tsx')).ChargeDialog);

/** The details behind a student's row, and the actions on the student. */
export const StudentDetails = (props: {
  readonly row: StudentRow;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) => {
  const { row, onEdit, onDelete } = props;
  const { student } = row;
  const currency = useCurrency();
  const [isCharging, setCharging] = useState(false);
  return (
    <PersonDetails
      noun="Student"
      onEdit={onEdit}
      onDelete={onDelete}
      onHistory={() => goTo(`/history?student=${encodeURIComponent(student.id)}`)}
      actions={
        <>
          <ShareButton
            subscriber={{ kind: 'student', id: student.id, name: nameOf(student), shortName: student.firstName }}
          >
            Share Student Calendar
          </ShareButton>
          <Button
            icon={Send}
            className="max-desk:h-auto! max-desk:whitespace-normal!"
            onClick={() => goTo(changesPath(student.id))}
          >
            Tell {familyName(student)}
          </Button>
          <Button icon={Wallet} onClick={() => goTo(accountPath(student.id))}>
            Account
          </Button>
          <Button icon={Plus} onClick={() => setCharging(true)}>
            Add charge
          </Button>
          {isCharging && (
            <ChargeDialog
              students={[{ id: student.id, name: nameOf(student) }]}
              currency={currency}
              charge={null}
              onClose={() => setCharging(false)}
            />
          )}
        </>
      }
    >
      <StudentOwed studentId={student.id} />
      <dl className="mb-3 grid content-start gap-3">
        <Fact term="Phone">
          {student.phone === null ? (
            <span className="text-ink-3">None</span>
          ) : (
            <a href={`tel:${student.phone}`} className={cn('tabular-nums', factLink)}>
              {student.phone}
            </a>
          )}
        </Fact>
        <Fact term="Email">
          {student.email === null ? (
            <span className="text-ink-3">None</span>
          ) : (
            <a href={`mailto:${student.email}`} className={cn('wrap-anywhere', factLink)}>
              {student.email}
            </a>
          )}
        </Fact>
        <AddressFact student={student} />
      </dl>
      <dl className="mb-3">
        <Fact term="Availability">
          <AvailabilityList windows={student.availability} />
        </Fact>
      </dl>
      <dl className="mb-3 grid content-start gap-3">
        <LessonFacts row={row} />
        <OriginFacts student={student} />
      </dl>
    </PersonDetails>
  );
};

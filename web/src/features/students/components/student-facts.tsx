import { useCurrency } from '../../../api/settings.ts';
import { addressLines, locationNote } from '../../../lib/address.ts';
import { dateText } from '../../../lib/texts.ts';
import { LocationNote } from '../../../ui/figures/location-note.tsx';
import { Fact } from '../../../ui/lists/facts.tsx';
import { PlaceButton } from '../map/PlaceButton.tsx';
import { rateWords } from '../rates.ts';
import type { StudentRow } from '../roster.ts';
import { NoTeacher } from './NoTeacher.tsx';

/** Where a student lives, and how exactly that is known. */
export const AddressFact = ({ student }: Pick<StudentRow, 'student'>) => (
  <Fact term="Address">
    {addressLines(student).map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))}
    <LocationNote note={locationNote(student)} />
    <PlaceButton student={student} />
  </Fact>
);

/** Who teaches a student, how long and at what rate. */
export const LessonFacts = ({ row: { student, teachers } }: { readonly row: StudentRow }) => {
  const currency = useCurrency();
  return (
    <>
      <Fact term="Assigned teachers">
        {teachers.length > 0 ? teachers.map(({ name }) => name).join(', ') : <NoTeacher />}
      </Fact>
      <Fact term="Lesson duration">
        <span className="tabular-nums">{student.lessonDuration} min</span>
      </Fact>
      <Fact term="Rate">
        <span className="tabular-nums">{rateWords(student, currency)}</span>
      </Fact>
    </>
  );
};

/** Since when a student is there, and where from. */
export const OriginFacts = ({ student }: Pick<StudentRow, 'student'>) => (
  <>
    {student.startDate !== null && <Fact term="Start date">{dateText(student.startDate)}</Fact>}
    {student.origin !== null && (
      <Fact term="Added">{student.origin === 'vcard' ? 'From a vCard file' : 'From a CSV file'}</Fact>
    )}
  </>
);

import { Mail, MapPin, Send, Smartphone, type LucideIcon } from 'lucide-react';
import { fullAddress } from '../../../calendar/days/entry.ts';
import { stripHours } from '../../../lib/availability.ts';
import { dialed, navigateTo } from '../../../lib/ways.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { AvailabilityList } from '../../../ui/fields/availability-list.tsx';
import { AvailabilityStrip, StripDays } from '../../../ui/fields/availability-strip.tsx';
import { Fact } from '../../../ui/lists/facts.tsx';
import { AddressFact, LessonFacts, OriginFacts } from '../components/student-facts.tsx';
import type { StudentRow } from '../roster.ts';
import { Panel } from './Panel.tsx';

/** Call, text, mail and the way there: for what is known of the student. */
export const Ways = ({ student }: Pick<StudentRow, 'student'>) => {
  const number = dialed(student.phone ?? '');
  const address = fullAddress(student);
  const [map] = address === null ? [] : navigateTo(address);
  const ways: { readonly label: string; readonly icon: LucideIcon; readonly url: string }[] = [
    ...(number === ''
      ? []
      : [
          { label: 'Call', icon: Smartphone, url: `tel:${number}` },
          { label: 'Text', icon: Send, url: `sms:${number}` },
        ]),
    ...(student.email === null ? [] : [{ label: 'Email', icon: Mail, url: `mailto:${student.email}` }]),
    ...(map ? [{ label: 'Map', icon: MapPin, url: map.url }] : []),
  ];
  if (ways.length === 0) return null;
  return (
    <div className="mb-4 flex gap-2 max-desk:grid max-desk:grid-cols-[repeat(auto-fit,minmax(72px,1fr))]">
      {ways.map(({ label, icon: Icon, url }) => (
        <a
          key={label}
          href={url}
          {...(label === 'Map' && { target: '_blank', rel: 'noopener noreferrer' })}
          className={buttonClasses('secondary', 'normal', 'max-desk:px-2!')}
        >
          <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          {label}
        </a>
      ))}
    </div>
  );
};

/** Who the student is, when they can have lessons, and what they pay. */
export const Details = ({ row }: { readonly row: StudentRow }) => {
  const { student } = row;
  return (
    <Panel title="Student">
      <dl className="grid gap-3.5 px-5 pb-5 max-desk:px-4">
        <Fact term="Phone">{student.phone ?? <span className="text-ink-3">None</span>}</Fact>
        {student.email !== null && <Fact term="Email">{student.email}</Fact>}
        <AddressFact student={student} />
        {student.doorNote !== null && <Fact term="At the door">{student.doorNote}</Fact>}
        <LessonFacts row={row} />
        <Fact term="Availability">
          <StripDays className="text-small text-ink-3" />
          <AvailabilityStrip
            windows={student.availability}
            hours={stripHours([student.availability])}
            className="mb-2 block"
          />
          {student.availability.length > 0 && <AvailabilityList windows={student.availability} />}
        </Fact>
        <OriginFacts student={student} />
      </dl>
    </Panel>
  );
};

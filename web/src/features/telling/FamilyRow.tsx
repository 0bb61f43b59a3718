import type { LessonChange } from '@rondo/contracts/api/history/changes.ts';
import {
  Ban,
  ArrowRight,
  CalendarDays,
  Plus,
  Check,
  ClockAlert,
  Copy,
  Mail,
  Send,
  Share,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StudioTime } from '../../calendar/moments/moment-text.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { inputFrame } from '../../ui/fields/field.tsx';
import { copyText, shareText, textMessageTo } from '../../ui/send-text.ts';
import { calendarText, lineOf, soonText, type Family } from './families.ts';

const icons: Readonly<Record<LessonChange['kind'], LucideIcon>> = {
  added: Plus,
  restored: Plus,
  cancelled: Ban,
  ended: Ban,
  moved: ArrowRight,
  edited: ArrowRight,
};

const Line = ({ change, whose }: { readonly change: LessonChange; readonly whose: string }) => {
  const Icon = icons[change.kind];
  const { left, text } = lineOf(change);
  return (
    <li className="mt-0.5 grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
      <Icon aria-hidden className="mt-0.5 size-4 text-ink-2" strokeWidth={1.75} />
      <span>
        {whose}
        {left !== null && <s className="text-ink-3 decoration-1">{left}</s>}
        {text}
      </span>
    </li>
  );
};

const mailOf = (address: string, text: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent('Your lessons')}&body=${encodeURIComponent(text)}`;

/** One family: what it does not know, the text to send, and the ways to send it. */
export const FamilyRow = (props: {
  readonly family: Family;
  readonly place: StudioTime;
  /** The page was opened for this family. */
  readonly isWanted: boolean;
  readonly busy: boolean;
  readonly onTold: () => void;
  /** The server has its mail, and sends it. */
  readonly isMailed: boolean;
  /** Has the server mail the text; null where it sends no mail. */
  readonly onMail: (() => void) | null;
}) => {
  const { family, place, isWanted, busy, onTold, isMailed, onMail } = props;
  const { name, students, soonest, message } = family;
  const [text, setText] = useState(message);
  const field = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const soon = soonText(soonest, place.today);
  const phone = students.find((one) => one.phone !== null)?.phone ?? null;
  const email = students.find((one) => one.email !== null)?.email ?? '';
  const canShare = 'share' in navigator;
  // In two columns none of the ways is left alone in its row.
  const isOdd = canShare !== (phone !== null);
  const link = buttonClasses('secondary', 'normal', 'px-3!');
  return (
    <li
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_minmax(0,1.16fr)_228px] gap-x-7 gap-y-2.5 border-b border-line py-4 pr-5 pl-6 last:border-b-0 max-wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-desk:grid-cols-1 max-desk:px-4 max-desk:py-3.5',
        isWanted && 'bg-accent-tint',
      )}
    >
      <div>
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 ref={heading} tabIndex={-1} className="text-lead font-strong break-words focus:outline-none">
            {name}
          </h2>
          {soon !== null && (
            <span className="inline-flex items-center gap-1 text-small font-control whitespace-nowrap text-warn">
              <ClockAlert aria-hidden className="size-3" strokeWidth={2} />
              {soon}
            </span>
          )}
        </div>
        <ul>
          {students.flatMap((student) =>
            student.changes.map((change) => (
              <Line
                key={`${student.studentId} ${change.text}`}
                change={change}
                whose={students.length > 1 ? `${student.name.split(' ')[0]}: ` : ''}
              />
            )),
          )}
        </ul>
        <p className="mt-1.5 flex gap-1.5 text-small text-ink-3">
          <CalendarDays aria-hidden className="mt-px size-3.5 shrink-0" strokeWidth={1.75} />
          {calendarText(students, place)}
        </p>
      </div>
      <textarea
        ref={field}
        aria-label={`Text for ${name}`}
        value={text}
        rows={Math.max(2, Math.ceil(text.length / 62))}
        className={cn(
          inputFrame(false),
          'field-sizing-content min-h-15 w-full resize-none self-start bg-paper! px-3 py-2.5',
        )}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="grid grid-cols-2 content-start gap-x-2 gap-y-1.5 max-wide:col-span-2 max-wide:flex max-wide:flex-wrap max-desk:col-span-1 max-desk:grid">
        <Button
          icon={Copy}
          className={cn('px-3!', isOdd && 'col-span-full')}
          aria-label={`Copy text for ${name}`}
          onClick={() => void copyText(field.current)}
        >
          Copy text
        </Button>
        {canShare && (
          <Button icon={Share} aria-label={`Share with ${name}`} onClick={() => void shareText(text)}>
            Share
          </Button>
        )}
        {/* The server mails its own text: one that was edited is mailed by the teacher. */}
        {onMail && email !== '' && text === message ? (
          <Button
            icon={Mail}
            className="px-3!"
            disabled={busy || isMailed}
            aria-label={`Mail ${name}`}
            onClick={onMail}
          >
            {isMailed ? 'Mailed' : 'Mail'}
          </Button>
        ) : (
          <a href={mailOf(email, text)} className={link} aria-label={`Mail ${name}`}>
            <Mail aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            Mail
          </a>
        )}
        {phone !== null && (
          <a href={textMessageTo(phone, text)} className={link} aria-label={`Text ${name}`}>
            <Send aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            Text
          </a>
        )}
        <Button
          kind="quiet"
          icon={Check}
          disabled={busy}
          className="col-span-full justify-self-start max-desk:justify-self-stretch max-desk:border-line"
          aria-label={`Mark as told: ${name}`}
          onClick={onTold}
        >
          Mark as told
        </Button>
      </div>
    </li>
  );
};

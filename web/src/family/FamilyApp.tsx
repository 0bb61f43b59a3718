import type { FamilyLesson, FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Lessons } from './Lessons.tsx';
import { Invoices } from './Invoices.tsx';
import { closePage, openPage, type Opened } from './opening.ts';
import { Icon, linkClasses, Part } from './parts.tsx';
import { foreignZone, listed } from './words.ts';

const Lost = lazy(() => import('./Lost.tsx'));
const ChangeDialog = lazy(() => import('./change/ChangeDialog.tsx'));

const Policy = ({ policy }: Pick<FamilyPage, 'policy'>) =>
  policy.length === 0 ? null : (
    <Part title="When you cannot make it">
      <ul className="grid gap-2 px-5 py-4">
        {policy.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Part>
  );

const Contact = ({ page: { studio, students } }: { readonly page: FamilyPage }) => {
  const calendars = students.flatMap(({ name, calendarUrl }) => (calendarUrl === null ? [] : [{ name, calendarUrl }]));
  if (studio.phone === null && studio.email === null && calendars.length === 0) return null;
  return (
    <Part title="Stay in touch">
      <div className="flex flex-wrap gap-2 px-5 py-4 *:grow">
        {studio.phone !== null && (
          <a className={linkClasses} href={`tel:${studio.phone}`}>
            <Icon name="phone" />
            Call {studio.phone}
          </a>
        )}
        {studio.email !== null && (
          <a className={linkClasses} href={`mailto:${studio.email}`}>
            <Icon name="mail" />
            Write
          </a>
        )}
        {calendars.map(({ name, calendarUrl }) => (
          <a key={calendarUrl} className={linkClasses} href={calendarUrl.replace(/^https?:/, 'webcal:')}>
            <Icon name="calendar" />
            {calendars.length === 1 ? 'Add to my calendar' : `Add ${name} to my calendar`}
          </a>
        ))}
      </div>
    </Part>
  );
};

const Foot = ({ page, onClose }: { readonly page: FamilyPage; readonly onClose: () => void }) => {
  const zone = foreignZone(page.timeZone);
  return (
    <footer className="text-small text-ink-2">
      <p>
        {page.recipient.name}. Anyone who has your link sees this page.{zone === null ? '' : ` Times are ${zone}.`}
      </p>
      <button type="button" className="min-h-11 font-control text-accent" onClick={onClose}>
        Close this page on this device
      </button>
    </footer>
  );
};

const Brand = () => (
  <svg viewBox="0 0 26 26" aria-hidden="true" className="size-[26px] shrink-0">
    <rect width="26" height="26" rx="7" className="fill-accent-fill" />
    <g className="fill-on-accent">
      <circle cx="7.4" cy="10.2" r="1.7" />
      <circle cx="7.4" cy="15.8" r="1.7" />
      <rect x="11.6" y="5.5" width="1.5" height="15" />
      <rect x="15.2" y="5.5" width="4.2" height="15" />
    </g>
  </svg>
);

type PageProps = {
  readonly opened: Extract<Opened, { page: unknown }>;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
};

const Page = ({ opened: { page, extras }, onClose, onChanged }: PageProps) => {
  const [lesson, setLesson] = useState<FamilyLesson | FamilyPage['owed'][number] | null>(null);
  const [done, setDone] = useState('');
  const notice = useRef<HTMLOutputElement>(null);
  const changed = async (sentence: string): Promise<void> => {
    setLesson(null);
    setDone(sentence);
    notice.current?.focus();
    await onChanged();
  };
  const { studio, students, recipient } = page;
  const names = listed(students.map(({ name }) => name));
  const title = studio.name ?? 'Music lessons';
  const hasLessons = recipient.gets !== 'invoices';
  return (
    <>
      <title>{title}</title>
      <header className="flex min-h-16 items-center gap-3 border-b border-line bg-card px-6 py-2 max-desk:px-4">
        <Brand />
        <div className="min-w-0 grow">
          <h1 className="text-lead font-title">{title}</h1>
          {names !== '' && (
            <p className="text-small text-ink-2">{hasLessons ? `Lessons of ${names}` : `Invoices for ${names}`}</p>
          )}
        </div>
        {studio.phone !== null && (
          <a className={linkClasses} href={`tel:${studio.phone}`} aria-label={`Call ${title}`}>
            <Icon name="phone" />
          </a>
        )}
      </header>
      <main className="mx-auto grid max-w-[1040px] gap-x-6 px-6 py-6 max-desk:px-4 min-[761px]:grid-cols-[minmax(0,1.63fr)_minmax(0,1fr)]">
        <output ref={notice} tabIndex={-1} className="col-span-full rounded-control">
          {done !== '' && <p className="mb-6 rounded-control bg-ok-tint p-4 font-strong">{done}</p>}
        </output>
        {hasLessons && (
          <div>
            {extras && <extras.Questions page={page} onDone={changed} />}
            <Lessons page={page} onChange={setLesson} />
            {extras && <extras.Notes notes={page.notes} />}
          </div>
        )}
        <div>
          {extras && <extras.Owed owed={page.owed} onChange={setLesson} />}
          <Invoices page={page} />
          <Policy policy={page.policy} />
          <Contact page={page} />
          {extras && page.mail && <extras.Mail page={page} mail={page.mail} />}
          <Foot page={page} onClose={onClose} />
        </div>
      </main>
      {lesson && (
        <Suspense>
          <ChangeDialog
            of={lesson}
            page={page}
            onClose={() => setLesson(null)}
            onDone={(sentence) => void changed(sentence)}
          />
        </Suspense>
      )}
    </>
  );
};

/** Instead of the page: why there is none. */
const Sentence = ({ text, onRetry }: { readonly text: string; readonly onRetry: (() => void) | null }) => (
  <main className="mx-auto grid max-w-[480px] gap-6 px-6 py-16">
    <Brand />
    <h1 className="text-title font-title">
      <output>{text}</output>
    </h1>
    {onRetry ? (
      <button type="button" className={linkClasses} onClick={onRetry}>
        Try again
      </button>
    ) : (
      <Suspense>
        <Lost />
      </Suspense>
    )}
  </main>
);

/** A family's page, by the link in the address or the one that was opened before. */
export const FamilyApp = () => {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const open = (): void => void openPage().then(setOpened);
    open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);
  /** Reads the page again after a click; one that does not answer leaves what is shown. */
  const changed = async (): Promise<void> => {
    const next = await openPage();
    if ('page' in next || !next.canRetry) setOpened(next);
  };
  const close = async (): Promise<void> => {
    const isClosed = await closePage();
    setOpened({
      sentence: isClosed
        ? 'This page is closed on this device. Your link opens it again.'
        : 'This page could not be closed. Please check your connection and try again.',
      canRetry: !isClosed,
    });
  };
  if (opened === null) return <p className="p-6 text-ink-3">Loading...</p>;
  if ('page' in opened) return <Page opened={opened} onClose={() => void close()} onChanged={changed} />;
  return <Sentence text={opened.sentence} onRetry={opened.canRetry ? () => void openPage().then(setOpened) : null} />;
};

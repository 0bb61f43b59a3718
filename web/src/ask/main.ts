import type { ShownForm, ShownTimes } from '@rondo/contracts/api/asking/ask-form.ts';
import { hourInWords } from '../lib/hour-words.ts';
import { ask, classes, dayName, element, showPage } from './elements.ts';
import { showForm } from './form.ts';

// The question form of a studio, and the answer behind the mailed link. An entry of its own, without the app’s code and libraries: it is opened
// once, on a phone, by a family that may never come back.

const dateInWords = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(date),
  );

const showTimes = (studioName: string, { bands, lessonDuration, forgottenOn, message }: ShownTimes): void => {
  const list = [
    element('p', { class: classes.quiet }, `These times look possible for a ${lessonDuration}-minute lesson:`),
    element(
      'ul',
      { class: 'rounded-control border border-line' },
      ...bands.map(({ dayOfWeek, from, to }) =>
        element(
          'li',
          { class: 'flex min-h-13 items-center gap-3 border-b border-line-soft px-4 last:border-b-0' },
          element('b', { class: 'grow text-lead font-strong' }, `${dayName(dayOfWeek, 'long')}s`),
          hourInWords(from, to),
        ),
      ),
    ),
    element('p', {}, `${studioName} will write to you about the exact time. Nothing is booked yet.`),
  ];
  showPage(
    studioName,
    bands.length === 0 ? 'Thank you' : 'Times that look possible',
    element('p', { class: 'font-strong text-ok', role: 'status' }, 'Thank you. Your email is confirmed.'),
    ...(bands.length === 0 ? [element('p', {}, message)] : list),
    element(
      'p',
      { class: `text-small ${classes.quiet}` },
      `Your question will be deleted on ${dateInWords(forgottenOn)}, unless lessons begin before.`,
    ),
  );
  document.querySelector('h1')?.focus();
};

/** Behind the mailed link nothing happens before a click: programs open links, too. */
const showLink = (slug: string, studioName: string, token: string): void => {
  const outcome = element('output', { class: classes.wrong });
  const button = element('button', { type: 'button', class: classes.button }, 'Show possible times');
  button.addEventListener('click', () => {
    button.disabled = true;
    outcome.textContent = '';
    void ask<ShownTimes>(`/api/ask/${slug}/confirm`, { token }).then((answer) => {
      button.disabled = false;
      if (answer.ok) showTimes(studioName, answer.body);
      else outcome.textContent = answer.body.detail;
    });
  });
  showPage(studioName, 'Your question', element('p', {}, 'This confirms your email.'), button, outcome);
};

const open = async (): Promise<void> => {
  const slug = window.location.pathname.split('/')[2] ?? '';
  const token = /^#c=(.+)$/.exec(window.location.hash)?.[1];
  if (token !== undefined) window.history.replaceState(null, '', window.location.pathname);
  const answer = await ask<ShownForm>(`/api/ask/${encodeURIComponent(slug)}`);
  if (!answer.ok) {
    const again = element('button', { type: 'button', class: classes.button }, 'Try again');
    again.addEventListener('click', () => window.location.reload());
    const sentence = element('p', { role: 'alert' }, answer.body.detail);
    showPage('', 'When could my child have lessons?', sentence, ...(answer.status === 404 ? [] : [again]));
  } else if (token === undefined) showForm(slug, answer.body);
  else showLink(slug, answer.body.studioName, token);
};

void open();

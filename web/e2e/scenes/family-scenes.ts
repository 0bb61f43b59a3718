import type { Family } from '@rondo/contracts/api/calendars/families.ts';
import type { Message, MessagesSetup } from '@rondo/contracts/api/calendars/messages.ts';
import { fail, skeletons, stall, type Scene, type Stage } from './stage.ts';

const long = 'Maximiliana Featherstonehaugh-Oyelaran';

const message = (more: Partial<Message> & Pick<Message, 'id' | 'kind' | 'state'>): Message => ({
  recipientId: 'recipient-1',
  recipient: long,
  familyId: 'family-1',
  refused: false,
  email: 'maximiliana.featherstonehaugh@bartonspringsconservatory.example',
  students: ['Theo Featherstonehaugh-Oyelaran', 'Mia Featherstonehaugh-Oyelaran'],
  because: null,
  subject: 'Tomorrow: Theo 4:00 PM, Mia 4:45 PM',
  text: 'Tomorrow: Theo 4:00 PM, Mia 4:45 PM\n\nDana Whitfield, (512) 555-0100',
  dueAt: '2026-11-22T23:00:00.000000Z',
  queuedAt: '2026-11-22T23:00:00.000000Z',
  endedAt: '2026-11-22T23:00:04.000000Z',
  ...more,
});

const entries: readonly Message[] = [
  message({ id: 'm1', kind: 'reminder', state: 'queued', text: null, subject: null, endedAt: null }),
  message({ id: 'm2', kind: 'reminder', state: 'sent' }),
  message({
    id: 'm3',
    kind: 'pastDue',
    state: 'failed',
    refused: true,
    text: null,
    because: 'The mail server does not know this mailbox: 550 5.1.1 <maximiliana.featherstonehaugh@example.org>',
  }),
  message({
    id: 'm4',
    kind: 'change',
    state: 'dropped',
    text: null,
    recipient: '',
    email: null,
    because: 'nothing left to say',
  }),
];

const next = (on: boolean, held: boolean) => ({
  on,
  messages: [
    {
      recipient: long,
      email: 'maximiliana.featherstonehaugh@bartonspringsconservatory.example',
      familyId: 'family',
      students: ['Theo Featherstonehaugh-Oyelaran'],
      dueAt: '2026-11-23T23:00:00.000000Z',
      subject: 'Tomorrow: Theo 4:00 PM',
      text: 'Tomorrow: Theo 4:00 PM\n\nThe lesson is at 11900 Metric Boulevard, Building C, in the room above the library.',
      held,
    },
  ],
  without: [
    {
      students: ['Ben Ito'],
      name: 'Ben Ito',
      phone: '(512) 555-0103',
      text: 'Tomorrow: Ben 3:45 PM',
      because: 'no address for mail',
    },
    { students: ['Ava Lindqvist'], name: long, phone: null, text: '', because: 'the mailbox is unknown' },
  ],
  changes: null,
  until: held ? '2026-11-22T23:00:00.000000Z' : null,
});

const setup: MessagesSetup = {
  sends: true,
  from: 'Barton Springs Conservatory of Music and Dance <mail@rondo.example>',
  replyTo: null,
  publicUrl: 'https://rondo.example',
  test: { sentAt: '2026-11-22T23:00:00.000000Z', confirmedAt: null },
  problems: ['The studio has no e-mail address: families cannot answer.'],
};

const list: readonly Family[] = (
  [
    ['none', null],
    ['live', null],
    ['live', '2026-11-22T23:00:00.000000Z'],
    ['revoked', null],
  ] as const
).map(([state, lastOpenedAt], i) => ({
  id: `family-${i}`,
  name: i === 0 ? 'Ben Ito' : `Featherstonehaugh-Oyelaran family ${i}`,
  students:
    i === 0
      ? [{ id: 'ben', name: 'Ben Ito' }]
      : [
          { id: 'theo', name: 'Theo' },
          { id: 'mia', name: 'Mia' },
        ],
  recipients: [
    {
      id: `recipient-${i}`,
      name: i === 0 ? 'Ben Ito' : long,
      email: 'maximiliana@example.org',
      phone: null,
      gets: 'both',
      link: {
        state,
        sharedAt: state === 'none' ? null : '2026-11-20T12:00:00.000000Z',
        lastOpenedAt,
        lastOpenedOn: lastOpenedAt && 'Safari on iPhone',
      },
      mail: {
        stopped: i === 2 ? ['reminders'] : [],
        refused: i === 3 ? 'The mail server does not know this mailbox.' : null,
      },
    },
  ],
}));

const showMessages = async ({ page }: Stage, held: boolean): Promise<void> => {
  await page.route('**/api/messages/preview*', (route) => route.fulfill({ json: next(true, held) }));
  await page.route('**/api/messages?*', (route) =>
    route.fulfill({ json: { entries, next: 'm4', today: { sent: 12, refused: 1 } } }),
  );
  await page.route('**/api/messages/setup', (route) => route.fulfill({ json: setup }));
  await page.goto(`/messages?kind=${held ? 'change' : 'reminder'}`);
  await page.getByRole('button', { name: 'Show more' }).waitFor();
  await page.getByText('in the room above the library').filter({ visible: true }).waitFor();
};

/** What families are sent and shown, and the days and drives between them. */
export const familyScenes: readonly Scene[] = [
  { name: 'messages', of: 'studio', show: (stage) => showMessages(stage, false) },
  { name: 'messages-held', of: 'studio', show: (stage) => showMessages(stage, true) },
  {
    name: 'messages-loading',
    of: 'studio',
    show: async ({ page }) => {
      await stall(page, '**/api/messages?*');
      await page.goto('/messages');
      await skeletons(page);
    },
  },
  {
    name: 'messages-failed',
    of: 'studio',
    show: async ({ page }) => {
      await fail(page, '**/api/messages?*');
      await page.goto('/messages');
      await page.getByText('The messages did not load.').waitFor();
    },
  },
  {
    name: 'families',
    of: 'studio',
    show: async ({ page }) => {
      await page.route('**/api/families', (route) => route.fulfill({ json: list }));
      await page.route('**/api/settings', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), familyPage: true } });
      });
      await page.goto('/families');
      await page
        .getByRole('button', { name: `Actions for ${long}` })
        .first()
        .waitFor();
    },
  },
  {
    name: 'day-ahead',
    of: 'studio',
    show: async ({ page, monday, dana }) => {
      await page.goto(`/day?teacher=${dana.id}&date=${monday}`);
      await page.getByRole('region', { name: 'First stop' }).waitFor();
    },
  },
  {
    name: 'day-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/day');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'mileage-off',
    of: 'studio',
    show: async ({ page, dana }) => {
      await page.goto(`/mileage?teacher=${dana.id}`);
      await page.getByRole('heading', { name: 'Keep what you drive' }).waitFor();
    },
  },
  {
    name: 'earnings',
    of: 'studio',
    show: async ({ page, dana, monday }) => {
      await page.goto(`/mileage?view=earnings&teacher=${dana.id}&from=${monday}&to=${monday}`);
      await page.getByRole('radio', { name: 'Door to door' }).waitFor();
    },
  },
];

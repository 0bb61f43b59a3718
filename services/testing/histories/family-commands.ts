import type { Visitor } from '../visitor.ts';
import type { Command, VisitedStudio } from './visited-studio.ts';

type Shown = { ref: string; date: string; status: string; request: { ref: string; times: { ref: string }[] } | null };
type Entry = { id: string; state: string; times: unknown[] };

/** Opens the page of a student's family by a new link, and what is called there. */
const familyOf = async (studio: VisitedStudio) => {
  const student = studio.one(await studio.students());
  if (!student) return null;
  const links = await studio.call('POST', '/api/families/links', { recipientIds: [student.id] });
  const k: unknown = String(links.status === 200 ? links.json[0].url : '').split('#k=')[1];
  if (k === undefined) return null;
  const visitor: Visitor = studio.newVisitor();
  const { status, json } = await studio.call('POST', '/api/family/session', { k }, { visitor });
  if (status !== 200) return null;
  const by = { visitor, headers: { 'Rondo-Proof': json.proof } };
  const pageNow = async (): Promise<Shown[]> => {
    const page = await studio.call('GET', '/api/family', undefined, by);
    return page.status === 200 ? page.json.lessons : [];
  };
  const post = (path: string, body: object = {}) => studio.call('POST', `/api/family/${path}`, body, by);
  return {
    lessons: await pageNow(),
    pageNow,
    post,
    get: (path: string) => studio.call('GET', `/api/family/${path}`, undefined, by),
  };
};

/** What families do on their pages, and how they are answered. */
export const familyCommands: Readonly<Record<string, Command>> = {
  'a family cancels': async (studio) => {
    const family = await familyOf(studio);
    const lesson = studio.one(family?.lessons ?? []);
    if (!family || !lesson) return;
    const outcome = await family.get(`lessons/${lesson.ref}/outcome`);
    if (outcome.status === 200)
      await family.post(`lessons/${lesson.ref}/cancel`, { expected: outcome.json.expected, message: 'We are away.' });
  },
  'a family asks': async (studio) => {
    const family = await familyOf(studio);
    const lesson = studio.one(family?.lessons ?? []);
    if (!family || !lesson) return;
    const { status, json } = await family.get(`lessons/${lesson.ref}/times`);
    const times = status === 200 ? json.times.slice(0, 2).map(({ ref }: Shown) => ref) : [];
    await family.post(`lessons/${lesson.ref}/requests`, { times, message: 'Another time, please.' });
    const entries: Entry[] = (await studio.call('GET', '/api/requests?open=true')).json.entries;
    const request = entries[0];
    const offer = { answer: 'offer', times: [{ date: studio.day(1, 20), startTime: studio.time() }] };
    const yes = { answer: 'yes', time: 0 };
    if (request && studio.chance(0.7))
      await studio.call('POST', `/api/requests/${request.id}/answer`, studio.one([offer, yes, yes, { answer: 'no' }]));
    const own = (await family.pageNow()).find((one) => one.request !== null)?.request;
    if (own && studio.chance(0.4)) await family.post(`requests/${own.ref}/withdraw`);
    const [time] = own?.times ?? [];
    if (own && time) await family.post(`requests/${own.ref}/take`, { time: time.ref });
  },
};

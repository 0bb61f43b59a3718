import { rowsAt, textAt } from '../answers.ts';
import { callerOf } from '../visit.ts';
import type { Chapter } from './cast.ts';

/** The pages that families open by a link. */
export const familyPages: Chapter = async (visit, { dana, nobody, students, teachers }) => {
  visit.chapter('family-pages', '2027-01-10T10:00:00Z');
  const families = await dana.get('families', '/api/families');
  const invoices = rowsAt((await dana.get('invoices', '/api/invoices')).json);
  const billed = new Set(
    invoices.filter((invoice) => invoice['status'] !== 'draft').map((invoice) => textAt(invoice, 'payer', 'id')),
  );
  const family = rowsAt(families.json).find(
    (one) => billed.has(textAt(one, 'id')) && rowsAt(one, 'recipients').length > 0,
  );
  const payer = textAt(family, 'id');
  const recipientId = textAt(rowsAt(family, 'recipients')[0], 'id');
  const link = `/api/families/links/${recipientId}`;
  const share = (title: string) => dana.post(title, '/api/families/links', { recipientIds: [recipientId] });
  await share('shares while pages are off');
  await dana.patch('turns mail on', '/api/settings', { sendReminders: true });
  await dana.get('what mail needs', '/api/messages/setup');
  const mailed = (await visit.mailsTo('dana@example.com')).length;
  await dana.post('a test mail', '/api/messages/test');
  await dana.post('another', '/api/messages/test');
  await visit.mailed('dana@example.com', mailed + 1);
  const mail = (await visit.mailsTo('dana@example.com')).at(-1) ?? '';
  const code = /Rondo test: (\d{6})/.exec(mail)?.[1] ?? '';
  visit.names.fix(code, '<code>');
  await dana.post('no code', '/api/messages/test/confirm', { code: '12345' });
  await dana.post('its code', '/api/messages/test/confirm', { code });
  await dana.post('again', '/api/messages/test/confirm', { code });
  await dana.patch('turns pages on', '/api/settings', { familyPage: true });
  const send = (title: string, recipientIds: string[]) =>
    dana.post(title, '/api/families/links/send', { recipientIds });
  const reached = rowsAt(families.json)
    .flatMap((one) => rowsAt(one, 'recipients'))
    .find((one) => textAt(one, 'email').includes('@'));
  await send('mails a link', [textAt(reached, 'id'), recipientId, 'nobody']);
  await visit.until('the link is mailed', "select from event_log.events where type = 'MessageSent'");
  await dana.get('mail to families', '/api/messages');
  await dana.get('mail that was refused', '/api/messages?state=failed&kind=link');
  await dana.get('the next reminders', '/api/messages/preview?kind=reminder');
  await dana.get('the next mail about invoices', '/api/messages/preview?kind=pastDue');
  const { json: changed } = await dana.get('the next mail about changes', '/api/messages/preview?kind=change');
  const tell = (title: string, familyIds: string[]) =>
    dana.post(title, '/api/messages/changes', { familyIds, until: textAt(changed, 'until') });
  await tell('mails changes', [payer, 'nobody']);
  await tell('mails changes to no one', []);
  await dana.patch('turns mail about changes on', '/api/settings', { sendChanges: true });
  await dana.get('of no kind', '/api/messages/preview');
  const secretIn = (url: string): string => url.split('#k=')[1] ?? '';
  const first = secretIn(textAt(rowsAt((await share('shares')).json)[0], 'url'));
  await share('shares again');
  await dana.post('with no one', '/api/families/links', { recipientIds: ['nobody'] });
  await dana.get('a preview', `/api/families/${payer}/preview?recipientId=${recipientId}`);
  await dana.get('a preview of no one', `/api/families/${payer}/preview?recipientId=nobody`);
  const lena = callerOf(visit, 'a family');
  await nobody.get('a page without a link', '/api/family');
  await nobody.post('a wrong link', '/api/family/session', { k: 'a'.repeat(43) });
  await nobody.post('has lost a link', '/api/family/lost', { email: 'someone@example.com' });
  await nobody.post('and says no address', '/api/family/lost', { email: 'someone' });
  const page = await lena.post('opens the link', '/api/family/session', { k: first });
  const kim = callerOf(visit, 'a family with an address');
  const shared = rowsAt(
    (
      await dana.post('shares with who has an address', '/api/families/links', {
        recipientIds: [textAt(reached, 'id')],
      })
    ).json,
  )[0];
  const own = await kim.post('opens its link', '/api/family/session', { k: secretIn(textAt(shared, 'url')) });
  const ofKim = { headers: { 'Rondo-Proof': textAt(own.json, 'proof') } };
  const changeMail = (title: string, body: object) => kim.patch(title, '/api/family/mail', body, ofKim);
  await changeMail('changes nothing of its mail', {});
  await changeMail('stops reminders', { reminders: false });
  await changeMail('stops notes', { notes: false });
  await changeMail('stops all mail', { all: false });
  await send('mails a link to who wants no mail', [textAt(reached, 'id')]);
  await dana.get('the bell of mail', '/api/notifications');
  await changeMail('resumes mail', { all: true });
  await nobody.get('a stop of no mail', `/mail/${'a'.repeat(43)}`);
  const student = textAt(rowsAt(family, 'students')[0], 'id');
  const notes = `/api/students/${student}`;
  const draft = await dana.put('writes a note', `${notes}/family-notes/2027-01-10`, {
    text: 'Scales in G.\nCount aloud.',
  });
  await dana.put('shares it', `${notes}/family-notes/2027-01-10`, { text: 'Scales in G.', share: true });
  await dana.put('changes it on an older page', `${notes}/family-notes/2027-01-10`, {
    text: 'Scales',
    revision: textAt(draft.json, 'revision'),
  });
  await dana.put('of a day to come', `${notes}/family-notes/2027-01-11`, { text: 'Scales' });
  await dana.put('shares none', `${notes}/family-notes/2027-01-09`, { text: '', share: true });
  await dana.put('writes a private note', `${notes}/private-notes/2027-01-10`, { text: 'Ask about the recital.' });
  await dana.put('shares a private note', `${notes}/private-notes/2027-01-10`, { text: 'Scales', share: true });
  await dana.get('notes for the family', `${notes}/family-notes`);
  await dana.get('private notes', `${notes}/private-notes?before=2027-01-11`);
  await dana.get('notes of no one', '/api/students/nobody/family-notes');
  await lena.get('the page', '/api/family');
  const pdf = textAt(rowsAt(page.json, 'invoices')[0], 'pdf');
  await lena.get('an invoice', pdf === '' ? '/api/family/invoices/none/pdf' : pdf, { isBrief: true });
  await lena.get('an invoice of someone else', '/api/family/invoices/none/pdf');
  const ref = textAt(rowsAt(page.json, 'lessons')[0], 'ref');
  await lena.get('an outcome where families cannot cancel', `/api/family/lessons/${ref}/outcome`);
  await dana.patch('lets families cancel', '/api/settings', { familyCancel: true });
  const outcome = await lena.get('an outcome', `/api/family/lessons/${ref}/outcome`);
  await lena.get('an outcome of no lesson', '/api/family/lessons/none/outcome');
  const cancel = (title: string, expected: string, proof: string) =>
    lena.post(title, `/api/family/lessons/${ref}/cancel`, { expected }, { headers: { 'Rondo-Proof': proof } });
  await cancel('without a proof', 'x', '');
  await cancel('something else', 'x', textAt(page.json, 'proof'));
  await cancel('cancels', textAt(outcome.json, 'expected'), textAt(page.json, 'proof'));
  await cancel('again', 'x', textAt(page.json, 'proof'));
  const proven = { headers: { 'Rondo-Proof': textAt(page.json, 'proof') } };
  const next = textAt(rowsAt(page.json, 'lessons')[1], 'ref');
  await lena.get('times where families cannot ask', `/api/family/lessons/${next}/times`);
  await dana.patch('lets families ask', '/api/settings', { familyRequest: true });
  const shown = await lena.get('times for another lesson', `/api/family/lessons/${next}/times`);
  const times = rowsAt(shown.json, 'times').map((time) => textAt(time, 'ref'));
  const ask = (title: string, body: object) => lena.post(title, `/api/family/lessons/${next}/requests`, body, proven);
  await ask('asks for nothing', { times: [] });
  await ask('asks for a time of no list', { times: ['none'] });
  await ask('asks', { times: times.slice(0, 2), message: 'We are still traveling.' });
  await ask('asks again', { times: [], message: 'Please?' });
  const requests = await dana.get('what families ask for', '/api/requests?open=true');
  const request = textAt(rowsAt(requests.json, 'entries')[0], 'id');
  const answer = (title: string, body: object, id = request) => dana.post(title, `/api/requests/${id}/answer`, body);
  await answer('answers perhaps', { answer: 'perhaps' });
  await answer('answers no one', { answer: 'no' }, 'nobody');
  await answer('offers another day', {
    answer: 'offer',
    times: [{ date: '2027-02-06', startTime: '10:00' }],
    message: 'Would Saturday suit?',
  });
  await answer('answers again', { answer: 'no' });
  const offered = rowsAt((await lena.get('the page with an offer', '/api/family')).json, 'lessons')[1];
  const asked = textAt(offered, 'request', 'ref');
  await lena.post('takes no time', `/api/family/requests/${asked}/take`, { time: 'none' }, proven);
  await lena.post('withdraws', `/api/family/requests/${asked}/withdraw`, {}, proven);
  // A link can write ten times in an hour.
  await visit.passTo('2027-01-10T13:00:00Z');
  await ask('asks once more', { times: [], message: 'Another week, perhaps?' });
  const again = rowsAt((await dana.get('what is open', '/api/requests?open=true')).json, 'entries')[0];
  const nextDay = { date: '2027-02-09', startTime: '10:00' };
  await answer('offers a day of the next week', { answer: 'offer', times: [nextDay] }, textAt(again, 'id'));
  const other = rowsAt((await lena.get('the page with another offer', '/api/family')).json, 'lessons')[1];
  const [time] = rowsAt(other, 'request', 'times');
  const taking = `/api/family/requests/${textAt(other, 'request', 'ref')}/take`;
  await lena.post('takes the time', taking, { time: textAt(time, 'ref') }, proven);
  const thursday = { teacherId: teachers.dana, lessonDate: '2027-01-14', duration: 30 };
  const enter = (title: string, body: object) => dana.post(title, '/api/lessons', { ...thursday, ...body });
  const between = await enter('one on a Thursday', { studentId: students.ben, startTime: '15:30' });
  const later = await enter('one later', { studentId: student, startTime: '17:00' });
  await dana.post('cancels the first', `/api/lessons/${between.id}/cancel`, {});
  const move = { kind: 'move', lessonId: later.id, originalDate: '2027-01-14', revision: later.revision };
  await dana.post('asks the family first', `/api/lessons/${between.id}/repairs/ask`, {
    lessonDate: '2027-01-14',
    changes: [{ ...move, startTime: '18:30' }],
  });
  const asking = rowsAt((await lena.get('the page with a question', '/api/family')).json, 'asked')[0];
  const say = (title: string, answer: string, about = textAt(asking, 'ref')) =>
    lena.post(title, `/api/family/asked/${about}`, { answer }, proven);
  await say('answers what it was not asked', 'no', 'none');
  await say('answers perhaps', 'perhaps');
  await say('says no', 'no');
  await say('says yes after that', 'yes');
  for (const { id } of [between, later]) await dana.delete('deletes it', `/api/lessons/${id}`);
  await dana.get('all requests', '/api/requests?limit=1');
  await dana.get('the bell', '/api/notifications');
  await dana.get('history of families', '/api/history?kind=families&limit=1');
  await dana.get('families of whom one has opened its page', '/api/families');
  await dana.post('renews the link', `${link}/renew`, { calendars: true });
  await lena.get('the page of a link that was renewed', '/api/family');
  await dana.delete('revokes the link', link);
  await dana.delete('again', link);
  await dana.post('renews no one’s', `/api/families/links/${students['ann']}-nobody/renew`);
  await lena.delete('closes the page', '/api/family/session');
  await dana.patch('turns pages off', '/api/settings', { familyPage: false });
};

import type { Chapter } from './cast.ts';

/** Families: who belongs together, whom to write to, and who is suggested. */
export const families: Chapter = async (visit, { dana, stranger, nobody }) => {
  visit.chapter('families', '2027-01-05T02:00:00Z');
  const home = { address: '4508 Banister Ln, Austin, TX 78745', zipCode: '78745', phone: '(512) 555-0111' };
  const studentOf = async (firstName: string, lastName: string) =>
    (await dana.post(`adds ${firstName}`, '/api/students', { firstName, lastName, ...home })).id;
  const mia = await studentOf('Mia', 'Park');
  const theo = await studentOf('Theo', 'Park');
  const cleo = await studentOf('Cleo', 'Olsen');
  await dana.get('no families', '/api/households');
  await nobody.get('without signing in', '/api/households');
  await dana.get('who seems to be a family', '/api/households/suggestions');
  const dismissed = await dana.post('not these', '/api/households/suggestions/dismiss', {
    studentIds: [mia, theo, cleo],
  });
  await dana.get('other suggestions', '/api/households/suggestions');
  await dana.post('suggests them again', '/api/undo', { batchId: dismissed.batch });
  await dana.post('a family of no one', '/api/households', { studentIds: [] });
  await dana.post('a family of a stranger', '/api/households', { studentIds: ['nobody'] });
  const made = await dana.post('a family', '/api/households', { studentIds: [theo, mia] });
  const path = `/api/households/${made.id}`;
  await dana.post('a second family', '/api/households', { studentIds: [mia, cleo] });
  await dana.get('who would join', '/api/households/suggestions');
  const contacts = [{ name: 'Jin Park', email: 'jin@example.com', phone: '(512) 555-0142', gets: 'invoices' }];
  await dana.patch('a contact', path, { contacts, address: home.address, revision: made.revision });
  await dana.patch('an older page', path, { name: 'Parks', revision: made.revision });
  await dana.patch('seven contacts', path, { contacts: Array.from({ length: 7 }, () => contacts[0]) });
  await stranger.patch('a family of another studio', path, { name: 'Mine' });
  await dana.put('joins', `/api/students/${cleo}/household`, { householdId: made.id });
  await dana.put('joins again', `/api/students/${cleo}/household`, { householdId: made.id });
  await dana.put('joins no family', `/api/students/${cleo}/household`, { householdId: 'nobody' });
  await dana.get('families', '/api/households');
  await dana.get('families of before', '/api/households?asOf=2027-01-05T01:59:00Z');
  await dana.get('found by a contact', '/api/search?q=jin');
  const removed = await dana.delete('a member goes', `/api/students/${theo}`);
  await dana.get('with a former member', '/api/households');
  await dana.post('and is back', '/api/undo', { batchId: removed.batch });
  await dana.put('leaves', `/api/students/${cleo}/household`, { householdId: null });
  await dana.post('what an undo of the family would do', '/api/undo/preview', { batchId: made.batch });
  await dana.get('what happened in families', '/api/history?kind=families&limit=10');
  const gone = await dana.delete('deletes the family', path);
  await dana.post('brings it back', '/api/undo', { batchId: gone.batch });
  await dana.get('it is back', '/api/households');
  await dana.delete('deletes it again', path);
  await dana.delete('no family', path);
  await dana.delete('its students too', `/api/students/${mia}`);
  await dana.delete('and another', `/api/students/${theo}`);
  await dana.delete('and the last', `/api/students/${cleo}`);
};

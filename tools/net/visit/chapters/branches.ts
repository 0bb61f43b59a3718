import { textAt } from '../answers.ts';
import type { Chapter } from './cast.ts';

/** Another week, planned beside the one that stands, and taken over. */
export const branches: Chapter = async (visit, { dana, teachers }) => {
  visit.chapter('branches', '2027-01-10T14:45:00Z');
  const teacherId = textAt(teachers, 'dana');
  const opened = await dana.post('opens a branch', '/api/branches', { name: 'Move to Cedar Park' });
  const branch = `/api/branches/${textAt(opened.json, 'id')}`;
  const made = await dana.post('moves the home', `${branch}/changes`, {
    change: { kind: 'home', teacherId, address: '100 Cypress Creek Rd, Cedar Park, TX 78613' },
  });
  await dana.delete('takes it back', `${branch}/changes/${textAt(made.json, 'id')}`);
  await dana.patch('renames it', branch, { name: 'As it is' });
  await dana.delete('withdraws what is pending', '/api/schedule/generated');
  await dana.post('plans it', `${branch}/plan`, { teacherIds: [teacherId] });
  const shown = await dana.get('the branch', branch);
  await dana.get('branches', '/api/branches');
  await dana.get('compares', `/api/branch-comparison?ids=${textAt(opened.json, 'id')}`);
  await dana.post('takes it over', `${branch}/take-over`, { revision: textAt(shown.json, 'revision') });
  await dana.delete('the plan goes', '/api/schedule/generated');
  const other = await dana.post('opens another', '/api/branches', { name: 'Not this one' });
  await dana.delete('drops it', `/api/branches/${textAt(other.json, 'id')}`);
};

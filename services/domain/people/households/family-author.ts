import { householdsModel } from '@rondo/projections/households/project.ts';
import { contactsHousehold, findMember } from '@rondo/projections/households/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';

/** Who acts on a family's page is named by this and the recipient's id. */
const prefix = 'family:';

/** The name of who did something on a family's page; null for anyone but a family. */
export const familyAuthor = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  actor: string,
): Promise<string | null> => {
  if (!actor.startsWith(prefix)) return null;
  const recipientId = actor.slice(prefix.length);
  const db = householdsModel.read(models);
  const household = await contactsHousehold(db, studioId, recipientId);
  const contact = household?.details.contacts.find(({ id }) => id === recipientId);
  if (contact) return contact.name;
  const student = await findMember(db, studioId, recipientId);
  return (student && `${student.first_name} ${student.last_name}`.trim()) || 'A family';
};

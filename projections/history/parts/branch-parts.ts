import { branchEvents, type BranchEvent } from '@rondo/contracts/events/branches/branch.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '../../runner/events.ts';
import type { SourceEvent } from '../../runner/source.ts';
import type { DeedPart } from '../deeds-table.ts';
import { partOf } from './deed-parts.ts';

/** The events of a branch that the history tells. */
const toldEvents: ReadonlySet<string> = new Set<BranchEvent['type']>([
  'BranchOpened',
  'BranchTakenOver',
  'BranchDropped',
]);

/** True for an event of a branch by which the studio stays as it is, and which the history leaves out. */
export const isTriedOnly = ({ stream, type }: Pick<SourceEvent, 'stream' | 'type'>): boolean =>
  parseStreamName(stream).category === branchEvents.name && !toldEvents.has(type);

const read = eventReader(branchEvents);

/** The subject under which a branch's name is known. */
const subjectOf = (branchId: string): string => `branch:${branchId}`;

const partIn = (event: BranchEvent, name: string): DeedPart | null => {
  switch (event.type) {
    case 'BranchOpened':
      return partOf('branchOpening', `Opened the branch “${event.data.name}”`);
    case 'BranchTakenOver':
      return partOf('branchTakeOver', `Took over the branch “${name}”`);
    case 'BranchDropped':
      return partOf('branchDrop', `Dropped the branch “${name}”`);
    case 'BranchRenamed':
    case 'BranchChanged':
    case 'BranchChangeWithdrawn':
    case 'BranchPlanned':
    case 'BranchTakeOverFailed':
    case 'BranchReopened':
      return null;
  }
};

/** What the history tells of a branch, with the name that it was opened with. @param named makes the row of a subject */
export const branchReading = <Row>(recorded: SourceEvent, named: (subject: string, name: string) => Row) => {
  const event = read(recorded);
  const subject = subjectOf(event.data.branchId);
  return {
    reads: [subject],
    deed: (of: (subject: string) => { readonly name: string } | undefined) => ({
      part: partIn(event, of(subject)?.name ?? ''),
      kind: 'plans' as const,
    }),
    ...(event.type === 'BranchOpened' && { changes: () => [named(subject, event.data.name)] }),
  };
};

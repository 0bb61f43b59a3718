import fc from 'fast-check';
import { anyWhere } from '../../domain/lessons/testing/random-steps.ts';
import type { Step, Teacher } from '../../domain/lessons/testing/steps.ts';

const students = ['Ann', 'Ben', 'Cy'] as const;
type Student = (typeof students)[number];

type OnLessons = {
  readonly of?: readonly Student[];
  /** Which of the rows that a step can choose from. */
  readonly nth?: readonly number[];
  readonly on?: readonly Teacher[];
};
/** Mostly of the teacher who has lessons from the start, so that few steps find nothing. */
const onLessons = (
  kinds: readonly Step['kind'][],
  { of = ['Ann', 'Ann', 'Ben', 'Cy'], nth = [0, 1, 2], on = ['A', 'A', 'A', 'B'] }: OnLessons = {},
) =>
  fc.record({
    kind: fc.constant('lesson' as const),
    step: fc.record({
      ...anyWhere,
      kind: fc.constantFrom(...kinds),
      teacher: fc.constantFrom(...on),
      student: fc.constantFrom(...of),
      nth: fc.constantFrom(...nth),
      ahead: fc.constantFrom(0, 0, 1, 2, 7, 14),
    }),
  });
type Bill = {
  /** Days from today to the first day. */
  readonly starts?: readonly number[];
  readonly days?: readonly number[];
  /** Each a choice of students. */
  readonly of?: readonly (readonly Student[])[];
  readonly teachers?: readonly (Teacher | null)[];
  readonly withRefunds?: readonly boolean[];
  /** A deleted draft leaves its number to the next invoice, and does not come back after that. */
  readonly isSent?: readonly boolean[];
};
const bill = ({
  starts = [0, 0, 0, 7, 14],
  days = [6, 13, 27],
  of = [students, students, ['Ann'], ['Ben']],
  teachers = [null],
  withRefunds = [true, true, false],
  isSent = [true, true, true, false],
}: Bill = {}) =>
  fc.record({
    kind: fc.constant('bill' as const),
    starts: fc.constantFrom(...starts),
    days: fc.constantFrom(...days),
    of: fc.constantFrom(...of),
    teacher: fc.constantFrom(...teachers),
    withRefunds: fc.constantFrom(...withRefunds),
    isSent: fc.constantFrom(...isSent),
  });
type OnOne = 'send' | 'pay' | 'mail' | 'queue mail' | 'fail to mail' | 'remove';
/** Does something to an invoice that is not deleted; 0 is the newest. */
const onOne = (...kinds: readonly OnOne[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), nth: fc.constantFrom(0, 0, 0, 1, 2, 3) });
const remove = onOne('remove');
/** The oldest ones, too. */
const removeAny = fc.record({ kind: fc.constant('remove' as const), nth: fc.constantFrom(0, 1, 2, 3) });
const removeNewest = fc.constant({ kind: 'remove', nth: 0 } as const);
/** Undoing an undo does the change again. */
const undo = fc.record({ kind: fc.constant('undo' as const), back: fc.nat(6) });
/** Of the deletions of invoices that are still deleted; 0 is the newest. */
const undoRemoval = fc.record({ kind: fc.constant('undo removal' as const), back: fc.constantFrom(0, 0, 1, 1, 2) });
const changePayment = fc.constant({ kind: 'change payment' } as const);
const changeCurrency = fc.constant({ kind: 'change currency' } as const);

const anything = fc.oneof(
  {
    weight: 8,
    arbitrary: onLessons(['weekly', 'dated', 'cancel', 'cancel', 'restore', 'restore', 'move', 'edit date']),
  },
  {
    weight: 4,
    arbitrary: onLessons(['edit series', 'give', 'give date', 'delete date', 'delete series', 'plan', 'accept']),
  },
  { weight: 6, arbitrary: bill({ teachers: [null, null, null, 'A', 'B'] }) },
  { weight: 4, arbitrary: onOne('send', 'pay', 'mail', 'queue mail', 'fail to mail', 'remove', 'remove', 'remove') },
  { weight: 3, arbitrary: undo },
  { weight: 3, arbitrary: undoRemoval },
  { weight: 1, arbitrary: changePayment },
  { weight: 1, arbitrary: changeCurrency },
);
/** Something that happens to lessons or invoices; what exactly depends on those there are. */
export type Happening = typeof anything extends fc.Arbitrary<infer One> ? One : never;
type Some = fc.Arbitrary<Happening[]>;

const some = (one: fc.Arbitrary<Happening>, minLength: number, maxLength: number): Some =>
  fc.array(one, { minLength, maxLength, size: 'max' });
const inOrder = (...parts: readonly (fc.Arbitrary<Happening> | Some)[]): Some =>
  fc.tuple(...parts).map((all) => all.flat());

/** Billed, deleted, changed and billed again, and brought back. */
const competing = (first: fc.Arbitrary<Happening>, change: Some, second = first): Some =>
  inOrder(
    first,
    some(onOne('send', 'mail', 'queue mail', 'fail to mail', 'remove'), 0, 1),
    removeNewest,
    change,
    second,
    some(fc.oneof(remove, undoRemoval), 0, 2),
    some(fc.oneof(undoRemoval, undoRemoval, undoRemoval, remove, undo), 1, 4),
  );

const moved = competing(
  bill(),
  some(onLessons(['move', 'edit series', 'edit series', 'dated', 'give', 'edit date', 'delete series']), 1, 3),
);
/** A date that becomes another student's. */
const ofAnn = { starts: [0], days: [13, 27], of: [['Ann'], ['Ann'], ['Ben']] } as const;
const ofOthers = { starts: [0], days: [27], of: [['Ben', 'Cy'], ['Cy']] } as const;
const give = some(
  onLessons(['give date', 'give date', 'give date', 'move'], { of: ['Ben', 'Cy', 'Cy'], nth: [0, 0, 1], on: ['A'] }),
  1,
  3,
);
const givenAway = fc.oneof(
  competing(bill(ofAnn), give, bill(ofOthers)),
  inOrder(
    bill(ofAnn),
    give,
    bill({ ...ofAnn, withRefunds: [true] }),
    bill(ofOthers),
    some(removeAny, 1, 3),
    some(fc.oneof(undoRemoval, undo), 0, 2),
  ),
);
const bens = { starts: [0, 1], days: [3, 6], of: [['Ben']] } as const;
const datedOfBen = onLessons(['dated'], { of: ['Ben'], on: ['A'] });
/** Of Ben, who pays now by the month and now per lesson, mostly without a lesson every week. */
const months = inOrder(
  some(changePayment, 0, 1),
  some(datedOfBen, 0, 1),
  competing(
    bill(bens),
    inOrder(
      some(changePayment, 0, 1),
      some(fc.oneof(datedOfBen, onLessons(['move', 'move', 'delete date'], { on: ['A'] })), 0, 2),
    ),
  ),
);
const invoicesAlone = competing(
  bill({ days: [27] }),
  some(fc.oneof(onOne('remove', 'mail', 'queue mail'), bill({ teachers: ['A', null] }), undo, undoRemoval), 1, 3),
);
/** Deleted while its mail is on the way, and once more. */
const mailed = inOrder(
  bill({ days: [27], isSent: [false] }),
  onOne('queue mail', 'queue mail', 'mail', 'fail to mail'),
  remove,
  undoRemoval,
  some(onOne('mail', 'fail to mail', 'queue mail'), 0, 1),
  remove,
  bill({ days: [27], isSent: [false] }),
  some(fc.oneof(undoRemoval, remove, undo), 0, 2),
);
/** Billed, cancelled and refunded; then restored, billed again and refunded again. */
const refunded = (of: readonly Student[]) => {
  const first = { nth: [0], on: ['A'] } as const;
  const cancel = onLessons(['cancel', 'cancel', 'delete date'], first);
  const restore = onLessons(['restore', 'restore', 'move'], first);
  const again = bill({ starts: [0], days: [27], of: [of], withRefunds: [true] });
  const any = fc.oneof(undoRemoval, undoRemoval, remove, undo, restore, cancel, bill());
  const once = inOrder(bill({ starts: [0], days: [27], of: [of] }), some(changeCurrency, 0, 1), some(cancel, 1, 2));
  const twice = inOrder(once, again, some(restore, 1, 2), again);
  return fc.oneof(
    inOrder(once, competing(again, some(restore, 0, 1))),
    inOrder(twice, some(fc.oneof(removeNewest, removeAny), 1, 3), some(any, 1, 6)),
    inOrder(twice, cancel, again, some(removeAny, 1, 3), some(any, 1, 3)),
    // Refunded by the invoice that bills it, which is deleted and brought back.
    inOrder(cancel, again, removeNewest, undoRemoval, restore, again, removeNewest, some(any, 1, 3)),
    // The same one is deleted while a later one bills the date again.
    inOrder(some(cancel, 1, 2), again, some(restore, 1, 2), again, some(removeAny, 1, 3), some(any, 0, 2)),
  );
};

const weekly = [some(anything, 6, 18), moved, givenAway, invoicesAlone, mailed, refunded(['Ann']), refunded(students)];
/** At random, and in the orders on which undo depends, which are rare at random. Ben has lessons every week or not. */
export const anyInvoiceHistory = fc.oneof(
  ...weekly.map((happenings) => fc.record({ isBenWeekly: fc.constant(true), happenings })),
  { weight: 2, arbitrary: fc.record({ isBenWeekly: fc.constantFrom(false, false, true), happenings: months }) },
  fc.record({ isBenWeekly: fc.boolean(), happenings: refunded(['Ben']) }),
);

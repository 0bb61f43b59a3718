import { expect, test } from 'vitest';
import { presentToast, takeTurn, toast, withdrawOffer } from './toast.tsx';

const title = () => presentToast()?.title;
const action = { label: 'Undo', run: () => undefined };

test('the report of a change does not take the place of a later change’s report, however late its lists come', () => {
  const [first, second] = [takeTurn(), takeTurn()];
  toast({ title: 'Ben Ito: not home', action }, second);
  toast({ title: '3 lessons: taught', action }, first);
  expect(title()).toBe('Ben Ito: not home');
  toast({ title: 'Undone', action }, takeTurn());
  expect(title()).toBe('Undone');
});

test('what is no report takes the place of any, and keeps none away', () => {
  const saved = takeTurn();
  toast({ title: 'Copied' });
  toast({ title: 'Ann Lee updated', action }, saved);
  expect(title()).toBe('Ann Lee updated');
  toast({ title: 'Copied' });
  expect(title()).toBe('Copied');
});

test('a later change withdraws the offer to undo an earlier one before its own report', () => {
  toast({ title: 'Ann Lee updated', action }, takeTurn());
  withdrawOffer();
  expect(presentToast()?.leaving).toBe(true);
});

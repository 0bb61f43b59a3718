import { expect, test } from 'vitest';
import { progressLines } from './progress-lines.ts';

const watched = (isTerminal: boolean) => {
  let [clock, text] = [0, ''];
  const lines = progressLines({
    isTerminal,
    now: () => clock,
    write: (more) => {
      text += more;
    },
  });
  return {
    lines,
    after: (seconds: number, ...reached: Parameters<typeof lines.reached>) => {
      clock += seconds * 1000;
      lines.reached(...reached);
    },
    text: () => text,
  };
};

test('a terminal shows one line that changes, with the rate and the time left', () => {
  const { lines, after, text } = watched(true);
  after(0, 'Copied', 0, 0);
  after(0.1, 'Copied', 0.1, 1000);
  after(10, 'Copied', 0.25, 25_250);
  lines.say('Done.');
  expect(text().split('\r\u001B[K')).toEqual([
    '',
    'Copied 0 events, 0 %',
    'Copied 25250 events, 25 %, 2500 a second, about 30 s left',
    'Done.\n',
  ]);
});

test('elsewhere there is a line every five seconds', () => {
  const { lines, after, text } = watched(false);
  after(0, 'Copied', 0, 0);
  after(4, 'Copied', 0.1, 400);
  after(2, 'Copied', 0.2, 600);
  after(1, 'Copied', 0.3, 700);
  after(1, 'Verified', 0.1, 100);
  lines.end();
  expect(text()).toBe('Copied 600 events, 20 %, 100 a second, about 24 s left\n');
});

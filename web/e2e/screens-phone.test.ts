import { describe } from 'vitest';
import { phone } from './person.ts';
import { checkScenes } from './scenes/check-scenes.ts';

describe('on a phone in light mode', () => {
  checkScenes(phone, { finger: true });
});

import { accountScenes } from './scenes/account-scenes.ts';
import { changesScenes } from './scenes/changes-scenes.ts';
import { checkScenes } from './scenes/check-scenes.ts';
import { scheduleScenes } from './scenes/schedule-scenes.ts';

checkScenes([...accountScenes, ...scheduleScenes, ...changesScenes]);

import { checkScenes } from './scenes/check-scenes.ts';
import { plannerScenes } from './scenes/planner-scenes.ts';
import { settingsScenes } from './scenes/settings-scenes.ts';

checkScenes([...settingsScenes, ...plannerScenes]);

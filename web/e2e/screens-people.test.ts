import { checkScenes } from './scenes/check-scenes.ts';
import { importScenes } from './scenes/import-scenes.ts';
import { invoiceScenes } from './scenes/invoice-scenes.ts';
import { rosterScenes } from './scenes/roster-scenes.ts';
import { sharingScenes } from './scenes/sharing-scenes.ts';
import { syncScenes } from './scenes/sync-scenes.ts';

checkScenes([...rosterScenes, ...importScenes, ...invoiceScenes, ...sharingScenes, ...syncScenes]);

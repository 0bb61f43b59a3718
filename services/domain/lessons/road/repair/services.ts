import type { LessonServices } from '../../around-commands.ts';
import type { TimeOffServices } from '../../time-off/around.ts';
import type { RoadServices } from '../commands.ts';

/** What repairs of a day use. */
export type RepairServices = RoadServices & LessonServices & TimeOffServices;

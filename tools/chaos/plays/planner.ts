import { z } from 'zod';
import { oneOf, type Play } from './play.ts';

const generated = z.object({
  optimizationReports: z.record(z.string(), z.object({ reportId: z.string(), status: z.string() })),
});

const generate: Play = {
  name: 'generate',
  weight: 2,
  wish: (view, random) => {
    const teacherId = oneOf(random, view.teachers);
    const studentIds = [...view.students].filter(() => random() < 0.4);
    if (teacherId === undefined || studentIds.length === 0) return undefined;
    return {
      method: 'POST',
      path: '/api/schedule/generate',
      body: { teacherIds: [teacherId], studentIds },
      alwaysChanges: true,
      learn: (body) => {
        const { optimizationReports } = generated.parse(body);
        for (const { reportId, status } of Object.values(optimizationReports))
          if (status === 'pending') view.pendingReports.add(reportId);
      },
    };
  },
};

const decide = (status: 'accepted' | 'rejected', name: string): Play => ({
  name,
  weight: 2,
  wish: (view, random) => {
    const reportId = oneOf(random, view.pendingReports);
    if (reportId === undefined) return undefined;
    view.pendingReports.delete(reportId);
    return {
      method: 'PATCH',
      path: `/api/optimization-reports/${reportId}/status`,
      body: { status },
      alwaysChanges: false,
    };
  },
});

const withdraw: Play = {
  name: 'withdraw',
  weight: 0.5,
  wish: (view, random) => {
    const teacherId = oneOf(random, view.teachers);
    if (teacherId === undefined) return undefined;
    return { method: 'DELETE', path: '/api/schedule/generated', body: { teacherId }, alwaysChanges: false };
  },
};

/** Generating a week and deciding on it. */
export const plannerPlays: readonly Play[] = [
  generate,
  decide('accepted', 'accept'),
  decide('rejected', 'reject'),
  withdraw,
];

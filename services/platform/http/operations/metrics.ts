import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { EventStore } from '../../log/event-store.ts';
import type { Overload } from '../overload.ts';

const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics for the operator's Prometheus. */
export const metrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'rondo_http_request_seconds',
    help: 'Time to answer a declared call.',
    labelNames: ['route', 'status'],
    buckets: quick,
    registers: [registry],
  });
  const appends = new Histogram({
    name: 'rondo_log_append_seconds',
    help: 'Time to append to the event log, waiting for its turn included.',
    labelNames: ['outcome'],
    buckets: quick,
    registers: [registry],
  });

  return {
    /** Times each declared call by its route, never its path, so that no id becomes a label. */
    timeRequests: (): RequestHandler => (_request, response, next) => {
      const end = requests.startTimer();
      response.once('finish', () => {
        const route = z.string().safeParse(response.locals['route']);
        if (route.success) end({ route: route.data, status: String(response.statusCode) });
      });
      next();
    },

    /** The same log with timed appends. */
    timeAppends: (store: EventStore): EventStore => ({
      ...store,
      append: async (stream, expected, events) => {
        const end = appends.startTimer();
        try {
          const appended = await store.append(stream, expected, events);
          end({ outcome: 'appended' });
          return appended;
        } catch (error) {
          end({ outcome: 'refused' });
          throw error;
        }
      },
    }),

    /** How busy the process is with short calls, read on collection. */
    watchCalls: (figures: Overload['figures']): void => {
      const calls = new Gauge({
        name: 'rondo_calls',
        help: 'Short calls that are carried out and that wait now, and how many were refused since the start because too many waited.',
        labelNames: ['state'],
        registers: [registry],
        collect: () => {
          for (const [state, count] of Object.entries(figures())) calls.set({ state }, count);
        },
      });
    },

    /** How far each model is behind the log's actual head, computed on collection. */
    watchProjections: (runner: Runner, store: EventStore): void => {
      const lag = new Gauge({
        name: 'rondo_projection_lag',
        help: 'How far a read model or reactor is behind the head of the log: events, or bytes where EventStoreDB keeps it.',
        labelNames: ['model'],
        registers: [registry],
        collect: async () => {
          const head = await store.head();
          for (const { model, position } of runner.status())
            lag.set({ model }, Math.max(0, store.compare(head, position)));
        },
      });
    },

    text: async (): Promise<{ contentType: string; body: string }> => ({
      contentType: registry.contentType,
      body: await registry.metrics(),
    }),
  };
};
export type Metrics = ReturnType<typeof metrics>;

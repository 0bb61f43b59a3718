import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { Services } from '../platform/kit/services.ts';
import type { Config } from './config/config.ts';
import type { Infrastructure } from './infrastructure.ts';

/** What work needs that goes on without a request. */
export type Background = {
  readonly infrastructure: Infrastructure;
  readonly services: Services & { readonly runner: Runner };
  readonly config: Config;
  /** Receives failures that are tried again. */
  readonly report: (error: unknown) => void;
};

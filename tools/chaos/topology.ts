/** One process of Rondo, started in a process group of its own. */
export type Role = { readonly name: string; readonly roles: string };

/** Which processes share the work, and where their database is. */
export type Topology = {
  readonly name: string;
  readonly title: string;
  /** `embedded`: the one process starts its own. `beside`: all reach one, through the rig's proxy. */
  readonly database: 'embedded' | 'beside';
  readonly processes: readonly Role[];
};

const everything = 'api,projector';

/** The ways in which Rondo can be deployed. */
export const topologies: readonly Topology[] = [
  {
    name: 'alone',
    title: 'one process with its embedded PostgreSQL',
    database: 'embedded',
    processes: [{ name: 'rondo', roles: everything }],
  },
  {
    name: 'beside',
    title: 'one process, PostgreSQL beside it',
    database: 'beside',
    processes: [{ name: 'rondo', roles: everything }],
  },
  {
    name: 'split',
    title: 'two API processes, two projectors, PostgreSQL beside them',
    database: 'beside',
    processes: [
      { name: 'api-1', roles: 'api' },
      { name: 'api-2', roles: 'api' },
      { name: 'projector-1', roles: 'projector' },
      { name: 'projector-2', roles: 'projector' },
    ],
  },
];

/** Whether a process answers the API. */
export const servesApi = ({ roles }: Role): boolean => roles.split(',').includes('api');

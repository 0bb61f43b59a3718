import type { Theme } from '@rondo/contracts/api/studio/studio.ts';
import type { ColumnType, Generated, Kysely } from 'kysely';

declare module '../kit/services.ts' {
  interface Services {
    readonly db: Kysely<AccountsDb>;
    /** For what is built from the log: its commits do not wait for the disk. */
    readonly projecting: Kysely<unknown>;
  }
}

/** Accounts, sessions and addresses of shared calendars are plain tables: they need no history, and no password or token may enter the event log. */
export const accountsSchema = `
create schema if not exists accounts;
create table if not exists accounts.users (
  id text primary key,
  email text not null unique,
  password_hash text,
  first_name text,
  last_name text,
  profile_image_url text,
  is_guest boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table accounts.users add column if not exists is_ending boolean not null default false;
alter table accounts.users add column if not exists email_confirmed_at timestamptz;
create table if not exists accounts.sessions (
  sid text primary key,
  sess json not null,
  expire timestamptz not null
);
create index if not exists sessions_expire on accounts.sessions (expire);
create index if not exists sessions_user on accounts.sessions ((sess->'actor'->>'userId'));
create index if not exists sessions_studio on accounts.sessions ((sess->'actor'->>'studioId'));
create table if not exists accounts.preferences (
  user_id text primary key references accounts.users on delete cascade,
  default_teacher_id text
);
alter table accounts.preferences add column if not exists theme text not null default 'system';
alter table accounts.preferences add column if not exists first_hour integer;
create table if not exists accounts.sign_in_places (
  user_id text not null references accounts.users on delete cascade,
  place text not null,
  signed_in_at timestamptz not null default now(),
  primary key (user_id, place)
);
create table if not exists accounts.reset_tokens (
  user_id text primary key references accounts.users on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  asked integer not null default 1,
  asked_since timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create table if not exists accounts.confirmation_links (
  user_id text primary key references accounts.users on delete cascade,
  email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  sent_at timestamptz[] not null
);
create table if not exists accounts.email_changes (
  user_id text primary key references accounts.users on delete cascade,
  email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  asked integer not null default 1,
  asked_since timestamptz not null default now()
);
create table if not exists accounts.sent_mails (
  studio_id text not null references accounts.users on delete cascade,
  mail text not null,
  sent_at timestamptz not null default now(),
  primary key (studio_id, mail)
);
create index if not exists sent_mails_sent_at on accounts.sent_mails (studio_id, sent_at);
create table if not exists accounts.test_mails (
  user_id text primary key references accounts.users on delete cascade,
  email text not null,
  code_hash text not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  sent_at timestamptz[] not null,
  confirmed_at timestamptz
);
create table if not exists accounts.mail_switches (
  studio_id text primary key,
  reminders_since timestamptz,
  reminded_day text
);
alter table accounts.mail_switches alter column reminders_since drop not null;
alter table accounts.mail_switches add column if not exists past_due_since timestamptz;
alter table accounts.mail_switches add column if not exists past_due_day text;
alter table accounts.mail_switches add column if not exists changes_since timestamptz;
create table if not exists accounts.mail_stops (
  token_hash text primary key,
  studio_id text not null,
  recipient_id text not null,
  email text not null,
  kind text not null
);
create index if not exists mail_stops_studio on accounts.mail_stops (studio_id);
create table if not exists accounts.streams (
  studio_id text not null,
  stream text not null,
  primary key (studio_id, stream)
);
create table if not exists accounts.erased_studios (studio_id text primary key);
create table if not exists accounts.restores (
  studio_id text primary key,
  restore_id text not null,
  is_closed boolean not null,
  done integer not null,
  total integer not null,
  detail text not null,
  starts integer not null,
  most_done integer not null
);
create table if not exists accounts.arrivals (
  studio_id text primary key,
  user_id text not null references accounts.users on delete cascade,
  leaves text,
  begun_at timestamptz not null default now()
);
create table if not exists accounts.feed_tokens (
  token_hash text primary key,
  studio_id text not null,
  kind text not null,
  subscriber_id text not null,
  version integer not null,
  revoked boolean not null default false,
  fetches bigint not null default 0,
  last_fetched_at timestamptz,
  last_fetched_by text
);
alter table accounts.feed_tokens add column if not exists shared_at timestamptz;
create index if not exists feed_tokens_subscriber on accounts.feed_tokens (studio_id, kind, subscriber_id);
create table if not exists accounts.possible_times (
  studio_id text not null,
  link_hash text not null,
  lesson text not null,
  found_at timestamptz not null,
  times text not null,
  primary key (studio_id, link_hash, lesson)
);
create table if not exists accounts.form_slugs (
  slug text primary key,
  studio_id text not null references accounts.users on delete cascade,
  left_at timestamptz
);
create index if not exists form_slugs_studio on accounts.form_slugs (studio_id);
create table if not exists accounts.asked_questions (
  token_hash text primary key,
  studio_id text not null references accounts.users on delete cascade,
  inquiry_id text not null unique,
  email_mark text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  question text
);
create index if not exists asked_questions_studio on accounts.asked_questions (studio_id, asked_at);
`;

/**
 * An account that brings a studio in takes its id, and whatever refers to the account follows. Applied after all other schemas: every reference to an
 * account is made to do so, in databases of earlier versions too.
 */
export const followedAccounts = `
do $$
declare
  reference record;
begin
  for reference in
    select conrelid::regclass as child, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and confrelid = 'accounts.users'::regclass and confupdtype <> 'c'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade',
      reference.child, reference.name, reference.name, reference.definition);
  end loop;
end $$;
`;

type UsersTable = {
  id: string;
  /** Lower case: addresses are compared without case. */
  email: string;
  password_hash: string | null;
  first_name: string | null;
  last_name: string | null;
  profile_image_url: string | null;
  is_guest: boolean;
  /** A guest whose studio is being erased. */
  is_ending: Generated<boolean>;
  /** When its owner was known to read mail at this address; null until then. */
  email_confirmed_at: Generated<string | null>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
};

export type AccountsDb = {
  'accounts.users': UsersTable;
  'accounts.sessions': { sid: string; sess: ColumnType<unknown, string, string>; expire: string };
  'accounts.preferences': {
    user_id: string;
    default_teacher_id: string | null;
    theme: Generated<Theme>;
    first_hour: number | null;
  };
  /** The newest reset link of an account, by the hash of its secret part. `asked`: how many were made since `asked_since`. */
  'accounts.reset_tokens': {
    user_id: string;
    token_hash: string;
    expires_at: string;
    used: Generated<boolean>;
    asked: Generated<number>;
    asked_since: Generated<string>;
    created_at: Generated<string>;
  };
  /** A mail to another person that a studio sent within the last day. */
  'accounts.sent_mails': { studio_id: string; mail: string; sent_at: Generated<string> };
  /** When a studio turned mail to families on, on this server, and the last day whose mail was queued. */
  'accounts.mail_switches': {
    studio_id: string;
    reminders_since: string | null;
    reminded_day: string | null;
    past_due_since: string | null;
    past_due_day: string | null;
    changes_since: string | null;
  };
  /** Addresses that end a kind of mail, by the hash of their secret part. `recipient_id`: to whom it was mailed last. */
  'accounts.mail_stops': {
    token_hash: string;
    studio_id: string;
    recipient_id: string;
    email: string;
    kind: 'reminders' | 'notes';
  };
  'accounts.streams': { studio_id: string; stream: string };
  'accounts.erased_studios': { studio_id: string };
  /**
   * A studio's last restore. `is_closed`: no stream can be added. `starts`: since it last got further than `most_done`.
   */
  'accounts.restores': {
    studio_id: string;
    restore_id: string;
    is_closed: boolean;
    done: number;
    total: number;
    detail: string;
    starts: number;
    most_done: number;
  };
  /** A studio that an account brings in. `leaves`: the studio that the account had, once it has this one; what is left of that is erased. */
  'accounts.arrivals': { studio_id: string; user_id: string; leaves: string | null; begun_at: Generated<string> };
  /** Addresses of shared calendars, and links to families' pages, by the hash of their secret part. A revoked one stays, for the version of the next. */
  'accounts.feed_tokens': {
    token_hash: string;
    studio_id: string;
    kind: 'student' | 'teacher' | 'family';
    /** The student, the teacher, or the recipient of a link to a family's page. */
    subscriber_id: string;
    version: number;
    revoked: Generated<boolean>;
    fetches: Generated<string>;
    last_fetched_at: string | null;
    last_fetched_by: string | null;
    /** Only of links to families' pages. */
    shared_at: string | null;
  };
  /** The addresses of question forms. `left_at`: since when its studio's settings name another one. */
  'accounts.form_slugs': { slug: string; studio_id: string; left_at: string | null };
  /** Questions of the last day from question forms, by the hash of their link's secret part. */
  'accounts.asked_questions': {
    token_hash: string;
    studio_id: string;
    inquiry_id: string;
    /** A keyed hash of the address that asked, in the studio. */
    email_mark: string;
    asked_at: string;
    /** When its link was first opened: it is in the log since. */
    confirmed_at: string | null;
    /** JSON; null once it is in the log. */
    question: string | null;
  };
  /** The times that a family's page showed as possible for a lesson, kept for some minutes. */
  'accounts.possible_times': {
    studio_id: string;
    link_hash: string;
    lesson: string;
    found_at: string;
    /** JSON. */
    times: string;
  };
};

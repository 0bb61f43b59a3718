/**
 * The log's tables. Positions come from the one row of `head`, whose lock an append takes first: commit order is
 * position order is visibility order, and there are no holes. `append_together` takes a group of appends with one INSERT when every
 * one of them is where it was expected, and otherwise returns no row and leaves nothing. `append_group` runs several appends in one transaction, each in a
 * block of its own (a savepoint) with its own increment inside, so one that fails leaves neither rows nor a hole.
 *
 * The notice of a commit is `position writer`.
 *
 * An `append_group` verdict is `appended`, `repeated` (the same ids at the same expected revision: answered as the first
 * time), `wrong_revision` (with the actual one, -1 for no stream) or `deleted`.
 */
export const logSchema = `
create schema if not exists event_log;

create table if not exists event_log.head (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  recorded_at timestamptz not null
);
insert into event_log.head (position, recorded_at) values (0, 'epoch') on conflict do nothing;

create table if not exists event_log.events (
  position bigint primary key,
  stream text not null,
  revision integer not null,
  event_id uuid not null,
  type text not null,
  data json,
  metadata json,
  recorded_at timestamptz not null,
  unique (stream, revision)
);
create unique index if not exists events_event_id on event_log.events (event_id);

create table if not exists event_log.deleted_streams (stream text primary key);

create or replace function event_log.append_one(p_stream text, p_expected integer, p_events json,
  out verdict text, out at bigint, out revision integer, out recorded_at timestamptz)
language plpgsql as $$
declare
  n constant integer := json_array_length(p_events);
  before bigint;
begin
  update event_log.head as h set position = h.position + n, recorded_at = greatest(h.recorded_at, clock_timestamp())
    returning h.position - n, h.recorded_at into before, recorded_at;
  if exists (select from event_log.deleted_streams d where d.stream = p_stream) then
    raise exception 'deleted' using errcode = 'RN001';
  end if;
  select coalesce(max(e.revision), -1) into revision from event_log.events e where e.stream = p_stream;
  if revision <> p_expected then
    raise exception 'wrong revision' using errcode = 'RN002';
  end if;
  insert into event_log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
    select before + i, p_stream, p_expected + i, (e->>'eventId')::uuid, e->>'type', e->'data', e->'metadata', append_one.recorded_at
    from json_array_elements(p_events) with ordinality as given(e, i);
  verdict := 'appended';
  at := before + n;
  revision := p_expected + n;
end $$;

create or replace function event_log.append_together(p_appends json, p_events json, p_writer text)
returns table (verdict text, at bigint, revision integer, recorded_at timestamptz)
language plpgsql as $$
declare
  n constant integer := json_array_length(p_events);
  before bigint;
  now_recorded timestamptz;
begin
  update event_log.head as h set position = h.position + n, recorded_at = greatest(h.recorded_at, clock_timestamp())
    returning h.position - n, h.recorded_at into before, now_recorded;
  if exists (
    select from json_to_recordset(p_appends) as a(stream text, expected integer)
     where exists (select from event_log.deleted_streams d where d.stream = a.stream)
        or (select coalesce(max(e.revision), -1) from event_log.events e where e.stream = a.stream) <> a.expected
  ) then
    raise exception 'not together' using errcode = 'RN002';
  end if;
  insert into event_log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
    select before + i, e.stream, e.revision, e."eventId", e.type, e.data, e.metadata, now_recorded
    from rows from (json_to_recordset(p_events)
      as (stream text, revision integer, "eventId" uuid, type text, data json, metadata json)) with ordinality as e(stream, revision, "eventId", type, data, metadata, i);
  perform pg_notify('event_log', (before + n)::text || ' ' || p_writer);
  return query
    select 'appended', before + sum(a.length) over (order by a.i), a.expected + a.length, now_recorded
    from rows from (json_to_recordset(p_appends) as (stream text, expected integer, length integer)) with ordinality
      as a(stream, expected, length, i)
    order by a.i;
exception
  when sqlstate 'RN002' or unique_violation then return;
end $$;

create or replace function event_log.append_group(p_appends json, p_writer text)
returns table (verdict text, at bigint, revision integer, recorded_at timestamptz)
language plpgsql as $$
declare
  a json;
  n integer;
  appended boolean := false;
begin
  perform from event_log.head for update;
  for a in select * from json_array_elements(p_appends) loop
    begin
      select r.verdict, r.at, r.revision, r.recorded_at into verdict, at, revision, recorded_at
        from event_log.append_one(a->>'stream', (a->>'expected')::integer, a->'events') r;
      appended := true;
    exception
      when sqlstate 'RN001' then
        verdict := 'deleted';
      when sqlstate 'RN002' or unique_violation then
        n := json_array_length(a->'events');
        select max(e.position), max(e.revision), max(e.recorded_at) into at, revision, recorded_at
          from json_array_elements(a->'events') with ordinality as given(e_new, i)
          join event_log.events e on e.stream = a->>'stream' and e.revision = (a->>'expected')::integer + i
            and e.event_id = (e_new->>'eventId')::uuid
          having count(*) = n;
        verdict := 'repeated';
        if not found or at is null then
          verdict := 'wrong_revision';
          select coalesce(max(e.revision), -1) into revision from event_log.events e where e.stream = a->>'stream';
        end if;
    end;
    return next;
  end loop;
  if appended then
    perform pg_notify('event_log', (select h.position::text from event_log.head h) || ' ' || p_writer);
  end if;
end $$;

-- Under the appenders' lock: no append to these streams is between its look and its commit.
create or replace function event_log.delete_streams(p_streams text[]) returns void
language plpgsql as $$
begin
  perform from event_log.head for update;
  insert into event_log.deleted_streams select unnest(p_streams) on conflict do nothing;
  update event_log.events set type = '$erased', data = null, metadata = null where stream = any(p_streams);
end $$;
`;

--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: accounts; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA accounts;


--
-- Name: commands; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA commands;


--
-- Name: erasure_1_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA erasure_1_1;


--
-- Name: event_log; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA event_log;


--
-- Name: history_2_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA history_2_1;


--
-- Name: lessons_2_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA lessons_2_1;


--
-- Name: maps; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA maps;


--
-- Name: planner; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA planner;


--
-- Name: projections; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA projections;


--
-- Name: removals_1_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA removals_1_1;


--
-- Name: reports_2_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA reports_2_1;


--
-- Name: students_1_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA students_1_1;


--
-- Name: studios_1_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA studios_1_1;


--
-- Name: teachers_1_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA teachers_1_1;


--
-- Name: transfers_1_1; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA transfers_1_1;


--
-- Name: append_group(json, text); Type: FUNCTION; Schema: event_log; Owner: -
--

CREATE FUNCTION event_log.append_group(p_appends json, p_writer text) RETURNS TABLE(verdict text, at bigint, revision integer, recorded_at timestamp with time zone)
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: append_one(text, integer, json); Type: FUNCTION; Schema: event_log; Owner: -
--

CREATE FUNCTION event_log.append_one(p_stream text, p_expected integer, p_events json, OUT verdict text, OUT at bigint, OUT revision integer, OUT recorded_at timestamp with time zone) RETURNS record
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: append_together(json, json, text); Type: FUNCTION; Schema: event_log; Owner: -
--

CREATE FUNCTION event_log.append_together(p_appends json, p_events json, p_writer text) RETURNS TABLE(verdict text, at bigint, revision integer, recorded_at timestamp with time zone)
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: delete_streams(text[]); Type: FUNCTION; Schema: event_log; Owner: -
--

CREATE FUNCTION event_log.delete_streams(p_streams text[]) RETURNS void
    LANGUAGE plpgsql
    AS $_$
begin
  perform from event_log.head for update;
  insert into event_log.deleted_streams select unnest(p_streams) on conflict do nothing;
  update event_log.events set type = '$erased', data = null, metadata = null where stream = any(p_streams);
end $_$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: erased_studios; Type: TABLE; Schema: accounts; Owner: -
--

CREATE TABLE accounts.erased_studios (
    studio_id text NOT NULL
);


--
-- Name: preferences; Type: TABLE; Schema: accounts; Owner: -
--

CREATE TABLE accounts.preferences (
    user_id text NOT NULL,
    default_teacher_id text
);


--
-- Name: sessions; Type: TABLE; Schema: accounts; Owner: -
--

CREATE TABLE accounts.sessions (
    sid text NOT NULL,
    sess json NOT NULL,
    expire timestamp with time zone NOT NULL
);


--
-- Name: streams; Type: TABLE; Schema: accounts; Owner: -
--

CREATE TABLE accounts.streams (
    studio_id text NOT NULL,
    stream text NOT NULL
);


--
-- Name: users; Type: TABLE; Schema: accounts; Owner: -
--

CREATE TABLE accounts.users (
    id text NOT NULL,
    email text NOT NULL,
    password_hash text,
    first_name text,
    last_name text,
    profile_image_url text,
    is_guest boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: snapshots; Type: TABLE; Schema: commands; Owner: -
--

CREATE TABLE commands.snapshots (
    studio_id text NOT NULL,
    stream text NOT NULL,
    version integer NOT NULL,
    revision integer NOT NULL,
    state json NOT NULL
);


--
-- Name: deleted_streams; Type: TABLE; Schema: event_log; Owner: -
--

CREATE TABLE event_log.deleted_streams (
    stream text NOT NULL
);


--
-- Name: events; Type: TABLE; Schema: event_log; Owner: -
--

CREATE TABLE event_log.events (
    "position" bigint NOT NULL,
    stream text NOT NULL,
    revision integer NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    data json,
    metadata json,
    recorded_at timestamp with time zone NOT NULL
);


--
-- Name: head; Type: TABLE; Schema: event_log; Owner: -
--

CREATE TABLE event_log.head (
    only_row boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    CONSTRAINT head_only_row_check CHECK (only_row)
);


--
-- Name: batches; Type: TABLE; Schema: history_2_1; Owner: -
--

CREATE TABLE history_2_1.batches (
    studio_id text NOT NULL,
    batch_id text NOT NULL,
    stream text NOT NULL,
    category text,
    first_revision integer,
    last_revision integer,
    undoes text,
    caused_by text
);


--
-- Name: entries; Type: TABLE; Schema: history_2_1; Owner: -
--

CREATE TABLE history_2_1.entries (
    studio_id text NOT NULL,
    event_id text NOT NULL,
    lesson_id text NOT NULL,
    series_id text,
    continues text,
    type text,
    recorded_at timestamp with time zone,
    stream text,
    revision integer,
    actor text,
    text text,
    batch_id text
);


--
-- Name: known; Type: TABLE; Schema: history_2_1; Owner: -
--

CREATE TABLE history_2_1.known (
    studio_id text NOT NULL,
    lesson_id text NOT NULL,
    teacher_id text,
    series_id text,
    continues text
);


--
-- Name: lessons; Type: TABLE; Schema: lessons_2_1; Owner: -
--

CREATE TABLE lessons_2_1.lessons (
    studio_id text NOT NULL,
    lesson_id text NOT NULL,
    teacher_id text,
    student_id text,
    series_id text,
    first_day text,
    last_day text,
    lesson jsonb,
    created_at timestamp with time zone,
    revision integer
);


--
-- Name: people; Type: TABLE; Schema: lessons_2_1; Owner: -
--

CREATE TABLE lessons_2_1.people (
    studio_id text NOT NULL,
    person_id text NOT NULL,
    first_name text,
    last_name text,
    address text,
    city text,
    zip_code text,
    phone text,
    latitude double precision,
    longitude double precision,
    "precision" text,
    removed boolean
);


--
-- Name: answers; Type: TABLE; Schema: maps; Owner: -
--

CREATE TABLE maps.answers (
    studio_id text NOT NULL,
    cache text NOT NULL,
    lookup uuid NOT NULL,
    answer jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT answers_cache_check CHECK ((cache = ANY (ARRAY['geocode'::text, 'suggestions'::text])))
);


--
-- Name: drives; Type: TABLE; Schema: maps; Owner: -
--

CREATE TABLE maps.drives (
    studio_id text NOT NULL,
    origin uuid NOT NULL,
    destination uuid NOT NULL,
    minutes integer NOT NULL,
    miles double precision,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: lookups; Type: TABLE; Schema: maps; Owner: -
--

CREATE TABLE maps.lookups (
    studio_id text NOT NULL,
    cache text NOT NULL,
    hits bigint NOT NULL,
    misses bigint NOT NULL,
    CONSTRAINT lookups_cache_check CHECK ((cache = ANY (ARRAY['driveTime'::text, 'geocode'::text, 'suggestions'::text])))
);


--
-- Name: runs; Type: TABLE; Schema: planner; Owner: -
--

CREATE UNLOGGED TABLE planner.runs (
    run_id text NOT NULL,
    studio_id text NOT NULL,
    begun_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: erased_studios; Type: TABLE; Schema: projections; Owner: -
--

CREATE TABLE projections.erased_studios (
    schema_name text NOT NULL,
    studio_id text NOT NULL
);


--
-- Name: leases; Type: TABLE; Schema: projections; Owner: -
--

CREATE TABLE projections.leases (
    name text NOT NULL,
    holder integer NOT NULL,
    until timestamp with time zone NOT NULL
);


--
-- Name: parked_studios; Type: TABLE; Schema: projections; Owner: -
--

CREATE TABLE projections.parked_studios (
    schema_name text NOT NULL,
    studio_id text NOT NULL,
    "position" text NOT NULL,
    after text,
    error text NOT NULL,
    parked_at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: read_models; Type: TABLE; Schema: projections; Owner: -
--

CREATE TABLE projections.read_models (
    schema_name text NOT NULL,
    model text NOT NULL,
    version integer NOT NULL,
    generation integer NOT NULL,
    state text NOT NULL,
    "position" text,
    retired_at timestamp with time zone,
    CONSTRAINT read_models_state_check CHECK ((state = ANY (ARRAY['building'::text, 'live'::text, 'retired'::text])))
);


--
-- Name: ties; Type: TABLE; Schema: removals_1_1; Owner: -
--

CREATE TABLE removals_1_1.ties (
    studio_id text NOT NULL,
    person_id text NOT NULL,
    others jsonb,
    removed_on text
);


--
-- Name: reports; Type: TABLE; Schema: reports_2_1; Owner: -
--

CREATE TABLE reports_2_1.reports (
    studio_id text NOT NULL,
    report_id text NOT NULL,
    run_id text,
    teacher_id text,
    title text,
    status text,
    withdrawn boolean,
    starts_on text,
    lessons_count integer,
    total_drive_minutes integer,
    content jsonb,
    created_at timestamp with time zone,
    processed_at timestamp with time zone,
    planned_at timestamp with time zone,
    reopens text
);


--
-- Name: students; Type: TABLE; Schema: students_1_1; Owner: -
--

CREATE TABLE students_1_1.students (
    studio_id text NOT NULL,
    student_id text NOT NULL,
    details jsonb,
    availability jsonb,
    assignments jsonb,
    sample boolean,
    created_at timestamp with time zone,
    revision integer
);


--
-- Name: studios; Type: TABLE; Schema: studios_1_1; Owner: -
--

CREATE TABLE studios_1_1.studios (
    studio_id text NOT NULL,
    time_zone text,
    start_grid integer,
    revision integer
);


--
-- Name: teachers; Type: TABLE; Schema: teachers_1_1; Owner: -
--

CREATE TABLE teachers_1_1.teachers (
    studio_id text NOT NULL,
    teacher_id text NOT NULL,
    details jsonb,
    availability jsonb,
    sample boolean,
    created_at timestamp with time zone,
    revision integer
);


--
-- Data for Name: erased_studios; Type: TABLE DATA; Schema: accounts; Owner: -
--

INSERT INTO accounts.erased_studios VALUES
	('c4c0042e-3d6f-40b2-a654-671af2288dfd');


--
-- Data for Name: preferences; Type: TABLE DATA; Schema: accounts; Owner: -
--

INSERT INTO accounts.preferences VALUES
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7f1a4c04-8908-5fb9-8629-fc399dfe1021');


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: accounts; Owner: -
--

INSERT INTO accounts.sessions VALUES
	('UdCXXyQEVRjAaX2L4c-9jc5a_S0ZH6zz', '{"cookie":{"originalMaxAge":86400000,"expires":"2026-11-23T11:51:41.310Z","secure":false,"httpOnly":true,"path":"/","sameSite":"lax"},"actor":{"userId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","isGuest":true},"touchedOn":"2026-11-22"}', '2026-11-23 11:51:42+00'),
	('xM4S8Io7N6MuR_jrIXUdNGTw8SRMPn7N', '{"cookie":{"originalMaxAge":2592000000,"expires":"2026-12-22T11:51:42.175Z","secure":false,"httpOnly":true,"path":"/","sameSite":"lax"},"actor":{"userId":"af929d21-4af2-4244-9c77-8f0169a80f29","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","isGuest":false},"touchedOn":"2026-11-22"}', '2026-12-22 11:51:43+00');


--
-- Data for Name: streams; Type: TABLE DATA; Schema: accounts; Owner: -
--

INSERT INTO accounts.streams VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'studio-5146a27b-b8da-4f65-a62e-e0eea1538d8b'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'teacher-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'student-5146a27b-b8da-4f65-a62e-e0eea1538d8b.0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'schedule-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'studio-af929d21-4af2-4244-9c77-8f0169a80f29'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.e83c1566-2605-50fd-aeb4-4344049cffa6'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.46fd84f1-f185-57d0-b1b7-1a8dfee68a98'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.71a9f755-c06f-52b7-9bf1-cf0461d25766'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.081c8013-dd62-54f4-a305-43bccbb7f7a4'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.ee6d8451-19a1-5a15-a583-0b85f9dfcabd'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.80ac547d-c59d-4e81-818b-71063fab178f'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.aef66102-5a80-46d3-b6d3-8d44b5e1a480'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.e6f6bbab-02de-496d-b01f-21483c3ab688'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.3099fc68-5ebf-40f5-a8ac-4aae342e74d9');


--
-- Data for Name: users; Type: TABLE DATA; Schema: accounts; Owner: -
--

INSERT INTO accounts.users VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'guest-5146a27b-b8da-4f65-a62e-e0eea1538d8b@guest.invalid', NULL, 'Guest', NULL, NULL, true, '2026-11-22 11:51:41.074448+00', '2026-11-22 11:51:41.074448+00'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'dana@example.com', '$argon2id$v=19$m=19456,t=2,p=1$i2z2v89dvEBvAqUgd+k8LA$SvQVWDKZlFY6AdOqsQkI5W4UerU1ZuSyd1b05ZxGhFY', 'Dana', NULL, NULL, false, '2026-11-22 11:51:42.086884+00', '2026-11-22 11:51:42.086884+00');


--
-- Data for Name: snapshots; Type: TABLE DATA; Schema: commands; Owner: -
--



--
-- Data for Name: deleted_streams; Type: TABLE DATA; Schema: event_log; Owner: -
--

INSERT INTO event_log.deleted_streams VALUES
	('studio-c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('teacher-c4c0042e-3d6f-40b2-a654-671af2288dfd.c2c4c4b0-a92b-5fac-9c8e-9717ad6078a8'),
	('student-c4c0042e-3d6f-40b2-a654-671af2288dfd.cc0788dc-6968-5bf4-bad4-4f50d602a223'),
	('schedule-c4c0042e-3d6f-40b2-a654-671af2288dfd.c2c4c4b0-a92b-5fac-9c8e-9717ad6078a8');


--
-- Data for Name: events; Type: TABLE DATA; Schema: event_log; Owner: -
--

INSERT INTO event_log.events VALUES
	(8, 'erasures', 0, 'f6f4b1f8-64ce-56b8-adec-eaf3532a7b06', 'StudioErased', '{"studioId":"c4c0042e-3d6f-40b2-a654-671af2288dfd"}', '{"commandId":"87fa77b5-39ce-4c3b-8655-8243d7b9c99b","inputHash":"grfoOBxqco5_YDqT7bBGiF","correlationId":"87fa77b5-39ce-4c3b-8655-8243d7b9c99b","causationId":"87fa77b5-39ce-4c3b-8655-8243d7b9c99b","batchId":"87fa77b5-39ce-4c3b-8655-8243d7b9c99b","studioId":"c4c0042e-3d6f-40b2-a654-671af2288dfd","actor":"c4c0042e-3d6f-40b2-a654-671af2288dfd","schemaVersion":1}', '2026-11-22 11:51:40.019217+00'),
	(1, 'studio-c4c0042e-3d6f-40b2-a654-671af2288dfd', 0, 'af20e4fa-500d-51eb-acdf-f17a14a3652e', '$erased', NULL, NULL, '2026-11-22 11:51:36.810729+00'),
	(2, 'teacher-c4c0042e-3d6f-40b2-a654-671af2288dfd.c2c4c4b0-a92b-5fac-9c8e-9717ad6078a8', 0, '90a90957-d5f2-572d-abc8-7e1586fea187', '$erased', NULL, NULL, '2026-11-22 11:51:38.28991+00'),
	(3, 'teacher-c4c0042e-3d6f-40b2-a654-671af2288dfd.c2c4c4b0-a92b-5fac-9c8e-9717ad6078a8', 1, '31ed02fd-2b12-5228-ab08-1fc7b95a4a58', '$erased', NULL, NULL, '2026-11-22 11:51:38.28991+00'),
	(4, 'student-c4c0042e-3d6f-40b2-a654-671af2288dfd.cc0788dc-6968-5bf4-bad4-4f50d602a223', 0, '4546dfc6-6baa-5738-9886-3f0c829ccc07', '$erased', NULL, NULL, '2026-11-22 11:51:38.661051+00'),
	(5, 'student-c4c0042e-3d6f-40b2-a654-671af2288dfd.cc0788dc-6968-5bf4-bad4-4f50d602a223', 1, 'b35733ec-0a36-5f3d-b4df-8eada98d0430', '$erased', NULL, NULL, '2026-11-22 11:51:38.661051+00'),
	(6, 'student-c4c0042e-3d6f-40b2-a654-671af2288dfd.cc0788dc-6968-5bf4-bad4-4f50d602a223', 2, '91c985f2-78c1-51c4-8682-268933671acd', '$erased', NULL, NULL, '2026-11-22 11:51:38.824868+00'),
	(7, 'schedule-c4c0042e-3d6f-40b2-a654-671af2288dfd.c2c4c4b0-a92b-5fac-9c8e-9717ad6078a8', 0, '8cf0a914-134d-526e-bf95-1ece469c36bc', '$erased', NULL, NULL, '2026-11-22 11:51:39.172287+00'),
	(9, 'studio-5146a27b-b8da-4f65-a62e-e0eea1538d8b', 0, '43cb5ae8-bb74-56fd-b8e5-a51ee1e6466f', 'StudioOpened', '{"timeZone":"America/Chicago","startGrid":5}', '{"commandId":"1dc9ba15-2868-4f40-a2ed-b4106c56ed05","inputHash":"xlBIZdaNwWtaTiIANm5ApO","correlationId":"96c22a20-1ea5-4cfc-abfd-987467ca906d","causationId":"1dc9ba15-2868-4f40-a2ed-b4106c56ed05","batchId":"1dc9ba15-2868-4f40-a2ed-b4106c56ed05","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.10208+00'),
	(10, 'teacher-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2', 0, 'ab808896-97b3-591c-8999-dc465c0c2dcd', 'TeacherRegistered', '{"teacherId":"9400e15b-c830-5480-ae0c-a5e0063145f2","details":{"name":"Gil Marsh","phone":"(512) 555-0100","email":"gil.marsh@example.com","address":"2210 Bluebonnet Ln, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"calendarUrl":null,"availabilityInterpretation":"leave_home"},"sample":false}', '{"commandId":"770f23a3-319c-4b78-a82c-b09bee639250","inputHash":"0qssPwRyQR2CR2I2GRIuFv","correlationId":"17391cdd-9272-443c-bfaf-817570508808","causationId":"770f23a3-319c-4b78-a82c-b09bee639250","batchId":"770f23a3-319c-4b78-a82c-b09bee639250","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.269662+00'),
	(11, 'teacher-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2', 1, '9b43dc7b-4af7-58c4-bb92-3b46ae24a372', 'TeacherAvailabilitySet', '{"teacherId":"9400e15b-c830-5480-ae0c-a5e0063145f2","availability":[{"id":"5a7c72ee-4a28-5c3c-853f-3cddcca8d765","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"dcb09340-25cc-59a5-8aba-f8db2da5ce14","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"1482ba33-6be5-5247-b4b1-31fe9637506d","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"6134b2b1-5fd4-531e-a4c6-a1c1d2fdc784","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"ccdde914-dbbb-589b-8731-13c5f9e9e077","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"770f23a3-319c-4b78-a82c-b09bee639250","inputHash":"0qssPwRyQR2CR2I2GRIuFv","correlationId":"17391cdd-9272-443c-bfaf-817570508808","causationId":"770f23a3-319c-4b78-a82c-b09bee639250","batchId":"770f23a3-319c-4b78-a82c-b09bee639250","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.269662+00'),
	(12, 'student-5146a27b-b8da-4f65-a62e-e0eea1538d8b.0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', 0, 'bbda1ead-5675-55ea-8dd1-bcf24a61a61b', 'StudentRegistered', '{"studentId":"0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca","details":{"firstName":"Flo","lastName":"Reyes","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":45,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"699f7194-95a9-4360-977e-b2ce7ca4b23c","inputHash":"UIpEYHVoQTv5oDAT3Cv1pj","correlationId":"402966a3-76d4-4427-9adf-8939fb1a7938","causationId":"699f7194-95a9-4360-977e-b2ce7ca4b23c","batchId":"699f7194-95a9-4360-977e-b2ce7ca4b23c","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.372003+00'),
	(13, 'student-5146a27b-b8da-4f65-a62e-e0eea1538d8b.0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', 1, '5bb52bdf-b14e-52a5-a8cb-50b99da99184', 'StudentAvailabilitySet', '{"studentId":"0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca","availability":[{"id":"5e69a9cd-359d-5c85-ab55-2b2bcff832ac","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"63588954-c6d8-531e-8f3f-6cb2ca7e0d85","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"ed7785f6-f072-52aa-b4be-507d4ad60656","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"16d389b1-11e7-52ed-baef-06eb883d12eb","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"d38c2e0e-5cad-5639-8501-d535e9d7746d","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"699f7194-95a9-4360-977e-b2ce7ca4b23c","inputHash":"UIpEYHVoQTv5oDAT3Cv1pj","correlationId":"402966a3-76d4-4427-9adf-8939fb1a7938","causationId":"699f7194-95a9-4360-977e-b2ce7ca4b23c","batchId":"699f7194-95a9-4360-977e-b2ce7ca4b23c","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.372003+00'),
	(14, 'student-5146a27b-b8da-4f65-a62e-e0eea1538d8b.0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', 2, 'd2b97fd7-ebf1-5b23-b983-a526e7811ca2', 'StudentTeachersSet', '{"studentId":"0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca","assignments":[{"id":"39029051-d56d-59e2-9b5a-4b31dc2bb7f2","teacherId":"9400e15b-c830-5480-ae0c-a5e0063145f2","preferenceRank":0}]}', '{"commandId":"f16ff97e-76a4-408a-b6df-06c32f3d58ec","inputHash":"Ztl4K21jraL_z_0r_UWumD","correlationId":"daff2d3d-67d6-4f79-82ee-313aa40cda48","causationId":"f16ff97e-76a4-408a-b6df-06c32f3d58ec","batchId":"f16ff97e-76a4-408a-b6df-06c32f3d58ec","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.446329+00'),
	(15, 'schedule-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2', 0, '2b6b3498-36c9-5426-abba-c357e9e8f882', 'LessonCreated', '{"lesson":{"lessonId":"7f2d0206-0a70-54c5-aab7-dd19847e08bd","studentId":"0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"manual","status":"scheduled","dayOfWeek":1,"start":960,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[]}', '{"commandId":"d31cdb45-83e4-47f4-b93e-3b3cbd28bd2a","inputHash":"MtTjkfvQ5uCxAc2EGWBx4p","correlationId":"6b5a76da-5945-481f-ae96-dba913b27efe","causationId":"d31cdb45-83e4-47f4-b93e-3b3cbd28bd2a","batchId":"d31cdb45-83e4-47f4-b93e-3b3cbd28bd2a","studioId":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","actor":"5146a27b-b8da-4f65-a62e-e0eea1538d8b","schemaVersion":1}', '2026-11-22 11:51:41.588083+00'),
	(16, 'studio-af929d21-4af2-4244-9c77-8f0169a80f29', 0, '730b5b1d-d423-5079-a168-fbe6ea13738c', 'StudioOpened', '{"timeZone":"America/Chicago","startGrid":5}', '{"commandId":"6e0de794-f0dd-4945-9837-6326cc7bbc7c","inputHash":"xlBIZdaNwWtaTiIANm5ApO","correlationId":"5d81b454-fcca-46fa-aac3-319a0dc8acac","causationId":"6e0de794-f0dd-4945-9837-6326cc7bbc7c","batchId":"6e0de794-f0dd-4945-9837-6326cc7bbc7c","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.121291+00'),
	(17, 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 0, '107703da-2500-5970-be7a-d9093ca5ff79', 'TeacherRegistered', '{"teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","details":{"name":"Dana Whitfield","phone":"(512) 555-0100","email":"dana.whitfield@example.com","address":"2210 Bluebonnet Ln, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"calendarUrl":null,"availabilityInterpretation":"leave_home"},"sample":false}', '{"commandId":"7198e6c1-f1a2-4f0c-ab9b-9425da617452","inputHash":"eYIOpRpaVztYS78qL5bALP","correlationId":"28ed9348-7ea6-4822-aac3-66a533e2a2ac","causationId":"7198e6c1-f1a2-4f0c-ab9b-9425da617452","batchId":"7198e6c1-f1a2-4f0c-ab9b-9425da617452","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.15669+00'),
	(18, 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 1, 'b505fca3-5536-5319-bc94-03e797107326', 'TeacherAvailabilitySet', '{"teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","availability":[{"id":"c72e16c3-fd87-5bca-8365-e8ecea55f9dd","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"9e3cb805-856b-50a6-8e8a-82336d005c1c","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"95e20599-3108-5fa0-88b6-1d728ea53467","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"a1fbb103-f05f-5bf6-bdb0-e3b2b5f30577","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"96c42359-e95e-541b-8353-23502c618309","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"7198e6c1-f1a2-4f0c-ab9b-9425da617452","inputHash":"eYIOpRpaVztYS78qL5bALP","correlationId":"28ed9348-7ea6-4822-aac3-66a533e2a2ac","causationId":"7198e6c1-f1a2-4f0c-ab9b-9425da617452","batchId":"7198e6c1-f1a2-4f0c-ab9b-9425da617452","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.15669+00'),
	(19, 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 0, '30875ae9-d6de-504e-8ce9-24b7a2ab4271', 'TeacherRegistered', '{"teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","details":{"name":"Marcus Bell","phone":"(512) 555-0100","email":"marcus.bell@example.com","address":"2210 Bluebonnet Ln, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"calendarUrl":null,"availabilityInterpretation":"leave_home"},"sample":false}', '{"commandId":"1d543f49-7193-4246-a0e5-18825252a54b","inputHash":"yvyxn4a9Sn7g1kRAGir3Ml","correlationId":"c7b20c6a-f4a1-4b8d-a0fb-255dbe3961dd","causationId":"1d543f49-7193-4246-a0e5-18825252a54b","batchId":"1d543f49-7193-4246-a0e5-18825252a54b","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.199562+00'),
	(20, 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 1, '0488326a-31bf-550b-88af-9c6feb3e6174', 'TeacherAvailabilitySet', '{"teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","availability":[{"id":"a17ee071-7355-5168-b537-5e2cb40d7f71","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"92dd9dba-d647-5b06-9327-cc6806d49e68","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"a2dc5e8a-c707-5762-960a-9a4d365cf9f8","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"2f33394e-a136-56a7-bd7c-fa7c8a559037","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"fd0d6b3d-57e4-5f81-bfef-cf96c328023c","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"1d543f49-7193-4246-a0e5-18825252a54b","inputHash":"yvyxn4a9Sn7g1kRAGir3Ml","correlationId":"c7b20c6a-f4a1-4b8d-a0fb-255dbe3961dd","causationId":"1d543f49-7193-4246-a0e5-18825252a54b","batchId":"1d543f49-7193-4246-a0e5-18825252a54b","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.199562+00'),
	(21, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.e83c1566-2605-50fd-aeb4-4344049cffa6', 0, '1574fcb8-063f-589d-bce8-70903bde45b6', 'StudentRegistered', '{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","details":{"firstName":"Ann","lastName":"Lee","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":45,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"98e33c0a-db38-4d93-ab2f-dff5565d648a","inputHash":"WNITP7fH9I8jPZZpaZJCQP","correlationId":"c2ca5bbb-7405-4265-b9fe-37eb157c5c78","causationId":"98e33c0a-db38-4d93-ab2f-dff5565d648a","batchId":"98e33c0a-db38-4d93-ab2f-dff5565d648a","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.223068+00'),
	(22, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.e83c1566-2605-50fd-aeb4-4344049cffa6', 1, 'cd435cd7-ac37-5e02-a401-fbdee3bc3a5b', 'StudentAvailabilitySet', '{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","availability":[{"id":"5b2333af-5505-57f6-822e-7aa89b843482","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"997a7816-a321-545f-aab2-dfee847c1a16","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"ab0bdf24-5e8b-51c9-937d-6d743fd45da6","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"628af5f4-20e2-5a4f-9e36-ff2019b32c70","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"a5bd99d3-9d7e-53dc-94ff-9e557726eb76","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"98e33c0a-db38-4d93-ab2f-dff5565d648a","inputHash":"WNITP7fH9I8jPZZpaZJCQP","correlationId":"c2ca5bbb-7405-4265-b9fe-37eb157c5c78","causationId":"98e33c0a-db38-4d93-ab2f-dff5565d648a","batchId":"98e33c0a-db38-4d93-ab2f-dff5565d648a","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.223068+00'),
	(23, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.e83c1566-2605-50fd-aeb4-4344049cffa6', 2, 'f3f6a539-f7b8-5039-8a27-f1f37d9572ee', 'StudentTeachersSet', '{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","assignments":[{"id":"3998f7ac-f838-5ee0-960d-5a7c6a9d6fc8","teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","preferenceRank":0}]}', '{"commandId":"537d8f44-29ce-4a6e-b057-be1b13bb0374","inputHash":"o6_aygO5O-jaFpkARc53-s","correlationId":"f730527b-a3d4-4343-9153-fe9c5b005a47","causationId":"537d8f44-29ce-4a6e-b057-be1b13bb0374","batchId":"537d8f44-29ce-4a6e-b057-be1b13bb0374","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.275803+00'),
	(24, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.46fd84f1-f185-57d0-b1b7-1a8dfee68a98', 0, 'fd4d2fcd-01ca-5309-ac0d-e365072617db', 'StudentRegistered', '{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","details":{"firstName":"Ben","lastName":"Ito","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":30,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"2dd007d1-f400-4827-9817-0f793aa6dce0","inputHash":"Za53sOiilsBpgyRi1yXIYN","correlationId":"9f7b59d2-0d46-4a17-b439-b9bb8079dbda","causationId":"2dd007d1-f400-4827-9817-0f793aa6dce0","batchId":"2dd007d1-f400-4827-9817-0f793aa6dce0","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.317577+00'),
	(25, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.46fd84f1-f185-57d0-b1b7-1a8dfee68a98', 1, 'd1d2a70d-4a91-5afc-9e7c-061732eed1d6', 'StudentAvailabilitySet', '{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","availability":[{"id":"2b0040a6-702f-57f9-af73-03882356e4b5","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"121cc8c6-f338-50dc-b798-cedf56c61482","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"66dc86eb-192b-5b8a-98f2-47dfc65b1d0d","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"b3be7b3a-67f6-53aa-a47f-6aef94396c8f","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"f3e369a4-2f10-5ee3-80db-53064ee0bd63","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"2dd007d1-f400-4827-9817-0f793aa6dce0","inputHash":"Za53sOiilsBpgyRi1yXIYN","correlationId":"9f7b59d2-0d46-4a17-b439-b9bb8079dbda","causationId":"2dd007d1-f400-4827-9817-0f793aa6dce0","batchId":"2dd007d1-f400-4827-9817-0f793aa6dce0","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.317577+00'),
	(26, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.46fd84f1-f185-57d0-b1b7-1a8dfee68a98', 2, '0452b9f3-4dc9-5861-9442-c036d3d6cf6d', 'StudentTeachersSet', '{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","assignments":[{"id":"7f26538b-f212-5548-ad55-c1ca5f55b705","teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","preferenceRank":0}]}', '{"commandId":"43484730-7e76-43a2-bd2d-fca58b0f136e","inputHash":"QcmkggbhUEC0XixTbJBxGz","correlationId":"42d259fd-9753-439c-90b3-6606f5faa5f5","causationId":"43484730-7e76-43a2-bd2d-fca58b0f136e","batchId":"43484730-7e76-43a2-bd2d-fca58b0f136e","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.350242+00'),
	(27, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.71a9f755-c06f-52b7-9bf1-cf0461d25766', 0, 'e2988f33-1dfd-50d6-bef0-eeb7294b3106', 'StudentRegistered', '{"studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","details":{"firstName":"Cy","lastName":"Moss","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":45,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"f2a96d43-61ee-4686-88f0-809e937c5f22","inputHash":"_6h920kuNb1uL4v_a4tK7u","correlationId":"cb1cc3a5-3610-4e69-a8f2-a1bb9efe4e3f","causationId":"f2a96d43-61ee-4686-88f0-809e937c5f22","batchId":"f2a96d43-61ee-4686-88f0-809e937c5f22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.393727+00'),
	(28, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.71a9f755-c06f-52b7-9bf1-cf0461d25766', 1, '997e4c8b-027d-5d7e-a844-d5b5a969f1e5', 'StudentAvailabilitySet', '{"studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","availability":[{"id":"ff5842a1-32c4-538a-adba-b83fc88b1e54","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"3e495bde-3374-5960-9b4b-067954dbe92c","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"f749103c-d7ee-5dd9-bc17-d9173978c414","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"ac4d8a0b-1011-593f-aeb9-73407bf2516a","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"6ac73a2e-12d5-5fa1-b710-9ca378a6de4f","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"f2a96d43-61ee-4686-88f0-809e937c5f22","inputHash":"_6h920kuNb1uL4v_a4tK7u","correlationId":"cb1cc3a5-3610-4e69-a8f2-a1bb9efe4e3f","causationId":"f2a96d43-61ee-4686-88f0-809e937c5f22","batchId":"f2a96d43-61ee-4686-88f0-809e937c5f22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.393727+00'),
	(29, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.71a9f755-c06f-52b7-9bf1-cf0461d25766', 2, 'a90f15c0-1295-5089-8e11-020b905259a4', 'StudentTeachersSet', '{"studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","assignments":[{"id":"12a3113d-bec7-55ac-8674-5827ab772a90","teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","preferenceRank":0}]}', '{"commandId":"d4f976af-59a7-468e-8c47-2fde655ad224","inputHash":"A-hYE7ZSWboa1UFjpNqVhG","correlationId":"753b2723-9c97-4724-8f27-a4297cfb5d76","causationId":"d4f976af-59a7-468e-8c47-2fde655ad224","batchId":"d4f976af-59a7-468e-8c47-2fde655ad224","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.422003+00'),
	(30, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 0, '52cefc2f-5715-5397-a9e6-cc62f591316e', 'StudentRegistered', '{"studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","details":{"firstName":"Dee","lastName":"Park","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":45,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"dc913a5d-4f7d-4506-be17-78f728affd41","inputHash":"alc20_4Xck7XPdfAnAtTqx","correlationId":"2bd7ffa9-c01e-45c2-bf75-61057ac7d70e","causationId":"dc913a5d-4f7d-4506-be17-78f728affd41","batchId":"dc913a5d-4f7d-4506-be17-78f728affd41","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.515579+00'),
	(31, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 1, '9af2f7bb-ecd0-5b82-a198-a38d77e8c002', 'StudentAvailabilitySet', '{"studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","availability":[{"id":"ef06ac2f-8c5b-5e11-ab97-a5465312774c","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"ed0dfd3d-7892-5ae7-9be6-6843f152ffad","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"9f4d4222-9b6c-53c0-ae1b-05c6473c8206","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"f7c57227-d1d2-5f68-bf0a-6d33d9a57f0d","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"370dd7c8-3dd4-58d7-adea-58d3bf2448a5","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"dc913a5d-4f7d-4506-be17-78f728affd41","inputHash":"alc20_4Xck7XPdfAnAtTqx","correlationId":"2bd7ffa9-c01e-45c2-bf75-61057ac7d70e","causationId":"dc913a5d-4f7d-4506-be17-78f728affd41","batchId":"dc913a5d-4f7d-4506-be17-78f728affd41","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.515579+00'),
	(32, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 2, 'f4d324f4-bcf9-5b34-b537-e0f26fdac0c4', 'StudentTeachersSet', '{"studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","assignments":[{"id":"5bc933aa-1e83-55c9-9974-6c8f6719c4b2","teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","preferenceRank":0}]}', '{"commandId":"89ace68a-5407-4364-a07a-56cbe36edd14","inputHash":"CtLjOqYYpbt9VS38CadDbR","correlationId":"4316ae2c-77ab-4501-96e8-88d402ff4afa","causationId":"89ace68a-5407-4364-a07a-56cbe36edd14","batchId":"89ace68a-5407-4364-a07a-56cbe36edd14","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.557617+00'),
	(33, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.081c8013-dd62-54f4-a305-43bccbb7f7a4', 0, '1d245c9a-11c8-5295-98cc-41022f94fbe9', 'StudentRegistered', '{"studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","details":{"firstName":"Eve","lastName":"Stone","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":60,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"f36288fb-d8db-4284-b481-3ba32034ce45","inputHash":"IeIawPQ1srgRHAhTLjOgvN","correlationId":"3a29861a-18b5-4c53-bbf0-5ea82179cd09","causationId":"f36288fb-d8db-4284-b481-3ba32034ce45","batchId":"f36288fb-d8db-4284-b481-3ba32034ce45","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.666986+00'),
	(34, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.081c8013-dd62-54f4-a305-43bccbb7f7a4', 1, '6ebe9b4f-6762-5cac-9b7a-1318045ff318', 'StudentAvailabilitySet', '{"studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","availability":[{"id":"94c39648-e13f-5d02-9a27-30ad1b88cee8","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"57a69a35-5ec8-540c-876f-ec7576c9f932","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"6ddd2a47-783d-5a57-8847-891b776b5e79","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"4ce7bc6a-3e6a-552f-b14d-a9e613b359e8","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"8aec5fef-46a9-5a37-96e7-0f0720dfc14f","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"f36288fb-d8db-4284-b481-3ba32034ce45","inputHash":"IeIawPQ1srgRHAhTLjOgvN","correlationId":"3a29861a-18b5-4c53-bbf0-5ea82179cd09","causationId":"f36288fb-d8db-4284-b481-3ba32034ce45","batchId":"f36288fb-d8db-4284-b481-3ba32034ce45","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.666986+00'),
	(35, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.081c8013-dd62-54f4-a305-43bccbb7f7a4', 2, 'b3913511-3529-56bd-8cfd-1b26debf6e24', 'StudentTeachersSet', '{"studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","assignments":[{"id":"eb117c70-953b-5a27-a3a5-a429d794a214","teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","preferenceRank":0}]}', '{"commandId":"55f307f3-996d-428a-9b01-eddc023b69bb","inputHash":"AOz_aOBVJGNXAgsOxb5AQY","correlationId":"88335880-62f2-45fd-b124-eb1f511f673c","causationId":"55f307f3-996d-428a-9b01-eddc023b69bb","batchId":"55f307f3-996d-428a-9b01-eddc023b69bb","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.762306+00'),
	(36, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.ee6d8451-19a1-5a15-a583-0b85f9dfcabd', 0, 'f9bdc517-22cf-5ae9-a1bc-7578a18a4099', 'StudentRegistered', '{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","details":{"firstName":"Fay","lastName":"Wong","phone":null,"email":null,"address":"1905 S 5th St, Austin, TX 78704","city":"Austin","zipCode":"78704","location":{"latitude":30.2428,"longitude":-97.7658,"precision":"zip"},"lessonDuration":45,"startDate":null,"calendarUrl":null,"paymentType":"per_lesson","perLessonRateCents":null,"monthlyRateCents":null},"sample":false}', '{"commandId":"66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d","inputHash":"iTopTcA0kFePu16m-2gEta","correlationId":"a9945025-2a5a-43a1-899c-d5de79934c75","causationId":"66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d","batchId":"66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.802318+00'),
	(37, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.ee6d8451-19a1-5a15-a583-0b85f9dfcabd', 1, '6b52998e-8074-54cd-b0f6-e398616f426e', 'StudentAvailabilitySet', '{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","availability":[{"id":"043ae059-6de1-5df9-abc2-ea3d982748ca","dayOfWeek":1,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"ae054684-bf6d-55aa-af06-3fbe03d2b6a0","dayOfWeek":2,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"e2048cbd-967e-5f6f-b8d6-8c371d35122c","dayOfWeek":3,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"dfef5c45-82ce-58da-9672-97c9b71652aa","dayOfWeek":4,"start":840,"end":1200,"enabled":true,"isPreferred":false},{"id":"33e38ceb-412d-5da1-b6f2-7142853d5d11","dayOfWeek":5,"start":840,"end":1200,"enabled":true,"isPreferred":false}]}', '{"commandId":"66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d","inputHash":"iTopTcA0kFePu16m-2gEta","correlationId":"a9945025-2a5a-43a1-899c-d5de79934c75","causationId":"66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d","batchId":"66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.802318+00'),
	(38, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.ee6d8451-19a1-5a15-a583-0b85f9dfcabd', 2, 'd086c61e-ce0c-5301-a457-1358087a9f59', 'StudentTeachersSet', '{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","assignments":[{"id":"036c794a-db93-5820-b5cb-401b98bf6fb2","teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","preferenceRank":0}]}', '{"commandId":"519965fb-4a51-407c-88e0-6ced228333a1","inputHash":"B77Pyp1c0yuwBEEzdws8p5","correlationId":"27442bef-deca-496a-8cbb-edf0385ab109","causationId":"519965fb-4a51-407c-88e0-6ced228333a1","batchId":"519965fb-4a51-407c-88e0-6ced228333a1","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:42.942323+00'),
	(39, 'report-af929d21-4af2-4244-9c77-8f0169a80f29.80ac547d-c59d-4e81-818b-71063fab178f', 0, '2074a979-0e68-5a7f-b8bb-855988408456', 'ReportWritten', '{"reportId":"80ac547d-c59d-4e81-818b-71063fab178f","runId":"3c251a4a-f2c6-5682-addd-14f87096e616","teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","title":"Dana Whitfield, Nov 22, 2026","lessonsCount":3,"totalDriveMinutes":10,"content":{"teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","teacherName":"Dana Whitfield","startsOn":"2026-11-22","createdOn":"2026-11-22","homeKnown":true,"week":[{"lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","title":"Cy Moss","address":null,"day":"Mon","startTime":"14:05","endTime":"14:50","source":"optimized","driveTime":5,"driveHome":null},{"lessonId":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","title":"Ben Ito","address":null,"day":"Mon","startTime":"14:50","endTime":"15:20","source":"optimized","driveTime":0,"driveHome":null},{"lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","title":"Ann Lee","address":null,"day":"Mon","startTime":"15:20","endTime":"16:05","source":"optimized","driveTime":0,"driveHome":5}],"schedulingDecisions":[{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","studentName":"Ann Lee","day":"Mon","timeSlot":"15:20-16:05","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Ben Ito: one drive for both. Mon 2:05 PM would do as well.","driveTime":0,"marginalDrive":0,"fromRun":null},{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","lessonId":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","studentName":"Ben Ito","day":"Mon","timeSlot":"14:50-15:20","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Cy Moss: one drive for both. Mon 2:05 PM would do as well.","driveTime":0,"marginalDrive":0,"fromRun":null},{"studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","studentName":"Cy Moss","day":"Mon","timeSlot":"14:05-14:50","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Ben Ito: one drive for both. Tue 2:05 PM would add 10 min more.","driveTime":5,"marginalDrive":0,"fromRun":null}],"dayAnalysis":[{"day":"Mon","lessonsScheduled":3,"studentsAvailable":3,"firstLessonTime":"14:05","lastLessonTime":"15:20","totalTeachingTime":120,"drivingMinutes":10},{"day":"Tue","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Wed","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Thu","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Fri","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0}],"unscheduledAnalysis":[],"vacantTimeAnalysis":{"totalVacantMinutes":1670,"vacantSlots":[{"dayName":"Mon","startTime":"16:05","endTime":"19:55","durationMinutes":230,"reason":"3 h 50 before the drive home: everyone has a place."},{"dayName":"Tue","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Wed","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Thu","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Fri","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."}],"utilizationByDay":[{"dayName":"Mon","utilizationPercentage":33,"availableMinutes":360,"scheduledMinutes":120,"vacantMinutes":230},{"dayName":"Tue","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Wed","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Thu","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Fri","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360}]},"optimizationStats":{"totalStudents":3,"totalStudentsScheduled":3,"totalStudentsUnscheduled":0,"preferredSlots":0,"preferredPossible":0,"totalDriveTime":10,"driveTimeBefore":0,"idleMinutes":0,"bound":3,"proven":true,"dearestMinutes":0,"seed":1,"seconds":0.413},"clashes":[],"conflicts":[],"unlocated":[],"tradeOffs":[],"lessonWorth":null,"elsewhere":[]}}', '{"commandId":"bdcdcc5a-f8bf-5879-980c-72aa303c6bd0","inputHash":"82sCkDeTo6oTMX3BSpS68K","correlationId":"d1a102d3-6b02-4a8a-9ac0-a61bfef0e599","causationId":"b631e090-b587-41cb-983c-743c0f87a896","batchId":"bdcdcc5a-f8bf-5879-980c-72aa303c6bd0","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":2}', '2026-11-22 11:51:46.814884+00'),
	(40, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 0, '92b65b5d-3b79-5753-a6d5-0667cf0a36e6', 'ScheduleOptimized', '{"reportId":"80ac547d-c59d-4e81-818b-71063fab178f","runId":"3c251a4a-f2c6-5682-addd-14f87096e616","startsOn":"2026-11-22","supersedes":null,"rejects":null,"students":[{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","bases":[]},{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","lessonId":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","bases":[]},{"studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","bases":[]}],"endsElsewhere":[]}', '{"commandId":"b631e090-b587-41cb-983c-743c0f87a896","inputHash":"9cUeh9oUMGRzZnbWcD-POv","correlationId":"d1a102d3-6b02-4a8a-9ac0-a61bfef0e599","causationId":"b631e090-b587-41cb-983c-743c0f87a896","batchId":"b631e090-b587-41cb-983c-743c0f87a896","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.000641+00'),
	(41, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 1, 'b3d636be-3102-57bb-a3f0-27a4d20bbf0d', 'LessonPlaced', '{"lesson":{"lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":1,"start":920,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":0,"reportId":"80ac547d-c59d-4e81-818b-71063fab178f"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"b631e090-b587-41cb-983c-743c0f87a896","inputHash":"9cUeh9oUMGRzZnbWcD-POv","correlationId":"d1a102d3-6b02-4a8a-9ac0-a61bfef0e599","causationId":"b631e090-b587-41cb-983c-743c0f87a896","batchId":"b631e090-b587-41cb-983c-743c0f87a896","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.000641+00'),
	(42, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 2, 'abf8973d-5dab-584e-8142-efd61a5f7948', 'LessonPlaced', '{"lesson":{"lessonId":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":1,"start":890,"duration":30,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":0,"reportId":"80ac547d-c59d-4e81-818b-71063fab178f"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"b631e090-b587-41cb-983c-743c0f87a896","inputHash":"9cUeh9oUMGRzZnbWcD-POv","correlationId":"d1a102d3-6b02-4a8a-9ac0-a61bfef0e599","causationId":"b631e090-b587-41cb-983c-743c0f87a896","batchId":"b631e090-b587-41cb-983c-743c0f87a896","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.000641+00'),
	(43, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 3, '181c7e6a-a8f8-513b-97bd-1ad54f7409a2', 'LessonPlaced', '{"lesson":{"lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":1,"start":845,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":5,"reportId":"80ac547d-c59d-4e81-818b-71063fab178f"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"b631e090-b587-41cb-983c-743c0f87a896","inputHash":"9cUeh9oUMGRzZnbWcD-POv","correlationId":"d1a102d3-6b02-4a8a-9ac0-a61bfef0e599","causationId":"b631e090-b587-41cb-983c-743c0f87a896","batchId":"b631e090-b587-41cb-983c-743c0f87a896","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.000641+00'),
	(44, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 4, '98d5bfe3-e910-5470-bbc4-2dfa996d2d10', 'ScheduleAccepted', '{"reportId":"80ac547d-c59d-4e81-818b-71063fab178f","endsElsewhere":[]}', '{"commandId":"12a6b839-7341-47b9-b720-b7253352f454","inputHash":"KK4ABndWXUFUeTGVToumwn","correlationId":"4774d890-7392-4289-9f1c-02121d90f1b5","causationId":"12a6b839-7341-47b9-b720-b7253352f454","batchId":"12a6b839-7341-47b9-b720-b7253352f454","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.072574+00'),
	(45, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 5, 'bb71c9e9-c8ae-53d8-bf60-f151b9964312', 'LessonKept', '{"lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","source":"optimized"}', '{"commandId":"12a6b839-7341-47b9-b720-b7253352f454","inputHash":"KK4ABndWXUFUeTGVToumwn","correlationId":"4774d890-7392-4289-9f1c-02121d90f1b5","causationId":"12a6b839-7341-47b9-b720-b7253352f454","batchId":"12a6b839-7341-47b9-b720-b7253352f454","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.072574+00'),
	(46, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 6, '9314057d-caa8-5308-b557-9fb069fddba9', 'LessonKept', '{"lessonId":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","source":"optimized"}', '{"commandId":"12a6b839-7341-47b9-b720-b7253352f454","inputHash":"KK4ABndWXUFUeTGVToumwn","correlationId":"4774d890-7392-4289-9f1c-02121d90f1b5","causationId":"12a6b839-7341-47b9-b720-b7253352f454","batchId":"12a6b839-7341-47b9-b720-b7253352f454","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.072574+00'),
	(47, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 7, 'c92c5b8f-e030-5a51-ac50-3ce1f25a55dc', 'LessonKept', '{"lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","source":"optimized"}', '{"commandId":"12a6b839-7341-47b9-b720-b7253352f454","inputHash":"KK4ABndWXUFUeTGVToumwn","correlationId":"4774d890-7392-4289-9f1c-02121d90f1b5","causationId":"12a6b839-7341-47b9-b720-b7253352f454","batchId":"12a6b839-7341-47b9-b720-b7253352f454","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.072574+00'),
	(56, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 2, '752afddf-2d1d-5b45-a446-feb499a307fc', 'LessonSkipped', '{"lessonId":"384895da-1ce8-5489-8214-570e1a329eaa","date":"2026-12-09"}', '{"commandId":"de5eef41-6e4c-4239-9d70-80f120f46cde","inputHash":"UyxZjO8aBRYfnrWuK7zDPu","correlationId":"7dfeb9e0-c863-49f3-8f00-b32c4d59887e","causationId":"de5eef41-6e4c-4239-9d70-80f120f46cde","batchId":"de5eef41-6e4c-4239-9d70-80f120f46cde","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.469344+00'),
	(48, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 8, 'd0e6cbff-ae5a-57bb-83cf-b5e48661cdd0', 'LessonCreated', '{"lesson":{"lessonId":"e8f69997-56d9-5db7-834c-3c5cf486d67e","studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":"Brings her cello.","useInOptimization":true,"source":"manual","status":"scheduled","dayOfWeek":2,"start":1110,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[]}', '{"commandId":"ec39f580-32b8-4b83-bc2e-2aabf85e969e","inputHash":"QtLupKLv2byH9mP-PMNlZ0","correlationId":"d54b73a7-ceb4-4c15-a010-724d7db101b8","causationId":"ec39f580-32b8-4b83-bc2e-2aabf85e969e","batchId":"ec39f580-32b8-4b83-bc2e-2aabf85e969e","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.136696+00'),
	(49, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 0, '7dffcad9-adf4-5ac1-8d94-d1f6066d4276', 'LessonCreated', '{"lesson":{"lessonId":"384895da-1ce8-5489-8214-570e1a329eaa","studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"manual","status":"scheduled","dayOfWeek":3,"start":900,"duration":60,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[]}', '{"commandId":"0d3a34da-c9c6-48d1-8860-40b3f5ec0d74","inputHash":"0x8gNleC9njGH4j8CIn7f1","correlationId":"b3504738-bb87-4b09-812a-f940cc9e4459","causationId":"0d3a34da-c9c6-48d1-8860-40b3f5ec0d74","batchId":"0d3a34da-c9c6-48d1-8860-40b3f5ec0d74","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.303848+00'),
	(50, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 9, 'd607d952-c584-5455-9139-7233c649eba8', 'LessonCreated', '{"lesson":{"lessonId":"de761e18-7bd8-5be4-af04-09f3e757a075","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"manual","status":"scheduled","dayOfWeek":5,"start":1110,"duration":45,"date":"2026-12-04","validFrom":null,"validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[]}', '{"commandId":"17848d7f-2bca-46af-bc86-22ed690cbffc","inputHash":"xjNGeh4P2_3HULat9YpGak","correlationId":"ae9ae7db-d583-4187-b380-c4a2bb0a591e","causationId":"17848d7f-2bca-46af-bc86-22ed690cbffc","batchId":"17848d7f-2bca-46af-bc86-22ed690cbffc","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.385172+00'),
	(51, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 10, '432611ef-fdb5-5181-8d15-a092dc3065c5', 'LessonCreated', '{"lesson":{"lessonId":"0aa3e4a8-e849-5dd9-a52d-c222d928c0ab","studentId":null,"entryType":"appointment","eventTitle":"Dentist","customAddress":null,"notes":null,"useInOptimization":false,"source":"manual","status":"scheduled","dayOfWeek":3,"start":540,"duration":45,"date":"2026-11-25","validFrom":null,"validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[]}', '{"commandId":"f9a3ea81-a56b-4c3c-973b-0c3e97642fcf","inputHash":"SZ1QczZXC0_z7VDaJRNYrE","correlationId":"3e1bc504-96ca-481e-8a27-fefb1908373c","causationId":"f9a3ea81-a56b-4c3c-973b-0c3e97642fcf","batchId":"f9a3ea81-a56b-4c3c-973b-0c3e97642fcf","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.557223+00'),
	(52, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 11, '8c1966a3-deb7-552a-9fbc-384aaf9983f0', 'LessonCreated', '{"lesson":{"lessonId":"0be6f4be-003e-536f-86e3-d7cdc8647642","studentId":null,"entryType":"appointment","eventTitle":"Orchestra","customAddress":null,"notes":null,"useInOptimization":false,"source":"manual","status":"scheduled","dayOfWeek":5,"start":1155,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[]}', '{"commandId":"104920cb-2f85-4cb4-8843-63926c5ecf7f","inputHash":"VvvOvCn7i1eC01yO-ITEBI","correlationId":"1285461b-a94e-4150-af89-1179937bc383","causationId":"104920cb-2f85-4cb4-8843-63926c5ecf7f","batchId":"104920cb-2f85-4cb4-8843-63926c5ecf7f","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.657445+00'),
	(53, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 12, '0bd454a2-73b6-5399-aaee-47688c32558c', 'LessonCancelled', '{"lesson":{"lessonId":"6411b896-ee09-5ced-9b73-6121749012fb","studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":"Brings her cello.","useInOptimization":true,"source":"manual","status":"cancelled","dayOfWeek":2,"start":1110,"duration":45,"date":"2026-12-01","validFrom":null,"validTo":null,"skips":[],"seriesId":"e8f69997-56d9-5db7-834c-3c5cf486d67e","originalDate":"2026-12-01","continues":null,"driveMinutes":null,"reportId":null}}', '{"commandId":"f560dab4-77a2-484b-9ad9-152c55e8fa24","inputHash":"m6oBA0Xe_JO8MJh9MfcZVT","correlationId":"9ff85b05-112b-440b-8223-5c901709ac3f","causationId":"f560dab4-77a2-484b-9ad9-152c55e8fa24","batchId":"f560dab4-77a2-484b-9ad9-152c55e8fa24","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:47.897245+00'),
	(54, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 13, 'fa5f02dd-58b2-562a-bf2f-16b90c89a959', 'LessonEdited', '{"lesson":{"lessonId":"de761e18-7bd8-5be4-af04-09f3e757a075","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":"Recital pieces","useInOptimization":true,"source":"manual","status":"scheduled","dayOfWeek":5,"start":1065,"duration":45,"date":"2026-12-04","validFrom":null,"validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null},"occurrences":[],"fellAway":[]}', '{"commandId":"09ef8b9d-3425-4a88-a61b-92b13fa9fa1e","inputHash":"6soU-xbqZ-3i2KGPeGiceK","correlationId":"e4b447ef-2208-466b-bb00-7961878bab00","causationId":"09ef8b9d-3425-4a88-a61b-92b13fa9fa1e","batchId":"09ef8b9d-3425-4a88-a61b-92b13fa9fa1e","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.097656+00'),
	(55, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 1, '35a850ac-1e45-5ff7-86e5-3a1fb8a0ca63', 'LessonEdited', '{"lesson":{"lessonId":"161f55fe-c211-5c53-ac63-981779c0b5d5","studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"manual","status":"scheduled","dayOfWeek":4,"start":1140,"duration":60,"date":"2026-12-03","validFrom":null,"validTo":null,"skips":[],"seriesId":"384895da-1ce8-5489-8214-570e1a329eaa","originalDate":"2026-12-02","continues":null,"driveMinutes":null,"reportId":null},"occurrences":[],"fellAway":[]}', '{"commandId":"9b15b15f-6c74-42a5-904d-98b30de47b15","inputHash":"xbiNCuI_r_2efOPU4xMrIa","correlationId":"eb5c9c7d-e35c-4db1-9cdc-ed9e6c084842","causationId":"9b15b15f-6c74-42a5-904d-98b30de47b15","batchId":"9b15b15f-6c74-42a5-904d-98b30de47b15","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.318737+00'),
	(57, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 14, '3de6e3da-0826-5dbb-aaf2-be45272258a2', 'LessonEnded', '{"lessonId":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","validTo":"2026-12-13","status":"scheduled","fellAway":[],"forGood":false}', '{"commandId":"243c0115-685f-4be2-8c7b-22656bd76d14","inputHash":"L0gERIc6p5tVOEFBW-WJ13","correlationId":"8e4ee328-5939-42fd-82ef-fda1b55f7a6a","causationId":"243c0115-685f-4be2-8c7b-22656bd76d14","batchId":"243c0115-685f-4be2-8c7b-22656bd76d14","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.617278+00'),
	(58, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 15, '9a6c25f9-e0bf-5235-89bc-37b2f4edbe94', 'LessonCreated', '{"lesson":{"lessonId":"307feb9f-dc62-504e-b0a4-5b497a59a811","studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"scheduled","dayOfWeek":4,"start":1080,"duration":30,"date":null,"validFrom":"2026-12-14","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":"59fe0e7c-ef79-571c-9a7f-efcc392b1f8f","driveMinutes":null,"reportId":"80ac547d-c59d-4e81-818b-71063fab178f"},"occurrences":[]}', '{"commandId":"243c0115-685f-4be2-8c7b-22656bd76d14","inputHash":"L0gERIc6p5tVOEFBW-WJ13","correlationId":"8e4ee328-5939-42fd-82ef-fda1b55f7a6a","causationId":"243c0115-685f-4be2-8c7b-22656bd76d14","batchId":"243c0115-685f-4be2-8c7b-22656bd76d14","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.617278+00'),
	(59, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 16, '6ba81d1c-86a3-5204-977e-647f82f1a10f', 'LessonRescheduled', '{"lesson":{"lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"scheduled","dayOfWeek":1,"start":1155,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":"80ac547d-c59d-4e81-818b-71063fab178f"},"occurrences":[],"fellAway":[]}', '{"commandId":"ed85770a-0c72-4d91-8033-a124b290a8c8","inputHash":"vzvklMgpkOdnKbY0wy_OtV","correlationId":"8b30e8e9-20f3-4a34-bd4a-daf1578246e5","causationId":"ed85770a-0c72-4d91-8033-a124b290a8c8","batchId":"ed85770a-0c72-4d91-8033-a124b290a8c8","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.809755+00'),
	(60, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 17, 'c88f9b37-cd17-5e20-8039-a223cfea9d8d', 'LessonCancelled', '{"lesson":{"lessonId":"1ae910c1-f4df-505a-8d95-567b06a0cd3c","studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":"Brings her cello.","useInOptimization":true,"source":"manual","status":"cancelled","dayOfWeek":2,"start":1110,"duration":45,"date":"2026-12-08","validFrom":null,"validTo":null,"skips":[],"seriesId":"e8f69997-56d9-5db7-834c-3c5cf486d67e","originalDate":"2026-12-08","continues":null,"driveMinutes":null,"reportId":null}}', '{"commandId":"e097755e-dbaa-49b0-af9e-bf4899f1259d","inputHash":"5_-PCsKhUJffiJ7dOll8zz","correlationId":"66450c0b-e108-4068-95c8-4b28216e227b","causationId":"e097755e-dbaa-49b0-af9e-bf4899f1259d","batchId":"e097755e-dbaa-49b0-af9e-bf4899f1259d","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.851169+00'),
	(61, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 18, '5974fdba-8f6d-5b4b-9261-d1b85ae0195c', 'BatchUndone', '{"undoes":"e097755e-dbaa-49b0-af9e-bf4899f1259d","undoneReportId":null}', '{"commandId":"d57f9150-854c-4ce2-b0fa-f4e2cb246088","inputHash":"l15c1yN21ktpoN2eaWJGIY","correlationId":"22b410cc-0dd4-448b-bd4e-b0b003db9181","causationId":"d57f9150-854c-4ce2-b0fa-f4e2cb246088","batchId":"d57f9150-854c-4ce2-b0fa-f4e2cb246088","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.96926+00'),
	(62, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 19, '9e212a93-a9f5-57f8-8fd9-8ee280e0eec8', 'LessonDeleted', '{"lessonId":"1ae910c1-f4df-505a-8d95-567b06a0cd3c"}', '{"commandId":"d57f9150-854c-4ce2-b0fa-f4e2cb246088","inputHash":"l15c1yN21ktpoN2eaWJGIY","correlationId":"22b410cc-0dd4-448b-bd4e-b0b003db9181","causationId":"d57f9150-854c-4ce2-b0fa-f4e2cb246088","batchId":"d57f9150-854c-4ce2-b0fa-f4e2cb246088","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:48.96926+00'),
	(63, 'report-af929d21-4af2-4244-9c77-8f0169a80f29.aef66102-5a80-46d3-b6d3-8d44b5e1a480', 0, 'f38480c0-a44c-58a1-af12-3253cdbb488f', 'ReportWritten', '{"reportId":"aef66102-5a80-46d3-b6d3-8d44b5e1a480","runId":"e0424e5b-6730-505e-a4a5-5d9791ba6c0a","teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","title":"Marcus Bell, Nov 22, 2026","lessonsCount":1,"totalDriveMinutes":10,"content":{"teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","teacherName":"Marcus Bell","startsOn":"2026-11-22","createdOn":"2026-11-22","homeKnown":true,"week":[{"lessonId":"84e899aa-74af-526d-a56d-3c085bbb5f9e","studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","title":"Fay Wong","address":null,"day":"Wed","startTime":"14:15","endTime":"15:00","source":"optimized","driveTime":5,"driveHome":null},{"lessonId":"384895da-1ce8-5489-8214-570e1a329eaa","studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","title":"Eve Stone","address":null,"day":"Wed","startTime":"15:00","endTime":"16:00","source":"manual","driveTime":0,"driveHome":5}],"schedulingDecisions":[{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","lessonId":"84e899aa-74af-526d-a56d-3c085bbb5f9e","studentName":"Fay Wong","day":"Wed","timeSlot":"14:15-15:00","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Eve Stone: one drive for both. Wed 4:00 PM would do as well.","driveTime":5,"marginalDrive":0,"fromRun":null}],"dayAnalysis":[{"day":"Mon","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Tue","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Wed","lessonsScheduled":2,"studentsAvailable":2,"firstLessonTime":"14:15","lastLessonTime":"15:00","totalTeachingTime":105,"drivingMinutes":10},{"day":"Thu","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Fri","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0}],"unscheduledAnalysis":[],"vacantTimeAnalysis":{"totalVacantMinutes":1685,"vacantSlots":[{"dayName":"Mon","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Tue","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Wed","startTime":"14:00","endTime":"14:10","durationMinutes":10,"reason":"10 min before the first lesson: shorter than any lesson."},{"dayName":"Wed","startTime":"16:00","endTime":"19:55","durationMinutes":235,"reason":"3 h 55 before the drive home: everyone has a place."},{"dayName":"Thu","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Fri","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."}],"utilizationByDay":[{"dayName":"Mon","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Tue","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Wed","utilizationPercentage":29,"availableMinutes":360,"scheduledMinutes":105,"vacantMinutes":245},{"dayName":"Thu","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Fri","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360}]},"optimizationStats":{"totalStudents":1,"totalStudentsScheduled":1,"totalStudentsUnscheduled":0,"preferredSlots":0,"preferredPossible":0,"totalDriveTime":10,"driveTimeBefore":10,"idleMinutes":0,"bound":1,"proven":true,"dearestMinutes":0,"seed":1,"seconds":0.071},"clashes":[],"conflicts":[],"unlocated":[],"tradeOffs":[],"lessonWorth":null,"elsewhere":[]}}', '{"commandId":"cc7222b6-f15b-57e5-ae8c-8e5c0f7e1946","inputHash":"WEPQilk2tKZSG-v_47M8ej","correlationId":"3e038174-0de1-41cd-93df-52d3a503abb0","causationId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","batchId":"cc7222b6-f15b-57e5-ae8c-8e5c0f7e1946","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":2}', '2026-11-22 11:51:49.187878+00'),
	(64, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 3, '217db4c0-a5ff-5706-97d4-98ae1f8006c2', 'ScheduleOptimized', '{"reportId":"aef66102-5a80-46d3-b6d3-8d44b5e1a480","runId":"e0424e5b-6730-505e-a4a5-5d9791ba6c0a","startsOn":"2026-11-22","supersedes":null,"rejects":null,"students":[{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","lessonId":"84e899aa-74af-526d-a56d-3c085bbb5f9e","bases":[]}],"endsElsewhere":[]}', '{"commandId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","inputHash":"46foPfxhuSqXo_S_9tzkOX","correlationId":"3e038174-0de1-41cd-93df-52d3a503abb0","causationId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","batchId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:49.191216+00'),
	(65, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 4, 'eb6a8af7-7e5d-518d-bd5b-a0c276f18aae', 'LessonPlaced', '{"lesson":{"lessonId":"84e899aa-74af-526d-a56d-3c085bbb5f9e","studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":3,"start":855,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":5,"reportId":"aef66102-5a80-46d3-b6d3-8d44b5e1a480"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","inputHash":"46foPfxhuSqXo_S_9tzkOX","correlationId":"3e038174-0de1-41cd-93df-52d3a503abb0","causationId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","batchId":"c05bc87e-186b-4a70-a612-6c4cae1d2ac9","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:49.191216+00'),
	(66, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 5, 'd5a24b56-66e6-5c78-9625-0bea3658e543', 'ScheduleRejected', '{"reportId":"aef66102-5a80-46d3-b6d3-8d44b5e1a480","withdrawn":false,"fellAway":[]}', '{"commandId":"6c839138-43cf-485a-bd24-db9f6d923263","inputHash":"--V5rGCLpbq62mxUWkaGKX","correlationId":"644b9d74-3d76-4d3c-b209-af9ec52427f3","causationId":"6c839138-43cf-485a-bd24-db9f6d923263","batchId":"6c839138-43cf-485a-bd24-db9f6d923263","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:49.309646+00'),
	(67, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 6, 'f3bc8c60-ae1e-5136-a622-8f79c1ccc9ec', 'LessonEnded', '{"lessonId":"84e899aa-74af-526d-a56d-3c085bbb5f9e","validTo":"2026-11-21","status":"scheduled","fellAway":[],"forGood":false}', '{"commandId":"6c839138-43cf-485a-bd24-db9f6d923263","inputHash":"--V5rGCLpbq62mxUWkaGKX","correlationId":"644b9d74-3d76-4d3c-b209-af9ec52427f3","causationId":"6c839138-43cf-485a-bd24-db9f6d923263","batchId":"6c839138-43cf-485a-bd24-db9f6d923263","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:49.309646+00'),
	(68, 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 3, '48bfb801-416c-5a58-b2be-48f08a13bef4', 'StudentRemoved', '{"studentId":"96c0669f-ff0e-5745-8005-32cc7c8d1d58","name":"Dee Park","on":"2026-11-22"}', '{"commandId":"f7e24c5d-45d8-4828-a4d7-d10abed00205","inputHash":"sOdnzpYiFMvgkMSZFilLPH","correlationId":"519c8a0f-8fd3-4ff7-8038-001e1d3a58b8","causationId":"f7e24c5d-45d8-4828-a4d7-d10abed00205","batchId":"f7e24c5d-45d8-4828-a4d7-d10abed00205","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:49.347555+00'),
	(69, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 20, '9959e061-9131-569b-91ac-82dea1862299', 'LessonEnded', '{"lessonId":"e8f69997-56d9-5db7-834c-3c5cf486d67e","validTo":"2026-11-21","status":"scheduled","fellAway":["6411b896-ee09-5ced-9b73-6121749012fb"],"forGood":true}', '{"commandId":"ec5397a1-7d36-5052-9643-a0f48446b977","inputHash":"tbwhA5LE1h0dSYUVJij0y4","correlationId":"519c8a0f-8fd3-4ff7-8038-001e1d3a58b8","causationId":"48bfb801-416c-5a58-b2be-48f08a13bef4","batchId":"ec5397a1-7d36-5052-9643-a0f48446b977","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"removals","schemaVersion":1}', '2026-11-22 11:51:49.372104+00'),
	(70, 'report-af929d21-4af2-4244-9c77-8f0169a80f29.e6f6bbab-02de-496d-b01f-21483c3ab688', 0, '658ba972-a377-5535-86e9-e2fe6bd4e357', 'ReportWritten', '{"reportId":"e6f6bbab-02de-496d-b01f-21483c3ab688","runId":"a4942d56-959c-5036-85f4-730c125bc8cd","teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","title":"Dana Whitfield, Nov 22, 2026","lessonsCount":2,"totalDriveMinutes":10,"content":{"teacherId":"9c82de28-c8a8-5d26-b465-925483b96331","teacherName":"Dana Whitfield","startsOn":"2026-12-21","createdOn":"2026-11-22","homeKnown":true,"week":[{"lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","title":"Cy Moss","address":null,"day":"Mon","startTime":"14:05","endTime":"14:50","source":"optimized","driveTime":5,"driveHome":null},{"lessonId":"a1ecf210-af01-5b48-a594-e145b9819c3c","studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","title":"Ben Ito","address":null,"day":"Mon","startTime":"14:50","endTime":"15:20","source":"optimized","driveTime":0,"driveHome":null},{"lessonId":"3a20ca0f-a295-5f94-8840-9d54b49eef4d","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","title":"Ann Lee","address":null,"day":"Mon","startTime":"15:20","endTime":"16:05","source":"optimized","driveTime":0,"driveHome":5}],"schedulingDecisions":[{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","lessonId":"3a20ca0f-a295-5f94-8840-9d54b49eef4d","studentName":"Ann Lee","day":"Mon","timeSlot":"15:20-16:05","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Ben Ito: one drive for both. Tue 2:05 PM would add 10 min more.","driveTime":0,"marginalDrive":0,"fromRun":null},{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","lessonId":"a1ecf210-af01-5b48-a594-e145b9819c3c","studentName":"Ben Ito","day":"Mon","timeSlot":"14:50-15:20","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Cy Moss: one drive for both. Mon 3:35 PM would do as well.","driveTime":0,"marginalDrive":0,"fromRun":null}],"dayAnalysis":[{"day":"Mon","lessonsScheduled":3,"studentsAvailable":3,"firstLessonTime":"14:05","lastLessonTime":"15:20","totalTeachingTime":120,"drivingMinutes":10},{"day":"Tue","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Wed","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Thu","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Fri","lessonsScheduled":0,"studentsAvailable":3,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0}],"unscheduledAnalysis":[],"vacantTimeAnalysis":{"totalVacantMinutes":1625,"vacantSlots":[{"dayName":"Mon","startTime":"16:05","endTime":"19:55","durationMinutes":230,"reason":"3 h 50 before the drive home: everyone has a place."},{"dayName":"Tue","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Wed","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Thu","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Fri","startTime":"14:00","endTime":"19:15","durationMinutes":315,"reason":"5 h 15 without a lesson: everyone has a place."}],"utilizationByDay":[{"dayName":"Mon","utilizationPercentage":33,"availableMinutes":360,"scheduledMinutes":120,"vacantMinutes":230},{"dayName":"Tue","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Wed","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Thu","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Fri","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":315}]},"optimizationStats":{"totalStudents":2,"totalStudentsScheduled":2,"totalStudentsUnscheduled":0,"preferredSlots":0,"preferredPossible":0,"totalDriveTime":10,"driveTimeBefore":20,"idleMinutes":0,"bound":2,"proven":true,"dearestMinutes":0,"seed":1,"seconds":0.09},"clashes":[],"conflicts":[],"unlocated":[],"tradeOffs":[],"lessonWorth":null,"elsewhere":[]}}', '{"commandId":"e9245b1c-78b0-5ece-b27c-ea1edcc0e546","inputHash":"hqJGtPpqQ__3XB2TXVaSup","correlationId":"f860fd63-0c96-4a49-9aff-5685b4866093","causationId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","batchId":"e9245b1c-78b0-5ece-b27c-ea1edcc0e546","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":2}', '2026-11-22 11:51:51.885569+00'),
	(71, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 21, '561e07e6-8db2-55fe-b7ee-cd67beb21680', 'ScheduleOptimized', '{"reportId":"e6f6bbab-02de-496d-b01f-21483c3ab688","runId":"a4942d56-959c-5036-85f4-730c125bc8cd","startsOn":"2026-12-21","supersedes":null,"rejects":null,"students":[{"studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","lessonId":"3a20ca0f-a295-5f94-8840-9d54b49eef4d","bases":["75a9d043-7aa0-503a-a1ad-c1fee0d43a62"]},{"studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","lessonId":"a1ecf210-af01-5b48-a594-e145b9819c3c","bases":["307feb9f-dc62-504e-b0a4-5b497a59a811"]}],"endsElsewhere":[]}', '{"commandId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","inputHash":"n36Y1QE6ocYxMmgww8tlmO","correlationId":"f860fd63-0c96-4a49-9aff-5685b4866093","causationId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","batchId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:51.913186+00'),
	(72, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 22, '07933d78-1927-5359-9043-027a0593ebac', 'LessonEnded', '{"lessonId":"75a9d043-7aa0-503a-a1ad-c1fee0d43a62","validTo":"2026-12-20","status":"scheduled","fellAway":[],"forGood":false}', '{"commandId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","inputHash":"n36Y1QE6ocYxMmgww8tlmO","correlationId":"f860fd63-0c96-4a49-9aff-5685b4866093","causationId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","batchId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:51.913186+00'),
	(73, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 23, 'b9295a80-0002-57d6-a9e8-de77ab801dba', 'LessonEnded', '{"lessonId":"307feb9f-dc62-504e-b0a4-5b497a59a811","validTo":"2026-12-20","status":"scheduled","fellAway":[],"forGood":false}', '{"commandId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","inputHash":"n36Y1QE6ocYxMmgww8tlmO","correlationId":"f860fd63-0c96-4a49-9aff-5685b4866093","causationId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","batchId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:51.913186+00'),
	(74, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 24, '01080393-0807-553c-b4eb-b671b0819d1d', 'LessonPlaced', '{"lesson":{"lessonId":"3a20ca0f-a295-5f94-8840-9d54b49eef4d","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":1,"start":920,"duration":45,"date":null,"validFrom":"2026-12-21","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":0,"reportId":"e6f6bbab-02de-496d-b01f-21483c3ab688"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","inputHash":"n36Y1QE6ocYxMmgww8tlmO","correlationId":"f860fd63-0c96-4a49-9aff-5685b4866093","causationId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","batchId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:51.913186+00'),
	(75, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 25, '268b9d0e-97d4-5984-be6d-10a7393a404a', 'LessonPlaced', '{"lesson":{"lessonId":"a1ecf210-af01-5b48-a594-e145b9819c3c","studentId":"46fd84f1-f185-57d0-b1b7-1a8dfee68a98","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":1,"start":890,"duration":30,"date":null,"validFrom":"2026-12-21","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":0,"reportId":"e6f6bbab-02de-496d-b01f-21483c3ab688"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","inputHash":"n36Y1QE6ocYxMmgww8tlmO","correlationId":"f860fd63-0c96-4a49-9aff-5685b4866093","causationId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","batchId":"beee8a4c-e4d8-4338-a0b7-f975b6aa8c22","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:51.913186+00'),
	(76, 'report-af929d21-4af2-4244-9c77-8f0169a80f29.3099fc68-5ebf-40f5-a8ac-4aae342e74d9', 0, '784ac917-56dd-55ad-9743-d714d18df199', 'ReportWritten', '{"reportId":"3099fc68-5ebf-40f5-a8ac-4aae342e74d9","runId":"60ee68d1-8abf-58f2-abaf-a58581d011bb","teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","title":"Marcus Bell, Nov 22, 2026","lessonsCount":1,"totalDriveMinutes":10,"content":{"teacherId":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","teacherName":"Marcus Bell","startsOn":"2026-12-28","createdOn":"2026-11-22","homeKnown":true,"week":[{"lessonId":"deb30d00-6b2f-5db1-b79b-38541bb04ee8","studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","title":"Fay Wong","address":null,"day":"Wed","startTime":"14:15","endTime":"15:00","source":"optimized","driveTime":5,"driveHome":null},{"lessonId":"384895da-1ce8-5489-8214-570e1a329eaa","studentId":"081c8013-dd62-54f4-a305-43bccbb7f7a4","title":"Eve Stone","address":null,"day":"Wed","startTime":"15:00","endTime":"16:00","source":"manual","driveTime":0,"driveHome":5}],"schedulingDecisions":[{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","lessonId":"deb30d00-6b2f-5db1-b79b-38541bb04ee8","studentName":"Fay Wong","day":"Wed","timeSlot":"14:15-15:00","preferredSlot":false,"flexibilityScore":30,"reason":"Same address as Eve Stone: one drive for both. Wed 4:00 PM would do as well.","driveTime":5,"marginalDrive":0,"fromRun":null}],"dayAnalysis":[{"day":"Mon","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Tue","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Wed","lessonsScheduled":2,"studentsAvailable":2,"firstLessonTime":"14:15","lastLessonTime":"15:00","totalTeachingTime":105,"drivingMinutes":10},{"day":"Thu","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0},{"day":"Fri","lessonsScheduled":0,"studentsAvailable":2,"firstLessonTime":null,"lastLessonTime":null,"totalTeachingTime":0,"drivingMinutes":0}],"unscheduledAnalysis":[],"vacantTimeAnalysis":{"totalVacantMinutes":1685,"vacantSlots":[{"dayName":"Mon","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Tue","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Wed","startTime":"14:00","endTime":"14:10","durationMinutes":10,"reason":"10 min before the first lesson: shorter than any lesson."},{"dayName":"Wed","startTime":"16:00","endTime":"19:55","durationMinutes":235,"reason":"3 h 55 before the drive home: everyone has a place."},{"dayName":"Thu","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."},{"dayName":"Fri","startTime":"14:00","endTime":"20:00","durationMinutes":360,"reason":"6 h without a lesson: everyone has a place."}],"utilizationByDay":[{"dayName":"Mon","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Tue","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Wed","utilizationPercentage":29,"availableMinutes":360,"scheduledMinutes":105,"vacantMinutes":245},{"dayName":"Thu","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360},{"dayName":"Fri","utilizationPercentage":0,"availableMinutes":360,"scheduledMinutes":0,"vacantMinutes":360}]},"optimizationStats":{"totalStudents":1,"totalStudentsScheduled":1,"totalStudentsUnscheduled":0,"preferredSlots":0,"preferredPossible":0,"totalDriveTime":10,"driveTimeBefore":10,"idleMinutes":0,"bound":1,"proven":true,"dearestMinutes":0,"seed":1,"seconds":0.138},"clashes":[],"conflicts":[],"unlocated":[],"tradeOffs":[],"lessonWorth":null,"elsewhere":[]}}', '{"commandId":"82453f91-7b6a-5dcf-b926-043445424df3","inputHash":"MJAQRi_830PFzpwqe4WKzj","correlationId":"ba658e8c-4019-48e7-8209-4368cb6e47ad","causationId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","batchId":"82453f91-7b6a-5dcf-b926-043445424df3","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":2}', '2026-11-22 11:51:52.32361+00'),
	(77, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 7, '8992224a-5f37-5b04-bf65-44f167c89398', 'ScheduleOptimized', '{"reportId":"3099fc68-5ebf-40f5-a8ac-4aae342e74d9","runId":"60ee68d1-8abf-58f2-abaf-a58581d011bb","startsOn":"2026-12-28","supersedes":null,"rejects":null,"students":[{"studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","lessonId":"deb30d00-6b2f-5db1-b79b-38541bb04ee8","bases":[]}],"endsElsewhere":[]}', '{"commandId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","inputHash":"ANjs2wGI1dcBvdPdX-NPaZ","correlationId":"ba658e8c-4019-48e7-8209-4368cb6e47ad","causationId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","batchId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:52.357414+00'),
	(78, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 8, '063d8d79-5f64-565b-939b-2443c39f187e', 'LessonPlaced', '{"lesson":{"lessonId":"deb30d00-6b2f-5db1-b79b-38541bb04ee8","studentId":"ee6d8451-19a1-5a15-a583-0b85f9dfcabd","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"optimized","dayOfWeek":3,"start":855,"duration":45,"date":null,"validFrom":"2026-12-28","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":5,"reportId":"3099fc68-5ebf-40f5-a8ac-4aae342e74d9"},"occurrences":[],"endsElsewhere":[]}', '{"commandId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","inputHash":"ANjs2wGI1dcBvdPdX-NPaZ","correlationId":"ba658e8c-4019-48e7-8209-4368cb6e47ad","causationId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","batchId":"047aebaf-033f-4ccd-86b2-aea7fd0c0936","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:52.357414+00'),
	(79, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 9, '1cf7d77e-22c0-541f-945b-53de5329a0a5', 'ScheduleAccepted', '{"reportId":"3099fc68-5ebf-40f5-a8ac-4aae342e74d9","endsElsewhere":[]}', '{"commandId":"5c824197-af37-4e80-a2dc-23366c04413f","inputHash":"TFlAFp_E6a40brms66ijMe","correlationId":"6d57b919-f3b9-414e-8912-b1b37dcbab59","causationId":"5c824197-af37-4e80-a2dc-23366c04413f","batchId":"5c824197-af37-4e80-a2dc-23366c04413f","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:54.857415+00'),
	(80, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 10, '24654b6b-bfaf-519a-b300-0143c1cb9725', 'LessonKept', '{"lessonId":"deb30d00-6b2f-5db1-b79b-38541bb04ee8","source":"optimized"}', '{"commandId":"5c824197-af37-4e80-a2dc-23366c04413f","inputHash":"TFlAFp_E6a40brms66ijMe","correlationId":"6d57b919-f3b9-414e-8912-b1b37dcbab59","causationId":"5c824197-af37-4e80-a2dc-23366c04413f","batchId":"5c824197-af37-4e80-a2dc-23366c04413f","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:54.857415+00'),
	(81, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 11, 'fdc1590c-48d5-5686-b812-6c6151db1477', 'LessonTakenOver', '{"lesson":{"lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","studentId":"71a9f755-c06f-52b7-9bf1-cf0461d25766","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":null,"useInOptimization":true,"source":"optimized","status":"scheduled","dayOfWeek":1,"start":1140,"duration":45,"date":null,"validFrom":"2026-11-22","validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":"80ac547d-c59d-4e81-818b-71063fab178f"},"occurrences":[],"from":"9c82de28-c8a8-5d26-b465-925483b96331","leaves":"1ae37b75-2b30-59c2-8e26-839118e94ade","validTo":null,"seen":25}', '{"commandId":"cee60dd0-6d73-4a93-91d1-7add3493d6f8","inputHash":"WEVhNABcihSdLxx7kt9ndv","correlationId":"f614afb2-20f0-43ff-bb1a-315a1c3d2aa1","causationId":"cee60dd0-6d73-4a93-91d1-7add3493d6f8","batchId":"cee60dd0-6d73-4a93-91d1-7add3493d6f8","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:51:57.064806+00'),
	(82, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 26, '7a7a15dc-9e18-5840-8119-6ff7d192893c', 'LessonReleased', '{"lessonId":"1ae37b75-2b30-59c2-8e26-839118e94ade","to":"7f1a4c04-8908-5fb9-8629-fc399dfe1021","takenAs":"1ae37b75-2b30-59c2-8e26-839118e94ade","validTo":null,"gone":[],"missed":[]}', '{"commandId":"67ad34c2-2ee5-51ca-a993-5b92f8fd597c","inputHash":"kkUtOIAIZn2zorUg9ObHkW","correlationId":"f614afb2-20f0-43ff-bb1a-315a1c3d2aa1","causationId":"fdc1590c-48d5-5686-b812-6c6151db1477","batchId":"67ad34c2-2ee5-51ca-a993-5b92f8fd597c","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"transfers","schemaVersion":1}', '2026-11-22 11:51:57.100244+00'),
	(83, 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 27, 'e1d38e0d-0138-5a88-8729-92e2c69b7cf9', 'LessonCancelled', '{"lesson":{"lessonId":"de761e18-7bd8-5be4-af04-09f3e757a075","studentId":"e83c1566-2605-50fd-aeb4-4344049cffa6","entryType":"lesson","eventTitle":null,"customAddress":null,"notes":"Recital pieces","useInOptimization":true,"source":"manual","status":"cancelled","dayOfWeek":5,"start":1065,"duration":45,"date":"2026-12-04","validFrom":null,"validTo":null,"skips":[],"seriesId":null,"originalDate":null,"continues":null,"driveMinutes":null,"reportId":null}}', '{"commandId":"7c67f5de-8b86-4a10-b88d-608ff8aa5705","inputHash":"XkxG6Wm-KsqkZUfvbVN0lg","correlationId":"fdf973f8-8a5c-45c6-8d9c-f2f2f6397805","causationId":"7c67f5de-8b86-4a10-b88d-608ff8aa5705","batchId":"7c67f5de-8b86-4a10-b88d-608ff8aa5705","studioId":"af929d21-4af2-4244-9c77-8f0169a80f29","actor":"af929d21-4af2-4244-9c77-8f0169a80f29","schemaVersion":1}', '2026-11-22 11:52:01.295805+00');


--
-- Data for Name: head; Type: TABLE DATA; Schema: event_log; Owner: -
--

INSERT INTO event_log.head VALUES
	(true, 83, '2026-11-22 11:52:01.295805+00');


--
-- Data for Name: batches; Type: TABLE DATA; Schema: history_2_1; Owner: -
--

INSERT INTO history_2_1.batches VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '1dc9ba15-2868-4f40-a2ed-b4106c56ed05', 'studio-5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'studio', 0, 0, NULL, '1dc9ba15-2868-4f40-a2ed-b4106c56ed05'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '770f23a3-319c-4b78-a82c-b09bee639250', 'teacher-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2', 'teacher', 0, 1, NULL, '770f23a3-319c-4b78-a82c-b09bee639250'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '699f7194-95a9-4360-977e-b2ce7ca4b23c', 'student-5146a27b-b8da-4f65-a62e-e0eea1538d8b.0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', 'student', 0, 1, NULL, '699f7194-95a9-4360-977e-b2ce7ca4b23c'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'f16ff97e-76a4-408a-b6df-06c32f3d58ec', 'student-5146a27b-b8da-4f65-a62e-e0eea1538d8b.0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', 'student', 2, 2, NULL, 'f16ff97e-76a4-408a-b6df-06c32f3d58ec'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'd31cdb45-83e4-47f4-b93e-3b3cbd28bd2a', 'schedule-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2', 'schedule', 0, 0, NULL, 'd31cdb45-83e4-47f4-b93e-3b3cbd28bd2a'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '6e0de794-f0dd-4945-9837-6326cc7bbc7c', 'studio-af929d21-4af2-4244-9c77-8f0169a80f29', 'studio', 0, 0, NULL, '6e0de794-f0dd-4945-9837-6326cc7bbc7c'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7198e6c1-f1a2-4f0c-ab9b-9425da617452', 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'teacher', 0, 1, NULL, '7198e6c1-f1a2-4f0c-ab9b-9425da617452'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '1d543f49-7193-4246-a0e5-18825252a54b', 'teacher-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'teacher', 0, 1, NULL, '1d543f49-7193-4246-a0e5-18825252a54b'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '98e33c0a-db38-4d93-ab2f-dff5565d648a', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.e83c1566-2605-50fd-aeb4-4344049cffa6', 'student', 0, 1, NULL, '98e33c0a-db38-4d93-ab2f-dff5565d648a'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '537d8f44-29ce-4a6e-b057-be1b13bb0374', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.e83c1566-2605-50fd-aeb4-4344049cffa6', 'student', 2, 2, NULL, '537d8f44-29ce-4a6e-b057-be1b13bb0374'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '2dd007d1-f400-4827-9817-0f793aa6dce0', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.46fd84f1-f185-57d0-b1b7-1a8dfee68a98', 'student', 0, 1, NULL, '2dd007d1-f400-4827-9817-0f793aa6dce0'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '43484730-7e76-43a2-bd2d-fca58b0f136e', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.46fd84f1-f185-57d0-b1b7-1a8dfee68a98', 'student', 2, 2, NULL, '43484730-7e76-43a2-bd2d-fca58b0f136e'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'f2a96d43-61ee-4686-88f0-809e937c5f22', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.71a9f755-c06f-52b7-9bf1-cf0461d25766', 'student', 0, 1, NULL, 'f2a96d43-61ee-4686-88f0-809e937c5f22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'd4f976af-59a7-468e-8c47-2fde655ad224', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.71a9f755-c06f-52b7-9bf1-cf0461d25766', 'student', 2, 2, NULL, 'd4f976af-59a7-468e-8c47-2fde655ad224'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'dc913a5d-4f7d-4506-be17-78f728affd41', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 'student', 0, 1, NULL, 'dc913a5d-4f7d-4506-be17-78f728affd41'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '89ace68a-5407-4364-a07a-56cbe36edd14', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 'student', 2, 2, NULL, '89ace68a-5407-4364-a07a-56cbe36edd14'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'f36288fb-d8db-4284-b481-3ba32034ce45', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.081c8013-dd62-54f4-a305-43bccbb7f7a4', 'student', 0, 1, NULL, 'f36288fb-d8db-4284-b481-3ba32034ce45'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '55f307f3-996d-428a-9b01-eddc023b69bb', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.081c8013-dd62-54f4-a305-43bccbb7f7a4', 'student', 2, 2, NULL, '55f307f3-996d-428a-9b01-eddc023b69bb'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.ee6d8451-19a1-5a15-a583-0b85f9dfcabd', 'student', 0, 1, NULL, '66dfc3d0-22e3-42b3-a8d3-1047e6a3ed0d'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '519965fb-4a51-407c-88e0-6ced228333a1', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.ee6d8451-19a1-5a15-a583-0b85f9dfcabd', 'student', 2, 2, NULL, '519965fb-4a51-407c-88e0-6ced228333a1'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'bdcdcc5a-f8bf-5879-980c-72aa303c6bd0', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.80ac547d-c59d-4e81-818b-71063fab178f', 'report', 0, 0, NULL, 'b631e090-b587-41cb-983c-743c0f87a896'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'b631e090-b587-41cb-983c-743c0f87a896', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 0, 3, NULL, 'b631e090-b587-41cb-983c-743c0f87a896'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '12a6b839-7341-47b9-b720-b7253352f454', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 4, 7, NULL, '12a6b839-7341-47b9-b720-b7253352f454'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'ec39f580-32b8-4b83-bc2e-2aabf85e969e', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 8, 8, NULL, 'ec39f580-32b8-4b83-bc2e-2aabf85e969e'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '0d3a34da-c9c6-48d1-8860-40b3f5ec0d74', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 0, 0, NULL, '0d3a34da-c9c6-48d1-8860-40b3f5ec0d74'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '17848d7f-2bca-46af-bc86-22ed690cbffc', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 9, 9, NULL, '17848d7f-2bca-46af-bc86-22ed690cbffc'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'f9a3ea81-a56b-4c3c-973b-0c3e97642fcf', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 10, 10, NULL, 'f9a3ea81-a56b-4c3c-973b-0c3e97642fcf'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '104920cb-2f85-4cb4-8843-63926c5ecf7f', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 11, 11, NULL, '104920cb-2f85-4cb4-8843-63926c5ecf7f'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'f560dab4-77a2-484b-9ad9-152c55e8fa24', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 12, 12, NULL, 'f560dab4-77a2-484b-9ad9-152c55e8fa24'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e097755e-dbaa-49b0-af9e-bf4899f1259d', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 17, 17, NULL, 'e097755e-dbaa-49b0-af9e-bf4899f1259d'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'd57f9150-854c-4ce2-b0fa-f4e2cb246088', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 18, 19, 'e097755e-dbaa-49b0-af9e-bf4899f1259d', 'd57f9150-854c-4ce2-b0fa-f4e2cb246088'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '09ef8b9d-3425-4a88-a61b-92b13fa9fa1e', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 13, 13, NULL, '09ef8b9d-3425-4a88-a61b-92b13fa9fa1e'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9b15b15f-6c74-42a5-904d-98b30de47b15', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 1, 1, NULL, '9b15b15f-6c74-42a5-904d-98b30de47b15'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'de5eef41-6e4c-4239-9d70-80f120f46cde', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 2, 2, NULL, 'de5eef41-6e4c-4239-9d70-80f120f46cde'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '243c0115-685f-4be2-8c7b-22656bd76d14', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 14, 15, NULL, '243c0115-685f-4be2-8c7b-22656bd76d14'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'cc7222b6-f15b-57e5-ae8c-8e5c0f7e1946', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.aef66102-5a80-46d3-b6d3-8d44b5e1a480', 'report', 0, 0, NULL, 'c05bc87e-186b-4a70-a612-6c4cae1d2ac9'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'ed85770a-0c72-4d91-8033-a124b290a8c8', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 16, 16, NULL, 'ed85770a-0c72-4d91-8033-a124b290a8c8'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'c05bc87e-186b-4a70-a612-6c4cae1d2ac9', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 3, 4, NULL, 'c05bc87e-186b-4a70-a612-6c4cae1d2ac9'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '6c839138-43cf-485a-bd24-db9f6d923263', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 5, 6, NULL, '6c839138-43cf-485a-bd24-db9f6d923263'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'f7e24c5d-45d8-4828-a4d7-d10abed00205', 'student-af929d21-4af2-4244-9c77-8f0169a80f29.96c0669f-ff0e-5745-8005-32cc7c8d1d58', 'student', 3, 3, NULL, 'f7e24c5d-45d8-4828-a4d7-d10abed00205'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'ec5397a1-7d36-5052-9643-a0f48446b977', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 20, 20, NULL, '48bfb801-416c-5a58-b2be-48f08a13bef4'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e9245b1c-78b0-5ece-b27c-ea1edcc0e546', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.e6f6bbab-02de-496d-b01f-21483c3ab688', 'report', 0, 0, NULL, 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 21, 25, NULL, 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '82453f91-7b6a-5dcf-b926-043445424df3', 'report-af929d21-4af2-4244-9c77-8f0169a80f29.3099fc68-5ebf-40f5-a8ac-4aae342e74d9', 'report', 0, 0, NULL, '047aebaf-033f-4ccd-86b2-aea7fd0c0936'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '047aebaf-033f-4ccd-86b2-aea7fd0c0936', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 7, 8, NULL, '047aebaf-033f-4ccd-86b2-aea7fd0c0936'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '5c824197-af37-4e80-a2dc-23366c04413f', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 9, 10, NULL, '5c824197-af37-4e80-a2dc-23366c04413f'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'cee60dd0-6d73-4a93-91d1-7add3493d6f8', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'schedule', 11, 11, NULL, 'cee60dd0-6d73-4a93-91d1-7add3493d6f8'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '67ad34c2-2ee5-51ca-a993-5b92f8fd597c', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 26, 26, NULL, 'fdc1590c-48d5-5686-b812-6c6151db1477'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7c67f5de-8b86-4a10-b88d-608ff8aa5705', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 'schedule', 27, 27, NULL, '7c67f5de-8b86-4a10-b88d-608ff8aa5705');


--
-- Data for Name: entries; Type: TABLE DATA; Schema: history_2_1; Owner: -
--

INSERT INTO history_2_1.entries VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '2b6b3498-36c9-5426-abba-c357e9e8f882', '7f2d0206-0a70-54c5-aab7-dd19847e08bd', NULL, NULL, 'LessonCreated', '2026-11-22 11:51:41.588083+00', 'schedule-5146a27b-b8da-4f65-a62e-e0eea1538d8b.9400e15b-c830-5480-ae0c-a5e0063145f2', 0, '5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'Entered for every Monday at 4:00 PM from Sunday, November 22.', 'd31cdb45-83e4-47f4-b93e-3b3cbd28bd2a'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'b3d636be-3102-57bb-a3f0-27a4d20bbf0d', '75a9d043-7aa0-503a-a1ad-c1fee0d43a62', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:47.000641+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 1, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Monday at 3:20 PM from Sunday, November 22.', 'b631e090-b587-41cb-983c-743c0f87a896'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'abf8973d-5dab-584e-8142-efd61a5f7948', '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:47.000641+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 2, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Monday at 2:50 PM from Sunday, November 22.', 'b631e090-b587-41cb-983c-743c0f87a896'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '181c7e6a-a8f8-513b-97bd-1ad54f7409a2', '1ae37b75-2b30-59c2-8e26-839118e94ade', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:47.000641+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 3, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Monday at 2:05 PM from Sunday, November 22.', 'b631e090-b587-41cb-983c-743c0f87a896'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'bb71c9e9-c8ae-53d8-bf60-f151b9964312', '75a9d043-7aa0-503a-a1ad-c1fee0d43a62', NULL, NULL, 'LessonKept', '2026-11-22 11:51:47.072574+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 5, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Accepted with its plan.', '12a6b839-7341-47b9-b720-b7253352f454'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9314057d-caa8-5308-b557-9fb069fddba9', '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', NULL, NULL, 'LessonKept', '2026-11-22 11:51:47.072574+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 6, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Accepted with its plan.', '12a6b839-7341-47b9-b720-b7253352f454'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'c92c5b8f-e030-5a51-ac50-3ce1f25a55dc', '1ae37b75-2b30-59c2-8e26-839118e94ade', NULL, NULL, 'LessonKept', '2026-11-22 11:51:47.072574+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 7, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Accepted with its plan.', '12a6b839-7341-47b9-b720-b7253352f454'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'd0e6cbff-ae5a-57bb-83cf-b5e48661cdd0', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL, NULL, 'LessonCreated', '2026-11-22 11:51:47.136696+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 8, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Entered for every Tuesday at 6:30 PM from Sunday, November 22.', 'ec39f580-32b8-4b83-bc2e-2aabf85e969e'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7dffcad9-adf4-5ac1-8d94-d1f6066d4276', '384895da-1ce8-5489-8214-570e1a329eaa', NULL, NULL, 'LessonCreated', '2026-11-22 11:51:47.303848+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 0, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Entered for every Wednesday at 3:00 PM from Sunday, November 22.', '0d3a34da-c9c6-48d1-8860-40b3f5ec0d74'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'd607d952-c584-5455-9139-7233c649eba8', 'de761e18-7bd8-5be4-af04-09f3e757a075', NULL, NULL, 'LessonCreated', '2026-11-22 11:51:47.385172+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 9, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Entered for Friday, December 4 at 6:30 PM.', '17848d7f-2bca-46af-bc86-22ed690cbffc'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '432611ef-fdb5-5181-8d15-a092dc3065c5', '0aa3e4a8-e849-5dd9-a52d-c222d928c0ab', NULL, NULL, 'LessonCreated', '2026-11-22 11:51:47.557223+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 10, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Entered for Wednesday, November 25 at 9:00 AM.', 'f9a3ea81-a56b-4c3c-973b-0c3e97642fcf'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '8c1966a3-deb7-552a-9fbc-384aaf9983f0', '0be6f4be-003e-536f-86e3-d7cdc8647642', NULL, NULL, 'LessonCreated', '2026-11-22 11:51:47.657445+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 11, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Entered for every Friday at 7:15 PM from Sunday, November 22.', '104920cb-2f85-4cb4-8843-63926c5ecf7f'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '0bd454a2-73b6-5399-aaee-47688c32558c', '6411b896-ee09-5ced-9b73-6121749012fb', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL, 'LessonCancelled', '2026-11-22 11:51:47.897245+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 12, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Cancelled on Tuesday, December 1.', 'f560dab4-77a2-484b-9ad9-152c55e8fa24'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'fa5f02dd-58b2-562a-bf2f-16b90c89a959', 'de761e18-7bd8-5be4-af04-09f3e757a075', NULL, NULL, 'LessonEdited', '2026-11-22 11:51:48.097656+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 13, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Edited: Friday, December 4 at 5:45 PM.', '09ef8b9d-3425-4a88-a61b-92b13fa9fa1e'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '35a850ac-1e45-5ff7-86e5-3a1fb8a0ca63', '161f55fe-c211-5c53-ac63-981779c0b5d5', '384895da-1ce8-5489-8214-570e1a329eaa', NULL, 'LessonEdited', '2026-11-22 11:51:48.318737+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 1, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Edited: Thursday, December 3 at 7:00 PM instead of Wednesday, December 2.', '9b15b15f-6c74-42a5-904d-98b30de47b15'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '752afddf-2d1d-5b45-a446-feb499a307fc', '384895da-1ce8-5489-8214-570e1a329eaa', NULL, NULL, 'LessonSkipped', '2026-11-22 11:51:48.469344+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 2, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Deleted on Wednesday, December 9.', 'de5eef41-6e4c-4239-9d70-80f120f46cde'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '3de6e3da-0826-5dbb-aaf2-be45272258a2', '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', NULL, NULL, 'LessonEnded', '2026-11-22 11:51:48.617278+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 14, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Ended; the last possible day is Sunday, December 13.', '243c0115-685f-4be2-8c7b-22656bd76d14'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9a6c25f9-e0bf-5235-89bc-37b2f4edbe94', '307feb9f-dc62-504e-b0a4-5b497a59a811', NULL, '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', 'LessonCreated', '2026-11-22 11:51:48.617278+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 15, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Goes on every Thursday at 6:00 PM from Monday, December 14.', '243c0115-685f-4be2-8c7b-22656bd76d14'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '6ba81d1c-86a3-5204-977e-647f82f1a10f', '75a9d043-7aa0-503a-a1ad-c1fee0d43a62', NULL, NULL, 'LessonRescheduled', '2026-11-22 11:51:48.809755+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 16, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Moved to every Monday at 7:15 PM from Sunday, November 22.', 'ed85770a-0c72-4d91-8033-a124b290a8c8'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'c88f9b37-cd17-5e20-8039-a223cfea9d8d', '1ae910c1-f4df-505a-8d95-567b06a0cd3c', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL, 'LessonCancelled', '2026-11-22 11:51:48.851169+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 17, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Cancelled on Tuesday, December 8.', 'e097755e-dbaa-49b0-af9e-bf4899f1259d'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9e212a93-a9f5-57f8-8fd9-8ee280e0eec8', '1ae910c1-f4df-505a-8d95-567b06a0cd3c', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL, 'LessonDeleted', '2026-11-22 11:51:48.96926+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 19, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Undone: deleted.', 'd57f9150-854c-4ce2-b0fa-f4e2cb246088'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'eb6a8af7-7e5d-518d-bd5b-a0c276f18aae', '84e899aa-74af-526d-a56d-3c085bbb5f9e', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:49.191216+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 4, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Wednesday at 2:15 PM from Sunday, November 22.', 'c05bc87e-186b-4a70-a612-6c4cae1d2ac9'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'f3bc8c60-ae1e-5136-a622-8f79c1ccc9ec', '84e899aa-74af-526d-a56d-3c085bbb5f9e', NULL, NULL, 'LessonEnded', '2026-11-22 11:51:49.309646+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 6, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Ended; the last possible day is Saturday, November 21.', '6c839138-43cf-485a-bd24-db9f6d923263'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9959e061-9131-569b-91ac-82dea1862299', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL, NULL, 'LessonEnded', '2026-11-22 11:51:49.372104+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 20, 'removals', 'Ended; the last possible day is Saturday, November 21.', 'ec5397a1-7d36-5052-9643-a0f48446b977'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '07933d78-1927-5359-9043-027a0593ebac', '75a9d043-7aa0-503a-a1ad-c1fee0d43a62', NULL, NULL, 'LessonEnded', '2026-11-22 11:51:51.913186+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 22, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Ended; the last possible day is Sunday, December 20.', 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'b9295a80-0002-57d6-a9e8-de77ab801dba', '307feb9f-dc62-504e-b0a4-5b497a59a811', NULL, '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', 'LessonEnded', '2026-11-22 11:51:51.913186+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 23, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Ended; the last possible day is Sunday, December 20.', 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '01080393-0807-553c-b4eb-b671b0819d1d', '3a20ca0f-a295-5f94-8840-9d54b49eef4d', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:51.913186+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 24, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Monday at 3:20 PM from Monday, December 21.', 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '268b9d0e-97d4-5984-be6d-10a7393a404a', 'a1ecf210-af01-5b48-a594-e145b9819c3c', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:51.913186+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 25, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Monday at 2:50 PM from Monday, December 21.', 'beee8a4c-e4d8-4338-a0b7-f975b6aa8c22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '063d8d79-5f64-565b-939b-2443c39f187e', 'deb30d00-6b2f-5db1-b79b-38541bb04ee8', NULL, NULL, 'LessonPlaced', '2026-11-22 11:51:52.357414+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 8, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Placed by a plan every Wednesday at 2:15 PM from Monday, December 28.', '047aebaf-033f-4ccd-86b2-aea7fd0c0936'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '24654b6b-bfaf-519a-b300-0143c1cb9725', 'deb30d00-6b2f-5db1-b79b-38541bb04ee8', NULL, NULL, 'LessonKept', '2026-11-22 11:51:54.857415+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 10, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Accepted with its plan.', '5c824197-af37-4e80-a2dc-23366c04413f'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'fdc1590c-48d5-5686-b812-6c6151db1477', '1ae37b75-2b30-59c2-8e26-839118e94ade', NULL, NULL, 'LessonTakenOver', '2026-11-22 11:51:57.064806+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.7f1a4c04-8908-5fb9-8629-fc399dfe1021', 11, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Taken over from another teacher: every Monday at 7:00 PM from Sunday, November 22.', 'cee60dd0-6d73-4a93-91d1-7add3493d6f8'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7a7a15dc-9e18-5840-8119-6ff7d192893c', '1ae37b75-2b30-59c2-8e26-839118e94ade', NULL, NULL, 'LessonReleased', '2026-11-22 11:51:57.100244+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 26, 'transfers', 'Given to another teacher.', '67ad34c2-2ee5-51ca-a993-5b92f8fd597c'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e1d38e0d-0138-5a88-8729-92e2c69b7cf9', 'de761e18-7bd8-5be4-af04-09f3e757a075', NULL, NULL, 'LessonCancelled', '2026-11-22 11:52:01.295805+00', 'schedule-af929d21-4af2-4244-9c77-8f0169a80f29.9c82de28-c8a8-5d26-b465-925483b96331', 27, 'af929d21-4af2-4244-9c77-8f0169a80f29', 'Cancelled on Friday, December 4.', '7c67f5de-8b86-4a10-b88d-608ff8aa5705');


--
-- Data for Name: known; Type: TABLE DATA; Schema: history_2_1; Owner: -
--

INSERT INTO history_2_1.known VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '7f2d0206-0a70-54c5-aab7-dd19847e08bd', '9400e15b-c830-5480-ae0c-a5e0063145f2', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '0aa3e4a8-e849-5dd9-a52d-c222d928c0ab', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '0be6f4be-003e-536f-86e3-d7cdc8647642', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '161f55fe-c211-5c53-ac63-981779c0b5d5', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', '384895da-1ce8-5489-8214-570e1a329eaa', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '384895da-1ce8-5489-8214-570e1a329eaa', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '1ae910c1-f4df-505a-8d95-567b06a0cd3c', '9c82de28-c8a8-5d26-b465-925483b96331', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '84e899aa-74af-526d-a56d-3c085bbb5f9e', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '6411b896-ee09-5ced-9b73-6121749012fb', '9c82de28-c8a8-5d26-b465-925483b96331', 'e8f69997-56d9-5db7-834c-3c5cf486d67e', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '75a9d043-7aa0-503a-a1ad-c1fee0d43a62', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '307feb9f-dc62-504e-b0a4-5b497a59a811', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '3a20ca0f-a295-5f94-8840-9d54b49eef4d', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'a1ecf210-af01-5b48-a594-e145b9819c3c', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'deb30d00-6b2f-5db1-b79b-38541bb04ee8', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '1ae37b75-2b30-59c2-8e26-839118e94ade', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', NULL, NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'de761e18-7bd8-5be4-af04-09f3e757a075', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL);


--
-- Data for Name: lessons; Type: TABLE DATA; Schema: lessons_2_1; Owner: -
--

INSERT INTO lessons_2_1.lessons VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '7f2d0206-0a70-54c5-aab7-dd19847e08bd', '9400e15b-c830-5480-ae0c-a5e0063145f2', '0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', NULL, '2026-11-22', NULL, '{"date": null, "notes": null, "skips": [], "start": 960, "source": "manual", "status": "scheduled", "validTo": null, "duration": 45, "lessonId": "7f2d0206-0a70-54c5-aab7-dd19847e08bd", "reportId": null, "seriesId": null, "continues": null, "dayOfWeek": 1, "entryType": "lesson", "studentId": "0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca", "validFrom": "2026-11-22", "eventTitle": null, "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:41.588083+00', 0),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '75a9d043-7aa0-503a-a1ad-c1fee0d43a62', '9c82de28-c8a8-5d26-b465-925483b96331', 'e83c1566-2605-50fd-aeb4-4344049cffa6', NULL, '2026-11-22', '2026-12-20', '{"date": null, "notes": null, "skips": [], "start": 1155, "source": "optimized", "status": "scheduled", "validTo": "2026-12-20", "duration": 45, "lessonId": "75a9d043-7aa0-503a-a1ad-c1fee0d43a62", "reportId": "80ac547d-c59d-4e81-818b-71063fab178f", "seriesId": null, "continues": null, "dayOfWeek": 1, "entryType": "lesson", "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6", "validFrom": "2026-11-22", "eventTitle": null, "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:47.000641+00', 22),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'de761e18-7bd8-5be4-af04-09f3e757a075', '9c82de28-c8a8-5d26-b465-925483b96331', 'e83c1566-2605-50fd-aeb4-4344049cffa6', NULL, '2026-12-04', '2026-12-04', '{"date": "2026-12-04", "notes": "Recital pieces", "skips": [], "start": 1065, "source": "manual", "status": "cancelled", "validTo": null, "duration": 45, "lessonId": "de761e18-7bd8-5be4-af04-09f3e757a075", "reportId": null, "seriesId": null, "continues": null, "dayOfWeek": 5, "entryType": "lesson", "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6", "validFrom": null, "eventTitle": null, "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:47.385172+00', 27),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '0aa3e4a8-e849-5dd9-a52d-c222d928c0ab', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL, '2026-11-25', '2026-11-25', '{"date": "2026-11-25", "notes": null, "skips": [], "start": 540, "source": "manual", "status": "scheduled", "validTo": null, "duration": 45, "lessonId": "0aa3e4a8-e849-5dd9-a52d-c222d928c0ab", "reportId": null, "seriesId": null, "continues": null, "dayOfWeek": 3, "entryType": "appointment", "studentId": null, "validFrom": null, "eventTitle": "Dentist", "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": false}', '2026-11-22 11:51:47.557223+00', 10),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '0be6f4be-003e-536f-86e3-d7cdc8647642', '9c82de28-c8a8-5d26-b465-925483b96331', NULL, NULL, '2026-11-22', NULL, '{"date": null, "notes": null, "skips": [], "start": 1155, "source": "manual", "status": "scheduled", "validTo": null, "duration": 45, "lessonId": "0be6f4be-003e-536f-86e3-d7cdc8647642", "reportId": null, "seriesId": null, "continues": null, "dayOfWeek": 5, "entryType": "appointment", "studentId": null, "validFrom": "2026-11-22", "eventTitle": "Orchestra", "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": false}', '2026-11-22 11:51:47.657445+00', 11),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '161f55fe-c211-5c53-ac63-981779c0b5d5', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', '081c8013-dd62-54f4-a305-43bccbb7f7a4', '384895da-1ce8-5489-8214-570e1a329eaa', '2026-12-02', '2026-12-03', '{"date": "2026-12-03", "notes": null, "skips": [], "start": 1140, "source": "manual", "status": "scheduled", "validTo": null, "duration": 60, "lessonId": "161f55fe-c211-5c53-ac63-981779c0b5d5", "reportId": null, "seriesId": "384895da-1ce8-5489-8214-570e1a329eaa", "continues": null, "dayOfWeek": 4, "entryType": "lesson", "studentId": "081c8013-dd62-54f4-a305-43bccbb7f7a4", "validFrom": null, "eventTitle": null, "driveMinutes": null, "originalDate": "2026-12-02", "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:48.318737+00', 1),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '59fe0e7c-ef79-571c-9a7f-efcc392b1f8f', '9c82de28-c8a8-5d26-b465-925483b96331', '46fd84f1-f185-57d0-b1b7-1a8dfee68a98', NULL, '2026-11-22', '2026-12-13', '{"date": null, "notes": null, "skips": [], "start": 890, "source": "optimized", "status": "scheduled", "validTo": "2026-12-13", "duration": 30, "lessonId": "59fe0e7c-ef79-571c-9a7f-efcc392b1f8f", "reportId": "80ac547d-c59d-4e81-818b-71063fab178f", "seriesId": null, "continues": null, "dayOfWeek": 1, "entryType": "lesson", "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98", "validFrom": "2026-11-22", "eventTitle": null, "driveMinutes": 0, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:47.000641+00', 14),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'deb30d00-6b2f-5db1-b79b-38541bb04ee8', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'ee6d8451-19a1-5a15-a583-0b85f9dfcabd', NULL, '2026-12-28', NULL, '{"date": null, "notes": null, "skips": [], "start": 855, "source": "optimized", "status": "scheduled", "validTo": null, "duration": 45, "lessonId": "deb30d00-6b2f-5db1-b79b-38541bb04ee8", "reportId": "3099fc68-5ebf-40f5-a8ac-4aae342e74d9", "seriesId": null, "continues": null, "dayOfWeek": 3, "entryType": "lesson", "studentId": "ee6d8451-19a1-5a15-a583-0b85f9dfcabd", "validFrom": "2026-12-28", "eventTitle": null, "driveMinutes": 5, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:52.357414+00', 10),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '1ae37b75-2b30-59c2-8e26-839118e94ade', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', '71a9f755-c06f-52b7-9bf1-cf0461d25766', NULL, '2026-11-22', NULL, '{"date": null, "notes": null, "skips": [], "start": 1140, "source": "optimized", "status": "scheduled", "validTo": null, "duration": 45, "lessonId": "1ae37b75-2b30-59c2-8e26-839118e94ade", "reportId": "80ac547d-c59d-4e81-818b-71063fab178f", "seriesId": null, "continues": null, "dayOfWeek": 1, "entryType": "lesson", "studentId": "71a9f755-c06f-52b7-9bf1-cf0461d25766", "validFrom": "2026-11-22", "eventTitle": null, "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:47.000641+00', 11),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '384895da-1ce8-5489-8214-570e1a329eaa', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', '081c8013-dd62-54f4-a305-43bccbb7f7a4', NULL, '2026-11-22', NULL, '{"date": null, "notes": null, "skips": ["2026-12-09"], "start": 900, "source": "manual", "status": "scheduled", "validTo": null, "duration": 60, "lessonId": "384895da-1ce8-5489-8214-570e1a329eaa", "reportId": null, "seriesId": null, "continues": null, "dayOfWeek": 3, "entryType": "lesson", "studentId": "081c8013-dd62-54f4-a305-43bccbb7f7a4", "validFrom": "2026-11-22", "eventTitle": null, "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:47.303848+00', 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '307feb9f-dc62-504e-b0a4-5b497a59a811', '9c82de28-c8a8-5d26-b465-925483b96331', '46fd84f1-f185-57d0-b1b7-1a8dfee68a98', NULL, '2026-12-14', '2026-12-20', '{"date": null, "notes": null, "skips": [], "start": 1080, "source": "optimized", "status": "scheduled", "validTo": "2026-12-20", "duration": 30, "lessonId": "307feb9f-dc62-504e-b0a4-5b497a59a811", "reportId": "80ac547d-c59d-4e81-818b-71063fab178f", "seriesId": null, "continues": "59fe0e7c-ef79-571c-9a7f-efcc392b1f8f", "dayOfWeek": 4, "entryType": "lesson", "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98", "validFrom": "2026-12-14", "eventTitle": null, "driveMinutes": null, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:48.617278+00', 23),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '3a20ca0f-a295-5f94-8840-9d54b49eef4d', '9c82de28-c8a8-5d26-b465-925483b96331', 'e83c1566-2605-50fd-aeb4-4344049cffa6', NULL, '2026-12-21', NULL, '{"date": null, "notes": null, "skips": [], "start": 920, "source": "optimized", "status": "optimized", "validTo": null, "duration": 45, "lessonId": "3a20ca0f-a295-5f94-8840-9d54b49eef4d", "reportId": "e6f6bbab-02de-496d-b01f-21483c3ab688", "seriesId": null, "continues": null, "dayOfWeek": 1, "entryType": "lesson", "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6", "validFrom": "2026-12-21", "eventTitle": null, "driveMinutes": 0, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:51.913186+00', 24),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'a1ecf210-af01-5b48-a594-e145b9819c3c', '9c82de28-c8a8-5d26-b465-925483b96331', '46fd84f1-f185-57d0-b1b7-1a8dfee68a98', NULL, '2026-12-21', NULL, '{"date": null, "notes": null, "skips": [], "start": 890, "source": "optimized", "status": "optimized", "validTo": null, "duration": 30, "lessonId": "a1ecf210-af01-5b48-a594-e145b9819c3c", "reportId": "e6f6bbab-02de-496d-b01f-21483c3ab688", "seriesId": null, "continues": null, "dayOfWeek": 1, "entryType": "lesson", "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98", "validFrom": "2026-12-21", "eventTitle": null, "driveMinutes": 0, "originalDate": null, "customAddress": null, "useInOptimization": true}', '2026-11-22 11:51:51.913186+00', 25);


--
-- Data for Name: people; Type: TABLE DATA; Schema: lessons_2_1; Owner: -
--

INSERT INTO lessons_2_1.people VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '9400e15b-c830-5480-ae0c-a5e0063145f2', 'Gil Marsh', '', '2210 Bluebonnet Ln, Austin, TX 78704', 'Austin', '78704', '(512) 555-0100', 30.2428, -97.7658, 'zip', false),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', 'Flo', 'Reyes', '1905 S 5th St, Austin, TX 78704', 'Austin', '78704', NULL, 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9c82de28-c8a8-5d26-b465-925483b96331', 'Dana Whitfield', '', '2210 Bluebonnet Ln, Austin, TX 78704', 'Austin', '78704', '(512) 555-0100', 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'Marcus Bell', '', '2210 Bluebonnet Ln, Austin, TX 78704', 'Austin', '78704', '(512) 555-0100', 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e83c1566-2605-50fd-aeb4-4344049cffa6', 'Ann', 'Lee', '1905 S 5th St, Austin, TX 78704', 'Austin', '78704', NULL, 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '46fd84f1-f185-57d0-b1b7-1a8dfee68a98', 'Ben', 'Ito', '1905 S 5th St, Austin, TX 78704', 'Austin', '78704', NULL, 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '71a9f755-c06f-52b7-9bf1-cf0461d25766', 'Cy', 'Moss', '1905 S 5th St, Austin, TX 78704', 'Austin', '78704', NULL, 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '081c8013-dd62-54f4-a305-43bccbb7f7a4', 'Eve', 'Stone', '1905 S 5th St, Austin, TX 78704', 'Austin', '78704', NULL, 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'ee6d8451-19a1-5a15-a583-0b85f9dfcabd', 'Fay', 'Wong', '1905 S 5th St, Austin, TX 78704', 'Austin', '78704', NULL, 30.2428, -97.7658, 'zip', false),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '96c0669f-ff0e-5745-8005-32cc7c8d1d58', 'Dee', 'Park', NULL, NULL, NULL, NULL, NULL, NULL, NULL, true);


--
-- Data for Name: answers; Type: TABLE DATA; Schema: maps; Owner: -
--

INSERT INTO maps.answers VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'geocode', 'a7f61f1d-5d53-0a1d-0ee2-032df38db33a', '{"city": "Austin", "state": "TX", "success": true, "zipCode": "78704", "latitude": 30.2428, "longitude": -97.7658, "precision": "zip", "formattedAddress": "2210 Bluebonnet Ln, Austin, TX 78704"}', '2026-11-29 15:00:00+00'),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'geocode', '9cbe847f-e4ee-442e-dfb0-c48572f7af5c', '{"city": "Austin", "state": "TX", "success": true, "zipCode": "78704", "latitude": 30.2428, "longitude": -97.7658, "precision": "zip", "formattedAddress": "1905 S 5th St, Austin, TX 78704"}', '2026-11-29 15:00:00+00'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'geocode', 'a7f61f1d-5d53-0a1d-0ee2-032df38db33a', '{"city": "Austin", "state": "TX", "success": true, "zipCode": "78704", "latitude": 30.2428, "longitude": -97.7658, "precision": "zip", "formattedAddress": "2210 Bluebonnet Ln, Austin, TX 78704"}', '2026-11-29 15:00:00+00'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'geocode', '9cbe847f-e4ee-442e-dfb0-c48572f7af5c', '{"city": "Austin", "state": "TX", "success": true, "zipCode": "78704", "latitude": 30.2428, "longitude": -97.7658, "precision": "zip", "formattedAddress": "1905 S 5th St, Austin, TX 78704"}', '2026-11-29 15:00:00+00');


--
-- Data for Name: drives; Type: TABLE DATA; Schema: maps; Owner: -
--

INSERT INTO maps.drives VALUES
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'a167c657-1503-bd55-b760-64ea1cd09be8', 'bff17bd5-7969-866e-7e8e-a9602724ef12', 5, NULL, '2026-11-29 15:00:00+00'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'bff17bd5-7969-866e-7e8e-a9602724ef12', 'a167c657-1503-bd55-b760-64ea1cd09be8', 5, NULL, '2026-11-29 15:00:00+00');


--
-- Data for Name: lookups; Type: TABLE DATA; Schema: maps; Owner: -
--

INSERT INTO maps.lookups VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'geocode', 0, 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'geocode', 6, 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'driveTime', 6, 2);


--
-- Data for Name: runs; Type: TABLE DATA; Schema: planner; Owner: -
--



--
-- Data for Name: erased_studios; Type: TABLE DATA; Schema: projections; Owner: -
--

INSERT INTO projections.erased_studios VALUES
	('teachers_1_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('transfers_1_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('removals_1_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('studios_1_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('reports_2_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('lessons_2_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('students_1_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('history_2_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd'),
	('erasure_1_1', 'c4c0042e-3d6f-40b2-a654-671af2288dfd');


--
-- Data for Name: leases; Type: TABLE DATA; Schema: projections; Owner: -
--



--
-- Data for Name: parked_studios; Type: TABLE DATA; Schema: projections; Owner: -
--



--
-- Data for Name: read_models; Type: TABLE DATA; Schema: projections; Owner: -
--

INSERT INTO projections.read_models VALUES
	('transfers_1_1', 'transfers', 1, 1, 'live', '82', NULL),
	('lessons_2_1', 'lessons', 2, 1, 'live', '83', NULL),
	('teachers_1_1', 'teachers', 1, 1, 'live', '83', NULL),
	('removals_1_1', 'removals', 1, 1, 'live', '83', NULL),
	('history_2_1', 'history', 2, 1, 'live', '83', NULL),
	('erasure_1_1', 'erasure', 1, 1, 'live', '83', NULL),
	('students_1_1', 'students', 1, 1, 'live', '83', NULL),
	('studios_1_1', 'studios', 1, 1, 'live', '83', NULL),
	('reports_2_1', 'reports', 2, 1, 'live', '83', NULL);


--
-- Data for Name: ties; Type: TABLE DATA; Schema: removals_1_1; Owner: -
--

INSERT INTO removals_1_1.ties VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '9400e15b-c830-5480-ae0c-a5e0063145f2', '["0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca"]', NULL),
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', '["9400e15b-c830-5480-ae0c-a5e0063145f2"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9c82de28-c8a8-5d26-b465-925483b96331', '["e83c1566-2605-50fd-aeb4-4344049cffa6", "46fd84f1-f185-57d0-b1b7-1a8dfee68a98", "71a9f755-c06f-52b7-9bf1-cf0461d25766", "96c0669f-ff0e-5745-8005-32cc7c8d1d58"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', '["081c8013-dd62-54f4-a305-43bccbb7f7a4", "ee6d8451-19a1-5a15-a583-0b85f9dfcabd"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '081c8013-dd62-54f4-a305-43bccbb7f7a4', '["7f1a4c04-8908-5fb9-8629-fc399dfe1021"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '96c0669f-ff0e-5745-8005-32cc7c8d1d58', '["9c82de28-c8a8-5d26-b465-925483b96331"]', '2026-11-22'),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '46fd84f1-f185-57d0-b1b7-1a8dfee68a98', '["9c82de28-c8a8-5d26-b465-925483b96331"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'ee6d8451-19a1-5a15-a583-0b85f9dfcabd', '["7f1a4c04-8908-5fb9-8629-fc399dfe1021"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '71a9f755-c06f-52b7-9bf1-cf0461d25766', '["9c82de28-c8a8-5d26-b465-925483b96331", "7f1a4c04-8908-5fb9-8629-fc399dfe1021"]', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e83c1566-2605-50fd-aeb4-4344049cffa6', '["9c82de28-c8a8-5d26-b465-925483b96331"]', NULL);


--
-- Data for Name: reports; Type: TABLE DATA; Schema: reports_2_1; Owner: -
--

INSERT INTO reports_2_1.reports VALUES
	('af929d21-4af2-4244-9c77-8f0169a80f29', '80ac547d-c59d-4e81-818b-71063fab178f', '3c251a4a-f2c6-5682-addd-14f87096e616', '9c82de28-c8a8-5d26-b465-925483b96331', 'Dana Whitfield, Nov 22, 2026', 'accepted', false, '2026-11-22', 3, 10, '{"week": [{"day": "Mon", "title": "Cy Moss", "source": "optimized", "address": null, "endTime": "14:50", "lessonId": "1ae37b75-2b30-59c2-8e26-839118e94ade", "driveHome": null, "driveTime": 5, "startTime": "14:05", "studentId": "71a9f755-c06f-52b7-9bf1-cf0461d25766"}, {"day": "Mon", "title": "Ben Ito", "source": "optimized", "address": null, "endTime": "15:20", "lessonId": "59fe0e7c-ef79-571c-9a7f-efcc392b1f8f", "driveHome": null, "driveTime": 0, "startTime": "14:50", "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98"}, {"day": "Mon", "title": "Ann Lee", "source": "optimized", "address": null, "endTime": "16:05", "lessonId": "75a9d043-7aa0-503a-a1ad-c1fee0d43a62", "driveHome": 5, "driveTime": 0, "startTime": "15:20", "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6"}], "clashes": [], "startsOn": "2026-11-22", "conflicts": [], "createdOn": "2026-11-22", "elsewhere": [], "homeKnown": true, "teacherId": "9c82de28-c8a8-5d26-b465-925483b96331", "tradeOffs": [], "unlocated": [], "dayAnalysis": [{"day": "Mon", "drivingMinutes": 10, "lastLessonTime": "15:20", "firstLessonTime": "14:05", "lessonsScheduled": 3, "studentsAvailable": 3, "totalTeachingTime": 120}, {"day": "Tue", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}, {"day": "Wed", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}, {"day": "Thu", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}, {"day": "Fri", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}], "lessonWorth": null, "teacherName": "Dana Whitfield", "optimizationStats": {"seed": 1, "bound": 3, "proven": true, "seconds": 0.413, "idleMinutes": 0, "totalStudents": 3, "dearestMinutes": 0, "preferredSlots": 0, "totalDriveTime": 10, "driveTimeBefore": 0, "preferredPossible": 0, "totalStudentsScheduled": 3, "totalStudentsUnscheduled": 0}, "vacantTimeAnalysis": {"vacantSlots": [{"reason": "3 h 50 before the drive home: everyone has a place.", "dayName": "Mon", "endTime": "19:55", "startTime": "16:05", "durationMinutes": 230}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Tue", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Wed", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Thu", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Fri", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}], "utilizationByDay": [{"dayName": "Mon", "vacantMinutes": 230, "availableMinutes": 360, "scheduledMinutes": 120, "utilizationPercentage": 33}, {"dayName": "Tue", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Wed", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Thu", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Fri", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}], "totalVacantMinutes": 1670}, "schedulingDecisions": [{"day": "Mon", "reason": "Same address as Ben Ito: one drive for both. Mon 2:05 PM would do as well.", "fromRun": null, "lessonId": "75a9d043-7aa0-503a-a1ad-c1fee0d43a62", "timeSlot": "15:20-16:05", "driveTime": 0, "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6", "studentName": "Ann Lee", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}, {"day": "Mon", "reason": "Same address as Cy Moss: one drive for both. Mon 2:05 PM would do as well.", "fromRun": null, "lessonId": "59fe0e7c-ef79-571c-9a7f-efcc392b1f8f", "timeSlot": "14:50-15:20", "driveTime": 0, "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98", "studentName": "Ben Ito", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}, {"day": "Mon", "reason": "Same address as Ben Ito: one drive for both. Tue 2:05 PM would add 10 min more.", "fromRun": null, "lessonId": "1ae37b75-2b30-59c2-8e26-839118e94ade", "timeSlot": "14:05-14:50", "driveTime": 5, "studentId": "71a9f755-c06f-52b7-9bf1-cf0461d25766", "studentName": "Cy Moss", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}], "unscheduledAnalysis": []}', '2026-11-22 11:51:46.814884+00', '2026-11-22 11:51:47.072574+00', '2026-11-22 11:51:47.000641+00', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'aef66102-5a80-46d3-b6d3-8d44b5e1a480', 'e0424e5b-6730-505e-a4a5-5d9791ba6c0a', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'Marcus Bell, Nov 22, 2026', 'rejected', false, '2026-11-22', 1, 10, '{"week": [{"day": "Wed", "title": "Fay Wong", "source": "optimized", "address": null, "endTime": "15:00", "lessonId": "84e899aa-74af-526d-a56d-3c085bbb5f9e", "driveHome": null, "driveTime": 5, "startTime": "14:15", "studentId": "ee6d8451-19a1-5a15-a583-0b85f9dfcabd"}, {"day": "Wed", "title": "Eve Stone", "source": "manual", "address": null, "endTime": "16:00", "lessonId": "384895da-1ce8-5489-8214-570e1a329eaa", "driveHome": 5, "driveTime": 0, "startTime": "15:00", "studentId": "081c8013-dd62-54f4-a305-43bccbb7f7a4"}], "clashes": [], "startsOn": "2026-11-22", "conflicts": [], "createdOn": "2026-11-22", "elsewhere": [], "homeKnown": true, "teacherId": "7f1a4c04-8908-5fb9-8629-fc399dfe1021", "tradeOffs": [], "unlocated": [], "dayAnalysis": [{"day": "Mon", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}, {"day": "Tue", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}, {"day": "Wed", "drivingMinutes": 10, "lastLessonTime": "15:00", "firstLessonTime": "14:15", "lessonsScheduled": 2, "studentsAvailable": 2, "totalTeachingTime": 105}, {"day": "Thu", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}, {"day": "Fri", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}], "lessonWorth": null, "teacherName": "Marcus Bell", "optimizationStats": {"seed": 1, "bound": 1, "proven": true, "seconds": 0.071, "idleMinutes": 0, "totalStudents": 1, "dearestMinutes": 0, "preferredSlots": 0, "totalDriveTime": 10, "driveTimeBefore": 10, "preferredPossible": 0, "totalStudentsScheduled": 1, "totalStudentsUnscheduled": 0}, "vacantTimeAnalysis": {"vacantSlots": [{"reason": "6 h without a lesson: everyone has a place.", "dayName": "Mon", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Tue", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "10 min before the first lesson: shorter than any lesson.", "dayName": "Wed", "endTime": "14:10", "startTime": "14:00", "durationMinutes": 10}, {"reason": "3 h 55 before the drive home: everyone has a place.", "dayName": "Wed", "endTime": "19:55", "startTime": "16:00", "durationMinutes": 235}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Thu", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Fri", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}], "utilizationByDay": [{"dayName": "Mon", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Tue", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Wed", "vacantMinutes": 245, "availableMinutes": 360, "scheduledMinutes": 105, "utilizationPercentage": 29}, {"dayName": "Thu", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Fri", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}], "totalVacantMinutes": 1685}, "schedulingDecisions": [{"day": "Wed", "reason": "Same address as Eve Stone: one drive for both. Wed 4:00 PM would do as well.", "fromRun": null, "lessonId": "84e899aa-74af-526d-a56d-3c085bbb5f9e", "timeSlot": "14:15-15:00", "driveTime": 5, "studentId": "ee6d8451-19a1-5a15-a583-0b85f9dfcabd", "studentName": "Fay Wong", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}], "unscheduledAnalysis": []}', '2026-11-22 11:51:49.187878+00', '2026-11-22 11:51:49.309646+00', '2026-11-22 11:51:49.191216+00', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e6f6bbab-02de-496d-b01f-21483c3ab688', 'a4942d56-959c-5036-85f4-730c125bc8cd', '9c82de28-c8a8-5d26-b465-925483b96331', 'Dana Whitfield, Nov 22, 2026', 'pending', false, '2026-12-21', 2, 10, '{"week": [{"day": "Mon", "title": "Cy Moss", "source": "optimized", "address": null, "endTime": "14:50", "lessonId": "1ae37b75-2b30-59c2-8e26-839118e94ade", "driveHome": null, "driveTime": 5, "startTime": "14:05", "studentId": "71a9f755-c06f-52b7-9bf1-cf0461d25766"}, {"day": "Mon", "title": "Ben Ito", "source": "optimized", "address": null, "endTime": "15:20", "lessonId": "a1ecf210-af01-5b48-a594-e145b9819c3c", "driveHome": null, "driveTime": 0, "startTime": "14:50", "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98"}, {"day": "Mon", "title": "Ann Lee", "source": "optimized", "address": null, "endTime": "16:05", "lessonId": "3a20ca0f-a295-5f94-8840-9d54b49eef4d", "driveHome": 5, "driveTime": 0, "startTime": "15:20", "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6"}], "clashes": [], "startsOn": "2026-12-21", "conflicts": [], "createdOn": "2026-11-22", "elsewhere": [], "homeKnown": true, "teacherId": "9c82de28-c8a8-5d26-b465-925483b96331", "tradeOffs": [], "unlocated": [], "dayAnalysis": [{"day": "Mon", "drivingMinutes": 10, "lastLessonTime": "15:20", "firstLessonTime": "14:05", "lessonsScheduled": 3, "studentsAvailable": 3, "totalTeachingTime": 120}, {"day": "Tue", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}, {"day": "Wed", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}, {"day": "Thu", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}, {"day": "Fri", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 3, "totalTeachingTime": 0}], "lessonWorth": null, "teacherName": "Dana Whitfield", "optimizationStats": {"seed": 1, "bound": 2, "proven": true, "seconds": 0.09, "idleMinutes": 0, "totalStudents": 2, "dearestMinutes": 0, "preferredSlots": 0, "totalDriveTime": 10, "driveTimeBefore": 20, "preferredPossible": 0, "totalStudentsScheduled": 2, "totalStudentsUnscheduled": 0}, "vacantTimeAnalysis": {"vacantSlots": [{"reason": "3 h 50 before the drive home: everyone has a place.", "dayName": "Mon", "endTime": "19:55", "startTime": "16:05", "durationMinutes": 230}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Tue", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Wed", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Thu", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "5 h 15 without a lesson: everyone has a place.", "dayName": "Fri", "endTime": "19:15", "startTime": "14:00", "durationMinutes": 315}], "utilizationByDay": [{"dayName": "Mon", "vacantMinutes": 230, "availableMinutes": 360, "scheduledMinutes": 120, "utilizationPercentage": 33}, {"dayName": "Tue", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Wed", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Thu", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Fri", "vacantMinutes": 315, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}], "totalVacantMinutes": 1625}, "schedulingDecisions": [{"day": "Mon", "reason": "Same address as Ben Ito: one drive for both. Tue 2:05 PM would add 10 min more.", "fromRun": null, "lessonId": "3a20ca0f-a295-5f94-8840-9d54b49eef4d", "timeSlot": "15:20-16:05", "driveTime": 0, "studentId": "e83c1566-2605-50fd-aeb4-4344049cffa6", "studentName": "Ann Lee", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}, {"day": "Mon", "reason": "Same address as Cy Moss: one drive for both. Mon 3:35 PM would do as well.", "fromRun": null, "lessonId": "a1ecf210-af01-5b48-a594-e145b9819c3c", "timeSlot": "14:50-15:20", "driveTime": 0, "studentId": "46fd84f1-f185-57d0-b1b7-1a8dfee68a98", "studentName": "Ben Ito", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}], "unscheduledAnalysis": []}', '2026-11-22 11:51:51.885569+00', NULL, '2026-11-22 11:51:51.913186+00', NULL),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '3099fc68-5ebf-40f5-a8ac-4aae342e74d9', '60ee68d1-8abf-58f2-abaf-a58581d011bb', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', 'Marcus Bell, Nov 22, 2026', 'accepted', false, '2026-12-28', 1, 10, '{"week": [{"day": "Wed", "title": "Fay Wong", "source": "optimized", "address": null, "endTime": "15:00", "lessonId": "deb30d00-6b2f-5db1-b79b-38541bb04ee8", "driveHome": null, "driveTime": 5, "startTime": "14:15", "studentId": "ee6d8451-19a1-5a15-a583-0b85f9dfcabd"}, {"day": "Wed", "title": "Eve Stone", "source": "manual", "address": null, "endTime": "16:00", "lessonId": "384895da-1ce8-5489-8214-570e1a329eaa", "driveHome": 5, "driveTime": 0, "startTime": "15:00", "studentId": "081c8013-dd62-54f4-a305-43bccbb7f7a4"}], "clashes": [], "startsOn": "2026-12-28", "conflicts": [], "createdOn": "2026-11-22", "elsewhere": [], "homeKnown": true, "teacherId": "7f1a4c04-8908-5fb9-8629-fc399dfe1021", "tradeOffs": [], "unlocated": [], "dayAnalysis": [{"day": "Mon", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}, {"day": "Tue", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}, {"day": "Wed", "drivingMinutes": 10, "lastLessonTime": "15:00", "firstLessonTime": "14:15", "lessonsScheduled": 2, "studentsAvailable": 2, "totalTeachingTime": 105}, {"day": "Thu", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}, {"day": "Fri", "drivingMinutes": 0, "lastLessonTime": null, "firstLessonTime": null, "lessonsScheduled": 0, "studentsAvailable": 2, "totalTeachingTime": 0}], "lessonWorth": null, "teacherName": "Marcus Bell", "optimizationStats": {"seed": 1, "bound": 1, "proven": true, "seconds": 0.138, "idleMinutes": 0, "totalStudents": 1, "dearestMinutes": 0, "preferredSlots": 0, "totalDriveTime": 10, "driveTimeBefore": 10, "preferredPossible": 0, "totalStudentsScheduled": 1, "totalStudentsUnscheduled": 0}, "vacantTimeAnalysis": {"vacantSlots": [{"reason": "6 h without a lesson: everyone has a place.", "dayName": "Mon", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Tue", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "10 min before the first lesson: shorter than any lesson.", "dayName": "Wed", "endTime": "14:10", "startTime": "14:00", "durationMinutes": 10}, {"reason": "3 h 55 before the drive home: everyone has a place.", "dayName": "Wed", "endTime": "19:55", "startTime": "16:00", "durationMinutes": 235}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Thu", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}, {"reason": "6 h without a lesson: everyone has a place.", "dayName": "Fri", "endTime": "20:00", "startTime": "14:00", "durationMinutes": 360}], "utilizationByDay": [{"dayName": "Mon", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Tue", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Wed", "vacantMinutes": 245, "availableMinutes": 360, "scheduledMinutes": 105, "utilizationPercentage": 29}, {"dayName": "Thu", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}, {"dayName": "Fri", "vacantMinutes": 360, "availableMinutes": 360, "scheduledMinutes": 0, "utilizationPercentage": 0}], "totalVacantMinutes": 1685}, "schedulingDecisions": [{"day": "Wed", "reason": "Same address as Eve Stone: one drive for both. Wed 4:00 PM would do as well.", "fromRun": null, "lessonId": "deb30d00-6b2f-5db1-b79b-38541bb04ee8", "timeSlot": "14:15-15:00", "driveTime": 5, "studentId": "ee6d8451-19a1-5a15-a583-0b85f9dfcabd", "studentName": "Fay Wong", "marginalDrive": 0, "preferredSlot": false, "flexibilityScore": 30}], "unscheduledAnalysis": []}', '2026-11-22 11:51:52.32361+00', '2026-11-22 11:51:54.857415+00', '2026-11-22 11:51:52.357414+00', NULL);


--
-- Data for Name: students; Type: TABLE DATA; Schema: students_1_1; Owner: -
--

INSERT INTO students_1_1.students VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '0f77f2e0-4cfd-5a33-a3d3-755cf6a7aeca', '{"city": "Austin", "email": null, "phone": null, "address": "1905 S 5th St, Austin, TX 78704", "zipCode": "78704", "lastName": "Reyes", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "firstName": "Flo", "startDate": null, "calendarUrl": null, "paymentType": "per_lesson", "lessonDuration": 45, "monthlyRateCents": null, "perLessonRateCents": null}', '[{"id": "5e69a9cd-359d-5c85-ab55-2b2bcff832ac", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "63588954-c6d8-531e-8f3f-6cb2ca7e0d85", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "ed7785f6-f072-52aa-b4be-507d4ad60656", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "16d389b1-11e7-52ed-baef-06eb883d12eb", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "d38c2e0e-5cad-5639-8501-d535e9d7746d", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', '[{"id": "39029051-d56d-59e2-9b5a-4b31dc2bb7f2", "createdAt": "2026-11-22T11:51:41.446329Z", "teacherId": "9400e15b-c830-5480-ae0c-a5e0063145f2", "preferenceRank": 0}]', false, '2026-11-22 11:51:41.372003+00', 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'e83c1566-2605-50fd-aeb4-4344049cffa6', '{"city": "Austin", "email": null, "phone": null, "address": "1905 S 5th St, Austin, TX 78704", "zipCode": "78704", "lastName": "Lee", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "firstName": "Ann", "startDate": null, "calendarUrl": null, "paymentType": "per_lesson", "lessonDuration": 45, "monthlyRateCents": null, "perLessonRateCents": null}', '[{"id": "5b2333af-5505-57f6-822e-7aa89b843482", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "997a7816-a321-545f-aab2-dfee847c1a16", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "ab0bdf24-5e8b-51c9-937d-6d743fd45da6", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "628af5f4-20e2-5a4f-9e36-ff2019b32c70", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "a5bd99d3-9d7e-53dc-94ff-9e557726eb76", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', '[{"id": "3998f7ac-f838-5ee0-960d-5a7c6a9d6fc8", "createdAt": "2026-11-22T11:51:42.275803Z", "teacherId": "9c82de28-c8a8-5d26-b465-925483b96331", "preferenceRank": 0}]', false, '2026-11-22 11:51:42.223068+00', 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '46fd84f1-f185-57d0-b1b7-1a8dfee68a98', '{"city": "Austin", "email": null, "phone": null, "address": "1905 S 5th St, Austin, TX 78704", "zipCode": "78704", "lastName": "Ito", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "firstName": "Ben", "startDate": null, "calendarUrl": null, "paymentType": "per_lesson", "lessonDuration": 30, "monthlyRateCents": null, "perLessonRateCents": null}', '[{"id": "2b0040a6-702f-57f9-af73-03882356e4b5", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "121cc8c6-f338-50dc-b798-cedf56c61482", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "66dc86eb-192b-5b8a-98f2-47dfc65b1d0d", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "b3be7b3a-67f6-53aa-a47f-6aef94396c8f", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "f3e369a4-2f10-5ee3-80db-53064ee0bd63", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', '[{"id": "7f26538b-f212-5548-ad55-c1ca5f55b705", "createdAt": "2026-11-22T11:51:42.350242Z", "teacherId": "9c82de28-c8a8-5d26-b465-925483b96331", "preferenceRank": 0}]', false, '2026-11-22 11:51:42.317577+00', 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '71a9f755-c06f-52b7-9bf1-cf0461d25766', '{"city": "Austin", "email": null, "phone": null, "address": "1905 S 5th St, Austin, TX 78704", "zipCode": "78704", "lastName": "Moss", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "firstName": "Cy", "startDate": null, "calendarUrl": null, "paymentType": "per_lesson", "lessonDuration": 45, "monthlyRateCents": null, "perLessonRateCents": null}', '[{"id": "ff5842a1-32c4-538a-adba-b83fc88b1e54", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "3e495bde-3374-5960-9b4b-067954dbe92c", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "f749103c-d7ee-5dd9-bc17-d9173978c414", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "ac4d8a0b-1011-593f-aeb9-73407bf2516a", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "6ac73a2e-12d5-5fa1-b710-9ca378a6de4f", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', '[{"id": "12a3113d-bec7-55ac-8674-5827ab772a90", "createdAt": "2026-11-22T11:51:42.422003Z", "teacherId": "9c82de28-c8a8-5d26-b465-925483b96331", "preferenceRank": 0}]', false, '2026-11-22 11:51:42.393727+00', 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '081c8013-dd62-54f4-a305-43bccbb7f7a4', '{"city": "Austin", "email": null, "phone": null, "address": "1905 S 5th St, Austin, TX 78704", "zipCode": "78704", "lastName": "Stone", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "firstName": "Eve", "startDate": null, "calendarUrl": null, "paymentType": "per_lesson", "lessonDuration": 60, "monthlyRateCents": null, "perLessonRateCents": null}', '[{"id": "94c39648-e13f-5d02-9a27-30ad1b88cee8", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "57a69a35-5ec8-540c-876f-ec7576c9f932", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "6ddd2a47-783d-5a57-8847-891b776b5e79", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "4ce7bc6a-3e6a-552f-b14d-a9e613b359e8", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "8aec5fef-46a9-5a37-96e7-0f0720dfc14f", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', '[{"id": "eb117c70-953b-5a27-a3a5-a429d794a214", "createdAt": "2026-11-22T11:51:42.762306Z", "teacherId": "7f1a4c04-8908-5fb9-8629-fc399dfe1021", "preferenceRank": 0}]', false, '2026-11-22 11:51:42.666986+00', 2),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'ee6d8451-19a1-5a15-a583-0b85f9dfcabd', '{"city": "Austin", "email": null, "phone": null, "address": "1905 S 5th St, Austin, TX 78704", "zipCode": "78704", "lastName": "Wong", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "firstName": "Fay", "startDate": null, "calendarUrl": null, "paymentType": "per_lesson", "lessonDuration": 45, "monthlyRateCents": null, "perLessonRateCents": null}', '[{"id": "043ae059-6de1-5df9-abc2-ea3d982748ca", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "ae054684-bf6d-55aa-af06-3fbe03d2b6a0", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "e2048cbd-967e-5f6f-b8d6-8c371d35122c", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "dfef5c45-82ce-58da-9672-97c9b71652aa", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "33e38ceb-412d-5da1-b6f2-7142853d5d11", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', '[{"id": "036c794a-db93-5820-b5cb-401b98bf6fb2", "createdAt": "2026-11-22T11:51:42.942323Z", "teacherId": "7f1a4c04-8908-5fb9-8629-fc399dfe1021", "preferenceRank": 0}]', false, '2026-11-22 11:51:42.802318+00', 2);


--
-- Data for Name: studios; Type: TABLE DATA; Schema: studios_1_1; Owner: -
--

INSERT INTO studios_1_1.studios VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', 'America/Chicago', 5, 0),
	('af929d21-4af2-4244-9c77-8f0169a80f29', 'America/Chicago', 5, 0);


--
-- Data for Name: teachers; Type: TABLE DATA; Schema: teachers_1_1; Owner: -
--

INSERT INTO teachers_1_1.teachers VALUES
	('5146a27b-b8da-4f65-a62e-e0eea1538d8b', '9400e15b-c830-5480-ae0c-a5e0063145f2', '{"city": "Austin", "name": "Gil Marsh", "email": "gil.marsh@example.com", "phone": "(512) 555-0100", "address": "2210 Bluebonnet Ln, Austin, TX 78704", "zipCode": "78704", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "calendarUrl": null, "availabilityInterpretation": "leave_home"}', '[{"id": "5a7c72ee-4a28-5c3c-853f-3cddcca8d765", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "dcb09340-25cc-59a5-8aba-f8db2da5ce14", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "1482ba33-6be5-5247-b4b1-31fe9637506d", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "6134b2b1-5fd4-531e-a4c6-a1c1d2fdc784", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "ccdde914-dbbb-589b-8731-13c5f9e9e077", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', false, '2026-11-22 11:51:41.269662+00', 1),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '9c82de28-c8a8-5d26-b465-925483b96331', '{"city": "Austin", "name": "Dana Whitfield", "email": "dana.whitfield@example.com", "phone": "(512) 555-0100", "address": "2210 Bluebonnet Ln, Austin, TX 78704", "zipCode": "78704", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "calendarUrl": null, "availabilityInterpretation": "leave_home"}', '[{"id": "c72e16c3-fd87-5bca-8365-e8ecea55f9dd", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "9e3cb805-856b-50a6-8e8a-82336d005c1c", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "95e20599-3108-5fa0-88b6-1d728ea53467", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "a1fbb103-f05f-5bf6-bdb0-e3b2b5f30577", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "96c42359-e95e-541b-8353-23502c618309", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', false, '2026-11-22 11:51:42.15669+00', 1),
	('af929d21-4af2-4244-9c77-8f0169a80f29', '7f1a4c04-8908-5fb9-8629-fc399dfe1021', '{"city": "Austin", "name": "Marcus Bell", "email": "marcus.bell@example.com", "phone": "(512) 555-0100", "address": "2210 Bluebonnet Ln, Austin, TX 78704", "zipCode": "78704", "location": {"latitude": 30.2428, "longitude": -97.7658, "precision": "zip"}, "calendarUrl": null, "availabilityInterpretation": "leave_home"}', '[{"id": "a17ee071-7355-5168-b537-5e2cb40d7f71", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 1, "isPreferred": false}, {"id": "92dd9dba-d647-5b06-9327-cc6806d49e68", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 2, "isPreferred": false}, {"id": "a2dc5e8a-c707-5762-960a-9a4d365cf9f8", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 3, "isPreferred": false}, {"id": "2f33394e-a136-56a7-bd7c-fa7c8a559037", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 4, "isPreferred": false}, {"id": "fd0d6b3d-57e4-5f81-bfef-cf96c328023c", "end": 1200, "start": 840, "enabled": true, "dayOfWeek": 5, "isPreferred": false}]', false, '2026-11-22 11:51:42.199562+00', 1);


--
-- Name: erased_studios erased_studios_pkey; Type: CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.erased_studios
    ADD CONSTRAINT erased_studios_pkey PRIMARY KEY (studio_id);


--
-- Name: preferences preferences_pkey; Type: CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (user_id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (sid);


--
-- Name: streams streams_pkey; Type: CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (studio_id, stream);


--
-- Name: users users_email_key; Type: CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.users
    ADD CONSTRAINT users_email_key UNIQUE (email);


--
-- Name: users users_pkey; Type: CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);


--
-- Name: snapshots snapshots_pkey; Type: CONSTRAINT; Schema: commands; Owner: -
--

ALTER TABLE ONLY commands.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (studio_id, stream);


--
-- Name: deleted_streams deleted_streams_pkey; Type: CONSTRAINT; Schema: event_log; Owner: -
--

ALTER TABLE ONLY event_log.deleted_streams
    ADD CONSTRAINT deleted_streams_pkey PRIMARY KEY (stream);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: event_log; Owner: -
--

ALTER TABLE ONLY event_log.events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");


--
-- Name: events events_stream_revision_key; Type: CONSTRAINT; Schema: event_log; Owner: -
--

ALTER TABLE ONLY event_log.events
    ADD CONSTRAINT events_stream_revision_key UNIQUE (stream, revision);


--
-- Name: head head_pkey; Type: CONSTRAINT; Schema: event_log; Owner: -
--

ALTER TABLE ONLY event_log.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (only_row);


--
-- Name: batches batches_pkey; Type: CONSTRAINT; Schema: history_2_1; Owner: -
--

ALTER TABLE ONLY history_2_1.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (studio_id, batch_id, stream);


--
-- Name: entries entries_pkey; Type: CONSTRAINT; Schema: history_2_1; Owner: -
--

ALTER TABLE ONLY history_2_1.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (studio_id, event_id, lesson_id);


--
-- Name: known known_pkey; Type: CONSTRAINT; Schema: history_2_1; Owner: -
--

ALTER TABLE ONLY history_2_1.known
    ADD CONSTRAINT known_pkey PRIMARY KEY (studio_id, lesson_id);


--
-- Name: lessons lessons_pkey; Type: CONSTRAINT; Schema: lessons_2_1; Owner: -
--

ALTER TABLE ONLY lessons_2_1.lessons
    ADD CONSTRAINT lessons_pkey PRIMARY KEY (studio_id, lesson_id);


--
-- Name: people people_pkey; Type: CONSTRAINT; Schema: lessons_2_1; Owner: -
--

ALTER TABLE ONLY lessons_2_1.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (studio_id, person_id);


--
-- Name: answers answers_pkey; Type: CONSTRAINT; Schema: maps; Owner: -
--

ALTER TABLE ONLY maps.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (studio_id, cache, lookup);


--
-- Name: drives drives_pkey; Type: CONSTRAINT; Schema: maps; Owner: -
--

ALTER TABLE ONLY maps.drives
    ADD CONSTRAINT drives_pkey PRIMARY KEY (studio_id, origin, destination);


--
-- Name: lookups lookups_pkey; Type: CONSTRAINT; Schema: maps; Owner: -
--

ALTER TABLE ONLY maps.lookups
    ADD CONSTRAINT lookups_pkey PRIMARY KEY (studio_id, cache);


--
-- Name: runs runs_pkey; Type: CONSTRAINT; Schema: planner; Owner: -
--

ALTER TABLE ONLY planner.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (run_id);


--
-- Name: erased_studios erased_studios_pkey; Type: CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.erased_studios
    ADD CONSTRAINT erased_studios_pkey PRIMARY KEY (schema_name, studio_id);


--
-- Name: leases leases_pkey; Type: CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (name);


--
-- Name: parked_studios parked_studios_pkey; Type: CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.parked_studios
    ADD CONSTRAINT parked_studios_pkey PRIMARY KEY (schema_name, studio_id);


--
-- Name: read_models read_models_model_version_generation_key; Type: CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.read_models
    ADD CONSTRAINT read_models_model_version_generation_key UNIQUE (model, version, generation);


--
-- Name: read_models read_models_pkey; Type: CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.read_models
    ADD CONSTRAINT read_models_pkey PRIMARY KEY (schema_name);


--
-- Name: ties ties_pkey; Type: CONSTRAINT; Schema: removals_1_1; Owner: -
--

ALTER TABLE ONLY removals_1_1.ties
    ADD CONSTRAINT ties_pkey PRIMARY KEY (studio_id, person_id);


--
-- Name: reports reports_pkey; Type: CONSTRAINT; Schema: reports_2_1; Owner: -
--

ALTER TABLE ONLY reports_2_1.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (studio_id, report_id);


--
-- Name: students students_pkey; Type: CONSTRAINT; Schema: students_1_1; Owner: -
--

ALTER TABLE ONLY students_1_1.students
    ADD CONSTRAINT students_pkey PRIMARY KEY (studio_id, student_id);


--
-- Name: studios studios_pkey; Type: CONSTRAINT; Schema: studios_1_1; Owner: -
--

ALTER TABLE ONLY studios_1_1.studios
    ADD CONSTRAINT studios_pkey PRIMARY KEY (studio_id);


--
-- Name: teachers teachers_pkey; Type: CONSTRAINT; Schema: teachers_1_1; Owner: -
--

ALTER TABLE ONLY teachers_1_1.teachers
    ADD CONSTRAINT teachers_pkey PRIMARY KEY (studio_id, teacher_id);


--
-- Name: sessions_expire; Type: INDEX; Schema: accounts; Owner: -
--

CREATE INDEX sessions_expire ON accounts.sessions USING btree (expire);


--
-- Name: sessions_user; Type: INDEX; Schema: accounts; Owner: -
--

CREATE INDEX sessions_user ON accounts.sessions USING btree ((((sess -> 'actor'::text) ->> 'userId'::text)));


--
-- Name: snapshots_stream; Type: INDEX; Schema: commands; Owner: -
--

CREATE INDEX snapshots_stream ON commands.snapshots USING btree (stream);


--
-- Name: events_event_id; Type: INDEX; Schema: event_log; Owner: -
--

CREATE UNIQUE INDEX events_event_id ON event_log.events USING btree (event_id);


--
-- Name: batches_0; Type: INDEX; Schema: history_2_1; Owner: -
--

CREATE INDEX batches_0 ON history_2_1.batches USING btree (studio_id, caused_by);


--
-- Name: entries_0; Type: INDEX; Schema: history_2_1; Owner: -
--

CREATE INDEX entries_0 ON history_2_1.entries USING btree (studio_id, lesson_id);


--
-- Name: entries_1; Type: INDEX; Schema: history_2_1; Owner: -
--

CREATE INDEX entries_1 ON history_2_1.entries USING btree (studio_id, series_id);


--
-- Name: known_0; Type: INDEX; Schema: history_2_1; Owner: -
--

CREATE INDEX known_0 ON history_2_1.known USING btree (studio_id, continues);


--
-- Name: lessons_0; Type: INDEX; Schema: lessons_2_1; Owner: -
--

CREATE INDEX lessons_0 ON lessons_2_1.lessons USING btree (studio_id, teacher_id);


--
-- Name: one_live_generation; Type: INDEX; Schema: projections; Owner: -
--

CREATE UNIQUE INDEX one_live_generation ON projections.read_models USING btree (model, version) WHERE (state = 'live'::text);


--
-- Name: preferences preferences_user_id_fkey; Type: FK CONSTRAINT; Schema: accounts; Owner: -
--

ALTER TABLE ONLY accounts.preferences
    ADD CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id) ON DELETE CASCADE;


--
-- Name: snapshots snapshots_studio_id_stream_fkey; Type: FK CONSTRAINT; Schema: commands; Owner: -
--

ALTER TABLE ONLY commands.snapshots
    ADD CONSTRAINT snapshots_studio_id_stream_fkey FOREIGN KEY (studio_id, stream) REFERENCES accounts.streams(studio_id, stream) ON DELETE CASCADE;


--
-- Name: erased_studios erased_studios_schema_name_fkey; Type: FK CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.erased_studios
    ADD CONSTRAINT erased_studios_schema_name_fkey FOREIGN KEY (schema_name) REFERENCES projections.read_models(schema_name) ON DELETE CASCADE;


--
-- Name: parked_studios parked_studios_schema_name_fkey; Type: FK CONSTRAINT; Schema: projections; Owner: -
--

ALTER TABLE ONLY projections.parked_studios
    ADD CONSTRAINT parked_studios_schema_name_fkey FOREIGN KEY (schema_name) REFERENCES projections.read_models(schema_name) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--



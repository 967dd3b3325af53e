-- Every statement of the service runs as this role, which row-level security binds; the owner of the tables is exempt.
-- Roles belong to the whole server, so another database may have made it already.
do $$
begin
  create role bollard_solution nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  if not pg_has_role(current_user, 'bollard_solution', 'usage') then
    execute format('grant bollard_solution to %I', current_user);
  end if;
end $$;

create table solutions (
  id uuid primary key,
  label text not null,
  type text not null check (type in ('CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY')),
  created_by text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index solutions_created_by on solutions (created_by);

create table members (
  solution_id uuid not null references solutions on delete cascade,
  user_id text not null,
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  created_at timestamptz not null,
  primary key (solution_id, user_id)
);
-- Lists walk the solutions of a person from the newest on.
create index members_of_user on members (user_id, solution_id desc) include (role);

-- Who did what. No reference to solutions: the record outlives what it tells of.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id text not null,
  action text not null,
  solution_id uuid not null,
  request_id text not null,
  details jsonb not null
);
create index audit_of_solution on audit (solution_id, id);

-- Answers to creations with an idempotency key, without their secret key.
create table answers (
  user_id text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
);

-- Whom the running transaction acts for, and whether an administrator looks at everybody's.
create function current_actor() returns text language sql stable
  return nullif(current_setting('bollard.actor', true), '');
create function sees_all() returns boolean language sql stable
  return coalesce(current_setting('bollard.sees_all', true), '') = 'on';

-- These read members past its own policy, which would otherwise ask itself.
create function my_solutions() returns setof uuid language sql stable security definer set search_path = pg_catalog
  begin atomic
    select solution_id from solution.members where user_id = solution.current_actor();
  end;
create function may_found(wanted uuid) returns boolean language sql stable security definer set search_path = pg_catalog
  return exists (select from solution.solutions where id = wanted and created_by = solution.current_actor())
    and not exists (select from solution.members where solution_id = wanted);

revoke execute on all functions in schema solution from public;
grant usage on schema solution to bollard_solution;
grant execute on all functions in schema solution to bollard_solution;
grant select, insert on solutions, members to bollard_solution;
grant insert on audit to bollard_solution;
grant select, insert, delete on answers to bollard_solution;

alter table solutions enable row level security;
alter table members enable row level security;
alter table audit enable row level security;
alter table answers enable row level security;

create policy solutions_of_members on solutions for select to bollard_solution
  using (sees_all() or id in (select my_solutions()));
create policy solutions_of_oneself on solutions for insert to bollard_solution
  with check (created_by = current_actor());

create policy members_of_own_solutions on members for select to bollard_solution
  using (sees_all() or solution_id in (select my_solutions()));
create policy founding_member on members for insert to bollard_solution
  with check (user_id = current_actor() and role = 'ADMIN' and may_found(solution_id));

create policy audit_in_own_name on audit for insert to bollard_solution
  with check (actor_id = current_actor());

create policy own_answers on answers to bollard_solution
  using (user_id = current_actor()) with check (user_id = current_actor());

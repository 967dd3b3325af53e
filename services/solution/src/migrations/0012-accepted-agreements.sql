-- Which versions of the agreement about processing visitors' data the admins of a solution have accepted. Never changed: a later
-- version is another row.
create table dpa_acceptances (
  solution_id uuid not null references solutions on delete cascade,
  version text not null,
  accepted_by text not null,
  accepted_at timestamptz not null,
  primary key (solution_id, version)
);
insert into dpa_acceptances select id, dpa_version, created_by, dpa_accepted_at from solutions where dpa_version is not null;
alter table solutions drop column dpa_version, drop column dpa_accepted_at;

grant select, insert on dpa_acceptances to bollard_solution;
alter table dpa_acceptances enable row level security;
create policy acceptances_of_solutions on dpa_acceptances for select to bollard_solution
  using (sees_all() or solution_id in (select my_solutions('VIEWER')));
create policy accepted_by_admins on dpa_acceptances for insert to bollard_solution
  with check (accepted_by = current_actor() and solution_id in (select my_solutions('ADMIN')));

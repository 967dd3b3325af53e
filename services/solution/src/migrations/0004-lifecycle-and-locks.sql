-- What becomes of a solution, and what its locks do to the captcha.

alter table solutions
  -- At the end of the period it is deleted rather than kept to be read.
  add column delete_at_end boolean not null default false,
  -- Erasing has begun, and cannot be taken back whatever the clocks of other processes say.
  add column erasing boolean not null default false,
  add column dpa_version text,
  add column dpa_accepted_at timestamptz,
  -- Counts every change of what the captcha has to know; `told_number` is the one that it was told last.
  add column restriction_number integer not null default 0,
  add column told_number integer not null default 0;
create index solutions_untold on solutions (id) where told_number < restriction_number;

alter table locks
  -- When the members were told that this lock would come.
  add column notified_at timestamptz;
create index locks_due on locks (locked_until) where unlocked_at is null and locked_until is not null;
create index locks_of_trials on locks (locked_at) where unlocked_at is null and reason = 'TRIAL_EXPIRED' and effect = 'WORK_ONLY';

-- Counted by the database, so that no statement can change a lock or a lifecycle behind the captcha's back.
create function count_lifecycle() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if new.lifecycle is distinct from old.lifecycle then
    new.restriction_number := old.restriction_number + 1;
  end if;
  return new;
end $$;
create trigger lifecycle_counts before update on solutions for each row execute function count_lifecycle();

create function count_lock() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'INSERT' or new.effect is distinct from old.effect or (new.unlocked_at is null) <> (old.unlocked_at is null) then
    update solution.solutions set restriction_number = restriction_number + 1 where id = new.solution_id;
  end if;
  return null;
end $$;
create trigger lock_counts after insert or update on locks for each row execute function count_lock();

-- All that holds for a solution: the effects of its open locks and of its lifecycle, in order and each once.
create function effects_of(wanted uuid) returns text[] language sql stable security definer set search_path = pg_catalog
  return (
    select coalesce(array_agg(distinct effect order by effect), '{}') from (
      select effect from solution.locks where solution_id = wanted and unlocked_at is null
      union all
      select unnest(array['REFUSE', 'READ_ONLY']) from solution.solutions where id = wanted and lifecycle in ('ENDED', 'DELETION_PENDING', 'DELETED')
    ) open
  );
-- Members of a solution see who manages it, though they belong to that organization seldom.
create function name_of_organization(wanted uuid) returns text language sql stable security definer set search_path = pg_catalog
  return (select name from solution.organizations where id = wanted);
revoke execute on function count_lifecycle, count_lock, effects_of, name_of_organization from public;
grant execute on function effects_of, name_of_organization to bollard_solution;

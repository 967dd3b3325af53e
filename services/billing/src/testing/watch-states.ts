import type { Database } from '@bollard/database'

/**
 * From here on every state that the service gives to a row is remembered, with what its transaction wrote into the audit log. Each
 * table of the schema with a column `status` is watched, so that a new one is as well. Left out are lines of drafts, which no one
 * reads as states, and the history of plans, which a trigger keeps.
 */
export async function watchStates(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const [index, sql] of [movesSql, notesSql, noteMoveSql, noteEntrySql, entriesSql].entries())
      await tx.query(`test-watch-${index}`, sql)
    const tables = await tx.query<{ name: string }>('test-watch-tables', tablesSql)
    for (const { name } of tables)
      await tx.query(
        `test-watch-${name}`,
        `create trigger watch_state after insert or update of status on billing.${name} for each row execute function watched.note_move()`,
      )
  })
}

export interface Unrecorded {
  readonly tableName: string
  readonly before: string | null
  readonly after: string
}

/** States that rows were given without an entry about the row, or about what it belongs to, in the same transaction. */
export function findUnrecorded(db: Database): Promise<Unrecorded[]> {
  return db.query<Unrecorded>('test-unrecorded', unrecordedSql)
}

const movesSql =
  'create schema watched create table moves (xid xid8, table_name text, row_before jsonb, row_after jsonb)'
const notesSql = 'create table watched.notes (xid xid8, scope_id text, target_id text, after jsonb)'
/** What tests write themselves, as the owner of the tables, is no state that the service gave. */
const noteMoveSql = `create function watched.note_move() returns trigger language plpgsql security definer as $$
  begin
    if current_setting('role') = 'bollard_billing' and (tg_op = 'INSERT' or new.status <> old.status) then
      insert into watched.moves values (pg_current_xact_id(), tg_table_name, case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new));
    end if;
    return null;
  end $$`
const noteEntrySql = `create function watched.note_entry() returns trigger language plpgsql security definer as $$
  begin
    insert into watched.notes values (pg_current_xact_id(), new.scope_id, new.target_id, new.after);
    return null;
  end $$`
const entriesSql =
  'create trigger watch_entry after insert on audit.entries for each row execute function watched.note_entry()'
const tablesSql = `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'billing' and c.column_name = 'status' and t.table_type = 'BASE TABLE' and c.table_name not in ('charges', 'plan_history')`
/** A subscription begins with its solution, of which the solution service writes; payments and drafts begin with nothing that anybody did. */
const unrecordedSql = `select m.table_name as "tableName", m.row_before->>'status' as before, m.row_after->>'status' as after from watched.moves m
  where not (m.row_before is null and (m.table_name in ('subscriptions', 'payments') or m.row_after->>'status' = 'DRAFT' and m.table_name = 'invoices'))
    and not exists (
      select from watched.notes n where n.xid = m.xid and (
        exists (select from jsonb_each_text(m.row_after) f where f.value = n.target_id)
        or exists (select from jsonb_each_text(coalesce(m.row_before, '{}')) f where f.value = n.target_id)
        or n.after->'ids' ? (m.row_after->>'id')
        or (m.table_name = 'subscriptions' and n.target_id is null and n.scope_id = m.row_after->>'solution_id')))
  order by 1, 2, 3`

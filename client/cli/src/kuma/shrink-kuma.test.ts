import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShell, type TestShell } from '../testing/test-terminal.ts'

let shell: TestShell
beforeEach(() => {
  shell = openShell()
})
afterEach(() => shell.remove())

test('what an import needs is copied while the database is written, and the rest stays behind', async () => {
  const path = join(shell.folder, 'kuma.db')
  const kuma = new DatabaseSync(path)
  kuma.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0;
    create table monitor (id integer primary key, name text);
    create table heartbeat (id integer primary key, monitor_id integer, important boolean, msg text);
    create table setting (key text, value text);
    create table user (id integer primary key, password text);
    create view stat_daily as select * from user;
    insert into user (password) values ('a hash that nobody needs');
    insert into setting values ('jwtSecret', 'a secret of the server'), ('tlsExpiryNotifyDays', '[7]');
    insert into monitor values (1, 'Only in the log');
    insert into heartbeat (monitor_id, important, msg)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000) select 1, i % 100 = 0, hex(randomblob(50)) from n`)
  const before = readFileSync(path)
  const ran = await shell.run(['kuma-shrink', 'kuma.db', 'small.db', '--json'])
  expect([ran.code, ran.err]).toEqual([0, ''])
  const told = JSON.parse(ran.out) as { bytes: number }
  kuma.exec('begin; commit')
  expect(readFileSync(path).equals(before)).toBe(true)
  kuma.close()
  const target = join(shell.folder, 'small.db')
  expect([statSync(target).size, statSync(target).mode & 0o777]).toEqual([told.bytes, 0o600])
  const small = new DatabaseSync(target, { readOnly: true })
  const count = (table: string) => small.prepare(`select count(*) as count from "${table}"`).get()?.['count']
  expect([count('monitor'), count('heartbeat'), count('setting')]).toEqual([1, 20, 1])
  expect(small.prepare(`select name from sqlite_schema where name in ('user', 'stat_daily')`).all()).toEqual([])
  small.close()
  expect(readFileSync(target).includes('that nobody needs')).toBe(false)
})

test('what cannot be read or would be overwritten is refused, and nothing is left behind', async () => {
  writeFileSync(join(shell.folder, 'text.db'), 'no database at all')
  new DatabaseSync(join(shell.folder, 'other.db')).exec('create table a (b)')
  const codes = []
  for (const words of [
    ['kuma.db'],
    ['kuma.db', 'small.db'],
    ['text.db', 'text.db'],
    ['text.db', 'small.db'],
    ['other.db', 'small.db'],
  ]) {
    const { code, err } = await shell.run(['kuma-shrink', ...words, '--json'])
    codes.push([code, (JSON.parse(err) as { error: { code: string } }).error.code])
  }
  expect(codes).toEqual([
    [2, 'files-required'],
    [5, 'file-not-found'],
    [6, 'file-exists'],
    [2, 'database-unreadable'],
    [2, 'no-monitors'],
  ])
  expect(['small.db', 'small.db.part'].map((name) => existsSync(join(shell.folder, name)))).toEqual([false, false])
})

import { expect, test } from 'vitest'
import { isKept } from './cluster-files.ts'

test('what belongs to the running server, to a session, or is lost in a crash is not copied', () => {
  const siblings = new Set(['16384', '16384_init', '16384_fsm', '16384.1', '16390', '16390_vm', '163840'])
  const left = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'postgresql.auto.conf.tmp', 'base/pgsql_tmp12.0']
  const inDatabase = [
    'pg_internal.init',
    'pg_internal.init.123',
    't3_16400',
    't3_16400_fsm',
    't12_16400.2',
    '16384',
    '16384_fsm',
    '16384.1',
  ]
  for (const path of [...left, ...inDatabase.map((name) => `base/5/${name}`)])
    expect(isKept(path, siblings), path).toBe(false)
  const inDatabaseToo = ['16384_init', '16390', '16390_vm', '163840', 'PG_VERSION', 'pg_filenode.map']
  for (const path of [
    'PG_VERSION',
    'pg_hba.conf',
    'global/pg_control',
    'pg_xact/0000',
    'pg_multixact/members/0000',
    ...inDatabaseToo.map((name) => `base/5/${name}`),
  ])
    expect(isKept(path, siblings), path).toBe(true)
})

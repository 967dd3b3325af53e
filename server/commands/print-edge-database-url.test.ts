import { addressesOfRoles } from '@bollard/database/roles'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { printEdgeDatabaseUrl } from './print-edge-database-url.ts'

const key = 'a'.repeat(64)
function printed(settings: Record<string, string>): string {
  const read = readConfig({ DATA_DIR: '/nonexistent', ...settings })
  if (read.status === 'invalid') throw new Error(read.faults.join())
  const lines: string[] = []
  printEdgeDatabaseUrl(read.config, (line) => lines.push(line))
  return lines.join()
}

test('it is the address that the other machines let the hot path sign in with', () => {
  const owner = 'postgresql://owner:secret@db.example/bollard?sslmode=require'
  expect(printed({ DATABASE_URL: owner })).toBe(addressesOfRoles(owner, '').bollard_edge)
  expect(new URL(printed({ DATABASE_URL: owner }))).toMatchObject({ username: 'bollard_edge', host: 'db.example' })
  expect(printed({ DATABASE_URL: owner })).not.toContain('secret')
})

test('an owner without a password needs the key that the roles’ follow from, and says so where it is missing', () => {
  const owner = 'postgresql://owner@db.example/bollard'
  expect(printed({ DATABASE_URL: owner, ENCRYPTION_KEY: key })).toBe(addressesOfRoles(owner, key).bollard_edge)
  expect(() => printed({ DATABASE_URL: owner })).toThrow(StartupFault)
  expect(() => printed({})).toThrow('DATABASE_URL is not set')
})

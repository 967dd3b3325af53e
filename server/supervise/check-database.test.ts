import { startTestDatabase } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { StartupFault } from '../startup-fault.ts'
import { checkDatabase } from './check-database.ts'

test('a database that cannot be used is told without its password', async () => {
  const postgres = await startTestDatabase()
  onTestFinished(() => postgres.stop())
  const connectionString = await postgres.createDatabase()
  await checkDatabase(connectionString, 'DATABASE_URL')
  for (const url of [
    connectionString.replace(/test_\w+/u, 'missing'),
    'postgresql://somebody:hunter2@127.0.0.1:1/none',
  ]) {
    const fault = await checkDatabase(url, 'DATABASE_URL').catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(StartupFault)
    expect(String(fault)).toContain('DATABASE_URL')
    expect(String(fault)).not.toContain('hunter2')
  }
})

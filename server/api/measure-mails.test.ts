import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureMails } from './measure-mails.ts'

test('the figures tell what waits in the outbox, and nothing while nobody can say', async () => {
  const registry = new Registry()
  let fails = false
  measureMails(registry, {
    counts: async () => {
      if (fails) throw new Error('The database is away')
      return { PENDING: 3, SENT: 40, FAILED: 1, oldestPendingSeconds: 72 }
    },
  })
  const text = await registry.metrics()
  for (const line of [
    'bollard_mails{state="PENDING"} 3',
    'bollard_mails{state="SENT"} 40',
    'bollard_mails{state="FAILED"} 1',
    'bollard_mail_oldest_pending_seconds 72',
  ])
    expect(text).toContain(line)
  fails = true
  expect(await registry.metrics()).not.toMatch(/^bollard_mail/mu)
})

import type { Outbox } from '@bollard/mail'
import { Gauge, type Registry } from 'prom-client'

/** Shows what the outbox holds among the figures of this process. While the database does not answer there are none of them. */
export function measureMails(registry: Registry, outbox: Pick<Outbox, 'counts'>): void {
  const registers = [registry]
  const mails: Gauge<'state'> = new Gauge({
    name: 'bollard_mails',
    help: 'Mails of the last 30 days by what became of them',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await outbox.counts().catch(() => null)
      mails.reset()
      for (const state of ['PENDING', 'SENT', 'FAILED'] as const)
        if (counts !== null) mails.set({ state }, counts[state])
    },
  })
  const oldest: Gauge = new Gauge({
    name: 'bollard_mail_oldest_pending_seconds',
    help: 'Age of the oldest mail that waits to be sent',
    registers,
    async collect() {
      const counts = await outbox.counts().catch(() => null)
      if (counts === null) oldest.remove()
      else oldest.set(counts.oldestPendingSeconds)
    },
  })
}

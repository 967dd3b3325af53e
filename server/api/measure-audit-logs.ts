import { Gauge, type Registry } from 'prom-client'

/**
 * Shows whether the audit logs are as they were written, and how old the oldest such finding is. Anything but 0 broken ones is to wake
 * somebody, and so is an age of much more than a day. While the database does not answer there are no figures.
 */
export function measureAuditLogs(
  registry: Registry,
  count: () => Promise<{ broken: number; oldestSeconds: number }>,
): void {
  const registers = [registry]
  const figures = [
    [
      'bollard_audit_chains_broken',
      'Audit logs in which an entry was missing or different when they were last verified',
      'broken',
    ],
    ['bollard_audit_oldest_verification_seconds', 'Age of the oldest verification of an audit log', 'oldestSeconds'],
  ] as const
  for (const [name, help, field] of figures) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const counts = await count().catch(() => null)
        if (counts === null) gauge.remove()
        else gauge.set(counts[field])
      },
    })
  }
}

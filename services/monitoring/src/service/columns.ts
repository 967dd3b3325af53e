import type { MonitoredServiceNew, MonitoringCheck } from '@bollard/contracts'
import type { StoredSecret } from './secrets.ts'

/** What is written of a service when it is made and when it is changed, in this order, as `$4` and on. */
export const writtenColumns = `name, tags, config, secret, secret_key_id, interval_seconds, retries, confirmations, recoveries, slow_ms, parent_id`

/** The values of `writtenColumns`. */
export function writtenValues(
  input: Omit<MonitoredServiceNew, 'check'>,
  { config, secret, secretKeyId }: StoredSecret & { readonly config: MonitoringCheck },
): unknown[] {
  const { name, tags, intervalSeconds, retries, confirmations, recoveries, slowMs, parentId } = input
  const check = [JSON.stringify(config), secret, secretKeyId]
  return [name, tags, ...check, intervalSeconds, retries, confirmations, recoveries, slowMs, parentId]
}

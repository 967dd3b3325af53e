import { type Queue, queueNames } from '@bollard/contracts'
import type { OperationsContext } from '../operations-context.ts'

/** What waits in each queue, in the order of `queueNames`. */
export async function listQueues({ queues }: Pick<OperationsContext, 'queues'>): Promise<{ items: Queue[] }> {
  return { items: await Promise.all(queueNames.map(async (name) => ({ name, ...(await queues[name].measure()) }))) }
}

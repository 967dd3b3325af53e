import type { Call, Caller } from '@bollard/access'
import type { StatusPage } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Named } from '../access/delete-audited.ts'
import { recordAudit } from '../access/record-audit.ts'
import { type HostContext, settleHost } from '../host/settle-host.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { readPage } from './stored-pages.ts'

/** Looks for the record of a page's host now. Throws `not-found`, and `state-conflict` for a page without a host. */
export async function proveHost(
  context: HostContext & Pick<MonitoringContext, 'db'>,
  actor: Caller,
  { solutionId, id }: Named,
  call: Call,
): Promise<StatusPage> {
  const { db } = context
  const { host } = await readPage(db, solutionId, id)
  if (host === null) throw new ProblemError('state-conflict', 'The page has no host name of its own.')
  await settleHost(context, { id, host }, (tx, at) => {
    const target = { kind: 'status-page', id }
    return recordAudit(tx, actor, call, at, { solutionId, action: 'status-page.host-proven', target, after: { host } })
  })
  return readPage(db, solutionId, id)
}

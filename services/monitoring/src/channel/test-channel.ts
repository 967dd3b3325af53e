import type { Call, Caller } from '@bollard/access'
import type { ChannelResult } from '@bollard/contracts'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { openChannel } from './channel-secrets.ts'
import { lockChannel, type Named } from './channels.ts'
import { linkOf } from './link-of.ts'
import { type Message, writeTest } from './message.ts'
import type { Outcome } from './channel-kind.ts'
import { isByAlert, type OpenChannel, sendMessage } from './send-message.ts'

type TestContext = Pick<MonitoringContext, 'db' | 'now' | 'newId' | 'box' | 'channels'>

/** Tells a channel a test now and waits for what becomes of it. */
export async function testChannel(
  context: TestContext,
  actor: Caller,
  { solutionId, id }: Named,
  call: Call,
): Promise<ChannelResult> {
  const { db, now, newId, box, channels } = context
  const at = now()
  const { name, language, ...stored } = await db.transaction((tx) => lockChannel(tx, { solutionId, id }))
  const channel: OpenChannel = { solutionId, language, target: stored.target, secrets: openChannel(box, id, stored) }
  const testId = newId()
  const told = {
    ...writeTest(name, language),
    url: linkOf(channels.dashboardUrl, language, solutionId),
    at,
    triedAt: at,
    solutionId,
  }
  const message: Message = { ...told, id: testId, key: `test:${testId}`, event: 'TEST', alerts: [] }
  // No transaction waits for somebody else's server; a mail is only put into the outbox.
  const sent = stored.target.kind === 'EMAIL' ? null : await request(context, channel, message)
  return db.transaction(async (tx) => {
    const outcome = sent ?? (await sendMessage(context, channel, message, tx))
    const { error, httpStatus, answer } = outcome
    const result: ChannelResult = { at: at.toISOString(), delivered: error === null, httpStatus, error, answer }
    await tx.query('monitoring-channel-tested', testedSql, [id, JSON.stringify(result), at, error === null])
    const target = { kind: 'channel', id }
    await recordAudit(tx, actor, call, at, { solutionId, action: 'channel.tested', target })
    return result
  })
}

/** Where a test raises an incident, it is resolved at once. */
async function request(context: TestContext, channel: OpenChannel, message: Message): Promise<Outcome> {
  const outcome = await sendMessage(context, channel, message, context.db)
  if (outcome.error === null && isByAlert(channel.target))
    await sendMessage(context, channel, { ...message, event: 'RESOLVED' }, context.db)
  return outcome
}

const testedSql = `update monitoring.channels set last_result = $2::jsonb,
    failing_since = case when $4::boolean then null else coalesce(failing_since, $3) end where id = $1`

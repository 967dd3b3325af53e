import { createHmac } from 'node:crypto'
import { alertRule, channel, monitored, schedule } from '../api/examples.ts'
import { inMailTo, type Stage } from './stage.ts'

/** Calls about what is monitored that take more than ids and a body: after the engine has checked once. */
export async function performMonitoring(stage: Stage): Promise<void> {
  const { api, people, its } = stage
  const { client } = people.ada
  const { monitoredId: solutionId, serviceId, maintenanceId } = its
  await api.services.monitoring.engine.turn()
  const { version } = await client.getMonitoredService({ solutionId, serviceId })
  const monitoredServiceDto = { ...monitored, tags: ['shop'], retries: 2, version }
  await client.updateMonitoredService({ solutionId, serviceId, monitoredServiceDto })
  const { items } = await client.listMaintenance({ solutionId })
  const planned = items.find(({ id }) => id === maintenanceId)
  if (planned === undefined) throw new Error('No maintenance is planned')
  const { title, startsAt, timeZone } = planned
  const recurrence = { frequency: 'MONTHLY_BY_WEEKDAY', weekday: 2, nth: 1 } as const
  const changed = { title, serviceIds: [serviceId], startsAt, durationMinutes: 90, timeZone, recurrence }
  await client.updateMaintenance({
    solutionId,
    maintenanceId,
    maintenanceDto: { ...changed, version: planned.version },
  })
  await performAlerts(stage)
  const monitoringKeyNewDto = { name: 'Wall', scopes: ['statistics' as const] }
  await client.createMonitoringKey({ solutionId, monitoringKeyNewDto })
  const { path, secret } = await client.getHeartbeatAddress({ solutionId, serviceId: its.heartbeatId })
  await api.hearing.fetch(`${api.url}${path}`)
  const [time, nonce, status] = [api.now().toISOString(), 'a-job-of-tonight-0001', 'ok']
  const signature = createHmac('sha256', secret).update(`${time}.${nonce}.${status}`).digest('hex')
  await api.hearing.fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status, time, nonce, signature }),
  })
  await api.services.monitoring.engine.turn()
  const day = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z' }
  await client.getUptime({ solutionId, serviceId, ...day })
  await client.listRollups({ solutionId, serviceId, ...day, step: 'MINUTE' })
  await client.getMonthReport({ solutionId, serviceId, month: api.now().toISOString().slice(0, 7) })
}

/** Changes what is told to whom, as its versions allow. */
async function performAlerts(stage: Stage): Promise<void> {
  const { its, people } = stage
  const { client } = people.ada
  const { monitoredId: solutionId, channelId, scheduleId, alertRuleId } = its
  const onCallScheduleDto = { ...schedule(channelId), version: 1 }
  await client.putOnCallSchedule({ solutionId, scheduleId, onCallScheduleDto })
  const repeat = { afterMinutes: 30, times: 3 }
  await client.putAlertRule({ solutionId, alertRuleId, alertRuleDto: { ...alertRule(channelId), repeat, version: 1 } })
  const target = { ...channel.target, url: null }
  await client.putChannel({ solutionId, channelId, channelDto: { ...channel, target, name: 'Team', version: 1 } })
  await performOutsider(stage)
}

/** Somebody who is no member agrees to get alerts, and ends them. */
async function performOutsider(stage: Stage): Promise<void> {
  const { client } = stage.people.ada
  const { monitoredId: solutionId } = stage.its
  const partner = 'on-call@partner.example'
  const target = { kind: 'EMAIL' as const, addresses: [partner] }
  const channelNewDto = { name: 'Partner', language: 'en' as const, target }
  const { id: channelId } = await client.createChannel({ solutionId, channelNewDto })
  const token = await inMailTo(stage, partner, /token=(mon_[\w-]+)/u)
  await client.confirmMonitoringAddress({ monitoringAddressConfirmationDto: { token } })
  await client.testChannel({ solutionId, channelId })
  const stopped = await inMailTo(stage, partner, /unsubscriptions\?token=([\w.-]+)/u)
  await client.unsubscribeMonitoringAddress({ token: stopped })
}

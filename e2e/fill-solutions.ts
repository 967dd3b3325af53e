import { type ApiClient, createApiClient } from '@bollard/api-client'
import { expect } from '@playwright/test'
import { product } from './product.ts'

/** A solution that monitors, with one thing of each kind; answers what the parts of addresses stand for. */
export async function fillMonitoring(api: ApiClient): Promise<Record<string, string>> {
  const { id: solutionId } = await api.createSolution({ solutionNewDto: { type: 'MONITORING', label: 'Servers' } })
  const check = { kind: 'MANUAL' as const, target: { state: 'DOWN' as const } }
  const monitoredServiceNewDto = { name: 'Shop', check }
  const { id: serviceId } = await api.createMonitoredService({ solutionId, monitoredServiceNewDto })
  const { id: channelId } = await api.createChannel({
    solutionId,
    channelNewDto: {
      name: 'Team',
      language: 'en',
      target: { kind: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' },
    },
  })
  const targets = [{ kind: 'CHANNEL' as const, id: channelId }]
  const rule = await api.createAlertRule({
    solutionId,
    alertRuleNewDto: { name: 'Outages', condition: { kind: 'STATE' }, steps: [{ afterMinutes: 0, targets }] },
  })
  const schedule = await api.createOnCallSchedule({
    solutionId,
    onCallScheduleNewDto: {
      name: 'Nights',
      timeZone: 'Europe/Berlin',
      layers: [{ channelIds: [channelId], handOver: { every: 'WEEK', time: '09:00' }, startDay: '2026-01-05' }],
    },
  })
  const window = await api.createMaintenance({
    solutionId,
    maintenanceNewDto: { title: 'New disks', startsAt: '2030-01-01T22:00', durationMinutes: 60, timeZone: 'UTC' },
  })
  const components = [{ serviceId, name: 'Shop' }]
  const page = await api.createStatusPage({
    solutionId,
    statusPageNewDto: {
      slug: `shop-${solutionId.slice(-12)}`,
      name: 'Shop',
      languages: ['en'],
      groups: [{ components }],
    },
  })
  const report = await api.createStatusReport({
    solutionId,
    statusReportNewDto: { statusPageId: page.id, title: 'Slow', stage: 'INVESTIGATING', text: 'We look into it.' },
  })
  const open = async () => (await api.listMonitoringIncidents({ solutionId })).items[0]?.id
  await expect.poll(open, { timeout: 60_000 }).toBeDefined()
  const alerts = async () => (await api.listMonitoringAlerts({ solutionId })).items.length
  await expect.poll(alerts, { timeout: 60_000 }).toBe(1)
  return {
    solutionId,
    serviceId,
    channelId,
    alertRuleId: rule.id,
    scheduleId: schedule.id,
    maintenanceId: window.id,
    statusPageId: page.id,
    statusReportId: report.id,
    incidentId: (await open()) ?? '',
  }
}

/** A solution that protects a site, with one thing of each kind; answers what the parts of addresses stand for. */
export async function fillProtection(api: ApiClient): Promise<Record<string, string>> {
  const { id: solutionId, secretKey } = await api.createSolution({
    solutionNewDto: { type: 'BUNDLE_SECURITY', label: 'Site of Ada', domains: ['localhost'] },
  })
  const settings = await api.getProtectionSettings({ solutionId })
  await api.updateProtectionSettings({ solutionId, protectionSettingsDto: { ...settings, sampledPercent: 100 } })
  const { id: limiterId } = await api.createLimiter({
    solutionId,
    limiterNewDto: {
      name: 'sign-in',
      match: { paths: ['/sign-in'] },
      key: [{ from: 'network' }],
      limit: { kind: 'FIXED_WINDOW', limit: 5, windowSeconds: 300 },
    },
  })
  const fields = [{ name: 'message', kind: 'TEXT' as const, linksMax: 1 }]
  const { id: formId } = await api.createProtectedForm({
    solutionId,
    protectedFormNewDto: { name: 'enquiry', mode: 'LIVE', fields, reviewFrom: 30, refuseFrom: null },
  })
  const server = createApiClient({
    baseUrl: product.api,
    requestHeaders: () => ({ authorization: `Bearer ${secretKey}` }),
  })
  const message = 'https://a.example https://b.example https://c.example'
  const { reviewId } = await server.validate({ validateDto: { form: 'enquiry', values: { message } } })
  const request = { address: '192.0.2.7', method: 'GET', host: 'localhost', path: '/' }
  const { id: decisionId } = await server.decide({ decideDto: { request } })
  await expect.poll(() => api.getDecision({ solutionId, decisionId }).catch(() => null)).not.toBeNull()
  return { solutionId, limiterId, formId, reviewId: reviewId ?? '', decisionId }
}

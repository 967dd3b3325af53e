import type { Services } from './create-services.ts'

type Asked = {
  readonly identity: Pick<Services['identity'], 'listOpenClicks' | 'recordConversion'>
  readonly solution: Pick<Services['solution'], 'findFirstSolutions'>
  readonly billing: Pick<Services['billing'], 'findPayers'>
  readonly captcha: Pick<Services['captcha'], 'readUsage'>
}
type OpenClick = Awaited<ReturnType<Asked['identity']['listOpenClicks']>>[number]

const atOnce = 200
const dayMs = 86_400_000

/**
 * Records what came of clicks on advertisements: the first verification, the first plan that costs something, every paid invoice.
 * It reads what the services have written anyway, so that nothing is lost with a process that ends, and what it tells twice is
 * recorded once. Run it every few minutes, anywhere.
 */
export async function recordConversions(services: Asked, now: Date): Promise<void> {
  const clicks = await services.identity.listOpenClicks()
  for (let from = 0; from < clicks.length; from += atOnce) {
    const some = clicks.slice(from, from + atOnce)
    await recordPayments(services, some)
    await recordFirstVerifications(services, some, now)
  }
}

async function recordPayments({ identity, billing }: Asked, clicks: readonly OpenClick[]): Promise<void> {
  const payers = await billing.findPayers(clicks.map(({ userId }) => userId))
  for (const { userId, recorded } of clicks) {
    const { firstPlan = null, paid = [] } = payers.get(userId) ?? {}
    if (firstPlan !== null && !recorded.includes('TRIAL_TO_PAID'))
      await identity.recordConversion({
        userId,
        kind: 'TRIAL_TO_PAID',
        reference: userId,
        occurredAt: firstPlan.at,
        value: firstPlan.net,
      })
    for (const { invoiceId, at, net } of paid)
      await identity.recordConversion({
        userId,
        kind: 'INVOICE_PAID',
        reference: invoiceId,
        occurredAt: at,
        value: net,
      })
  }
}

async function recordFirstVerifications(
  { identity, solution, captcha }: Asked,
  clicks: readonly OpenClick[],
  now: Date,
): Promise<void> {
  const waiting = clicks.filter(({ recorded }) => !recorded.includes('FIRST_VERIFICATION'))
  const solutions = await solution.findFirstSolutions(waiting.map(({ userId }) => userId))
  if (solutions.size === 0) return
  const earliest = new Date(
    Math.floor(Math.min(...waiting.map(({ clickedAt }) => clickedAt.getTime())) / dayMs) * dayMs,
  )
  const usage = await captcha.readUsage([...solutions.values()], { from: earliest, to: now })
  for (const { userId } of waiting) {
    const days = usage
      .filter(({ solutionId, completed }) => solutionId === solutions.get(userId) && completed > 0)
      .map(({ day }) => day)
    const [first] = days.toSorted()
    if (first === undefined) continue
    // Usage is kept by days. The network refuses what seems to come before its click, so it is the end of that day, or now.
    const occurredAt = new Date(Math.min(now.getTime(), Date.parse(`${first}T00:00:00Z`) + dayMs - 1))
    await identity.recordConversion({ userId, kind: 'FIRST_VERIFICATION', reference: userId, occurredAt })
  }
}

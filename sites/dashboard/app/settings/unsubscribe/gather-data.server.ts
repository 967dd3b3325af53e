import { apiOf, attempt } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

/** Of one list; the service keeps fewer of everything but of the log of changes. */
const pagesMax = 100

/**
 * All that is kept of a solution besides its verifications: settings, keys without their secrets, rules, members, bills, and who
 * changed what. What the person may not read, or what this type of solution does not have, is left out. Throws the refusal of the
 * solution itself.
 */
export async function gatherData(
  context: Readonly<RouterContextProvider>,
  request: Request,
  solutionId: string,
): Promise<Record<string, unknown>> {
  const api = apiOf(context, request)
  const solution = await api.getSolution({ solutionId })
  const of = { solutionId }
  const parts: Readonly<Record<string, () => Promise<unknown>>> = {
    members: () => api.listSolutionMembers(of),
    invitations: () => api.listSolutionInvitations(of),
    plan: () => api.getSolutionPlan(of),
    usage: () => api.getUsage(of),
    accountings: () => everyPage((cursor) => api.listAccountings({ ...of, limit: 100, cursor })),
    invoices: () => everyPage((cursor) => api.listSolutionInvoices({ ...of, limit: 100, cursor })),
    site: () => api.getSite(of),
    siteSettings: () => api.getSiteSettings(of),
    environments: () => api.listEnvironments(of),
    apiKeys: () => api.listApiKeys(of),
    bypassKeys: () => api.listBypassKeys(of),
    rules: () => api.listRules(of),
    ruleForms: () => api.getRuleForms(of),
    alerts: () => api.getAlertSettings(of),
    webhooks: () => api.listWebhooks(of),
    statisticsOf30Days: () => api.getStatistics({ ...of, period: '30d' }),
    changes: () => everyPage((cursor) => api.listSolutionAudit({ ...of, limit: 100, cursor })),
  }
  const gathered: Record<string, unknown> = { solution }
  // One after the other: this is asked for rarely, and others are waiting for the same connections.
  for (const [name, ask] of Object.entries(parts)) {
    const answer = await attempt(ask())
    if (answer.ok) gathered[name] = answer.value
    // A file with a hole that nobody told of would be worse than none.
    else if (answer.problem.status === 429 || answer.problem.status >= 500)
      throw data(answer.problem, { status: answer.problem.status })
  }
  return gathered
}

async function everyPage<T>(
  ask: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const { items, nextCursor } = await ask(cursor)
    all.push(...items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return all
}

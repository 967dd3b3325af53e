import { createServer } from 'node:http'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Database } from '@bollard/database'
import type { KeptChild } from './keep-child.ts'

/** What the health port asks of the supervisor. */
export interface Health {
  readonly children: readonly KeptChild[]
  /** Null where the role needs no database. */
  readonly database: Database | null
  /** Figures of the supervisor itself. */
  readonly own: Registry
  /** Whether the disk of the built-in database is full. */
  isDiskFull(): boolean
  /** True until every part has started once; from then on each part speaks for itself. */
  isStarting(): boolean
  /** Set once the program drains; from then on it is alive but not ready. */
  isDraining(): boolean
}

/** Serves /livez, /readyz and /metrics on 127.0.0.1 and answers with the way to close it. */
export async function serveHealth(port: number, health: Health): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    switch (request.url) {
      case '/livez':
        return answer(200, 'text/plain', 'alive\n')
      case '/readyz':
        return void whyNotReady(health).then((reasons) =>
          reasons.length === 0
            ? answer(200, 'text/plain', 'ready\n')
            : answer(503, 'text/plain', `${reasons.join('\n')}\n`),
        )
      case '/metrics':
        return void collect(health).then(({ type, body }) => answer(200, type, body))
      default:
        return answer(404, 'text/plain', 'not found\n')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

async function whyNotReady(health: Health): Promise<string[]> {
  const reasons = [...(health.isStarting() ? ['starting'] : []), ...(health.isDraining() ? ['draining'] : [])]
  const ready = await Promise.all(health.children.map((child) => child.isReady()))
  for (const [index, { name }] of health.children.entries()) if (!ready[index]) reasons.push(`${name} is not ready`)
  if (health.isDiskFull()) reasons.push('the disk of the data folder is full')
  if (health.database && !(await answers(health.database))) reasons.push('the database does not answer')
  return reasons
}

function answers(database: Database): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => void setTimeout(resolve, 1_000, false).unref())
  return Promise.race([
    database.query('ready', 'select 1').then(
      () => true,
      () => false,
    ),
    late,
  ])
}

async function collect(health: Health): Promise<{ type: string; body: string }> {
  const all = await Promise.all([...health.children.map((child) => child.metrics()), health.own.getMetricsAsJSON()])
  const registry = AggregatorRegistry.aggregate(all)
  return { type: registry.contentType, body: await registry.metrics() }
}

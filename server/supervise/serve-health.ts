import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Database } from '@bollard/database'
import type { ProductWatch } from '../watching/watch-product.ts'
import type { KeptChild } from './keep-child.ts'

/** What the health port asks of the supervisor. */
export interface Health {
  readonly children: readonly KeptChild[]
  /** Null where the role needs no database. */
  readonly database: Database | null
  /** Whether the disk of the built-in database is full. */
  isDiskFull(): boolean
  /** True until every part has started once; from then on each part speaks for itself. */
  isStarting(): boolean
  /** Set once the program drains; from then on it is alive but not ready. */
  isDraining(): boolean
  readonly watch: Pick<ProductWatch, 'metrics' | 'alertRules'>
  /** What /health tells in JSON, where the role has something to tell. */
  readonly state?: () => unknown
}

/** Where the health port listens. With a token /metrics asks for it, as `Authorization: Bearer …`. */
export interface HealthAddress {
  readonly host: string
  readonly port: number
  readonly token: string | undefined
}

/** Serves /livez, /readyz, /metrics and /alert-rules.yml, and answers with the way to close it. */
export async function serveHealth({ host, port, token }: HealthAddress, health: Health): Promise<() => Promise<void>> {
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
      case '/health':
        if (health.state === undefined) return answer(404, 'text/plain', 'not found\n')
        return answer(200, 'application/json', `${JSON.stringify(health.state(), null, 2)}\n`)
      case '/metrics':
        if (!isAdmitted(request, token)) {
          response.setHeader('www-authenticate', 'Bearer')
          return answer(401, 'text/plain', 'METRICS_TOKEN is needed\n')
        }
        return void health.watch.metrics().then(
          ({ type, body }) => answer(200, type, body),
          () => answer(500, 'text/plain', 'The figures cannot be read\n'),
        )
      case '/alert-rules.yml':
        return answer(200, 'application/yaml', health.watch.alertRules)
      default:
        return answer(404, 'text/plain', 'not found\n')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
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

/** Whether it answers within a second. */
export function answers(database: Database): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => void setTimeout(resolve, 1_000, false).unref())
  return Promise.race([
    database.query('ready', 'select 1').then(
      () => true,
      () => false,
    ),
    late,
  ])
}

function isAdmitted(request: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const given = /^Bearer (\S+)$/iu.exec(request.headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** Hashes have one length, which a comparison in constant time needs. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Check } from '@bollard/checks'

/** Serves `https://localhost`, with the certificate in the environment: `/` is a page of 16 KiB after 50 ms, `/wait` never answers. */
export function servePages(): void {
  const body = `<!doctype html><title>Shop</title>${'<p>something</p>'.repeat(1_024)}`
  const server = createServer(JSON.parse(process.env['CERTIFICATE'] ?? '{}'), (incoming, response) => {
    if (incoming.url === '/wait') return
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), 50)
  })
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_000 }, () =>
    process.send?.((server.address() as AddressInfo).port),
  )
}

/** The check of a page of that server. */
export function pageCheck(url: string, timeoutMs: number): Check {
  return {
    kind: 'HTTP',
    timeoutMs,
    assertions: [],
    target: {
      url,
      method: 'GET',
      headers: [],
      body: null,
      redirectsMax: 5,
      authentication: null,
      statusCodes: '200',
      family: 'ANY',
      certificateWarningDays: null,
    },
  }
}

/** Runs a program in a process of its own. */
export function startProcess(program: string, given: readonly string[], more: NodeJS.ProcessEnv): ChildProcess {
  return fork(new URL(program), given, { env: { ...process.env, ...more }, execArgv: ['--expose-gc'] })
}

/** What a process says first. */
export async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('a process ended without a result'))),
  ])
  return answer
}

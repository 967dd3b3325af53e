import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Check } from '@bollard/checks'
import { createCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'

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

export interface TrustedPages {
  readonly port: number
  /** The file of their authority, for NODE_EXTRA_CA_CERTS. */
  readonly authority: string
  /** Runs a part of the program in a process of its own, which trusts the pages, and answers what that says first. */
  ask<Answer>(...given: string[]): Promise<Answer>
  close(): void
}

/** Has `program` serve its pages with the argument `serve`, as `servePages` does, under an authority of their own. */
export async function openPages(program: string): Promise<TrustedPages> {
  const folder = mkdtempSync(join(tmpdir(), 'bollard-pages-'))
  const authority = { ...createCertificate({ name: 'Benchmark', isAuthority: true }), name: 'Benchmark' }
  const trust = join(folder, 'authority.pem')
  writeFileSync(trust, authority.cert)
  const server = startProcess(program, ['serve'], {
    CERTIFICATE: JSON.stringify(createCertificate({ issuer: authority })),
  })
  return {
    port: await answerOf<number>(server),
    authority: trust,
    async ask<Answer>(...given: string[]) {
      const child = startProcess(program, given, { NODE_EXTRA_CA_CERTS: trust })
      const answer = await answerOf<Answer>(child)
      child.kill()
      return answer
    },
    close() {
      server.kill()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs a program in a process of its own. */
function startProcess(program: string, given: readonly string[], more: NodeJS.ProcessEnv): ChildProcess {
  return fork(new URL(program), given, { env: { ...process.env, ...more }, execArgv: ['--expose-gc'] })
}

/** What a process says first. */
async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('a process ended without a result'))),
  ])
  return answer
}

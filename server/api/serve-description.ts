import { readFileSync } from 'node:fs'
import { describeApi } from '@bollard/api-reference'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { readOperator } from './operator.ts'

/**
 * Serves the description of all calls, made once from the contracts they are mounted from, when somebody asks for it: most processes are
 * never asked, and making it is a tenth of what a start computes.
 */
export function serveDescription(
  app: FastifyInstance,
  {
    API_URL: apiUrl,
    DOCS_URL: docsUrl,
    OPERATOR_FILE: operatorFile,
  }: Pick<Config, 'API_URL' | 'DOCS_URL' | 'OPERATOR_FILE'>,
): void {
  const sessionCookie = `${apiUrl.startsWith('https:') ? '__Secure-' : ''}bollard.session_token`
  const operator = operatorFile === undefined ? undefined : readOperator(operatorFile)
  let made: string | undefined
  const make = () =>
    JSON.stringify(
      describeApi({
        serverUrl: apiUrl,
        version: version(),
        sessionCookie,
        contact: operator && { name: operator.legalName, email: operator.contact.email },
        docsUrl,
      }),
    )
  app.get('/openapi.json', (_request, reply) => {
    void reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
      .type('application/json')
      .send((made ??= make()))
  })
}

function version(): string {
  const manifest: { version?: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return manifest.version ?? '0.0.0'
}

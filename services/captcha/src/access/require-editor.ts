import type { AuditEntry, AuditOrigin } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import { answerKeeperOf, type KeepAnswer, ProblemError } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import { type AccessOptions, type AccessPorts, type Actor, type Caller, requireSite } from './require-site.ts'
import { isKeyCaller } from './caller.ts'
import type { SiteOverview } from '../records/sites/sites.ts'

export interface EditorPorts extends AccessPorts {
  /** Address of whoever is behind a request, for the audit log. */
  readonly clientIp: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
}

/** Who changes a site: may do so, and answers for it in the audit log. */
export interface Editor {
  readonly site: SiteOverview
  /** As `created_by` names whoever made something: a person, or a key. */
  readonly userId: string
  readonly actor: AuditEntry['actor']
  readonly from: AuditOrigin
  /** To be called last in the transaction of a call that takes an `Idempotency-Key`. */
  readonly keepAnswer: KeepAnswer
}

/** The same as `requireSite`, for calls that change something. */
export async function requireEditor(
  ports: EditorPorts,
  request: FastifyRequest,
  caller: Actor | Caller,
  solutionId: string,
  lowest: Role,
  options: AccessOptions = {},
): Promise<Editor> {
  const site = await requireSite(ports, caller, solutionId, lowest, options)
  const from = { ip: ports.clientIp(request), userAgent: request.headers['user-agent'] ?? null, requestId: request.id }
  return { site, userId: caller.userId, actor: await actorOf(ports, caller), from, keepAnswer: answerKeeperOf(request) }
}

/** People see a key by its public id; inside the service it goes by its number. */
async function actorOf({ db }: EditorPorts, caller: Actor | Caller): Promise<AuditEntry['actor']> {
  if (!isKeyCaller(caller)) return { kind: 'USER', id: caller.userId }
  const [key] = await db.query<{ id: string }>(
    'captcha-api-key-public-id',
    'select public_id as id from captcha.api_keys where id = $1',
    [caller.key.secretKeyId],
  )
  if (key === undefined) throw new ProblemError('secret-key-invalid')
  return { kind: 'API_KEY', id: key.id }
}

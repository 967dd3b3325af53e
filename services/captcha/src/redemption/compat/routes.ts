import type { FastifyInstance } from 'fastify'
import { answerAnyCall, bytesOf } from './answer-any-call.ts'
import type { CompatPorts } from '../token/redemption-context.ts'
import type { FormProtocol } from './form-protocol.ts'
import { mountFriendlyCaptcha } from './friendly-captcha.ts'
import { hcaptcha } from './hcaptcha.ts'
import { bodyEntries, gatherFields, queryEntries } from '../bodies/read-fields.ts'
import { recaptcha } from './recaptcha.ts'
import { mountTrustcaptcha } from './trustcaptcha.ts'
import { turnstile } from './turnstile.ts'

/** What servers call that were made for other captchas: at the same paths, with the same fields and the same codes. */
export function mountCompat(app: FastifyInstance, ports: CompatPorts): void {
  for (const protocol of [recaptcha, hcaptcha, turnstile]) mountFormProtocol(app, ports, protocol)
  mountFriendlyCaptcha(app, ports)
  mountTrustcaptcha(app, ports)
}

/** Their clients read the body alone, so all but a wrong method and a body that is too large is 200. */
function mountFormProtocol(
  app: FastifyInstance,
  ports: CompatPorts,
  { path, indented = false, readsAddress, answer, refuse }: FormProtocol,
): void {
  const statuses = { 'wrong-method': 405, 'too-large': 413, unreadable: 200, unavailable: 200 } as const
  answerAnyCall(app, {
    path,
    indented,
    methods: readsAddress ? ['GET', 'POST'] : ['POST'],
    async handle(request) {
      const entries = await bodyEntries(bytesOf(request), request.headers['content-type'])
      const fields =
        entries === null ? null : gatherFields([...(readsAddress ? queryEntries(request.raw.url) : []), ...entries])
      return fields === null ? refuse('unreadable') : answer(ports, fields, ports.addressOf(request))
    },
    refuse: (fault) => ({ status: statuses[fault], body: refuse(fault) }),
  })
}

import type { FastifyInstance } from 'fastify'
import { bodyEntries, gatherFields, queryEntries } from '../bodies/read-fields.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'
import { answerAnyCall, bytesOf } from './answer-any-call.ts'
import type { FormProtocol } from './form-protocol.ts'
import { mountFriendlyCaptcha } from './friendly-captcha.ts'
import { hcaptcha } from './hcaptcha.ts'
import { recaptcha } from './recaptcha.ts'
import { mountTrustcaptcha } from './trustcaptcha.ts'
import { turnstile } from './turnstile.ts'

/** What servers call that were made for other captchas: at the same paths, with the same fields and the same codes. */
export function mountCompat(app: FastifyInstance, context: RedemptionContext): void {
  for (const protocol of [recaptcha, hcaptcha, turnstile]) mountFormProtocol(app, context, protocol)
  mountFriendlyCaptcha(app, context)
  mountTrustcaptcha(app, context)
}

/** Their clients read the body alone, so all but a wrong method and a body that is too large is 200. */
function mountFormProtocol(
  app: FastifyInstance,
  context: RedemptionContext,
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
      return fields === null ? refuse('unreadable') : answer(context, fields, context.addressOf(request))
    },
    refuse: (fault) => ({ status: statuses[fault], body: refuse(fault) }),
  })
}

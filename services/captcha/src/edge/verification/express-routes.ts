import { captchaRoutes, type VerificationAnswer } from '@bollard/contracts'
import type { AddressedRequest, ExpressAnswer, ExpressCall, ExpressHandler, ProblemAnswer } from '@bollard/http'
import { bodyLimit } from '../request/json-bodies.ts'
import { readAnswerBody, readStartBody, textOf } from '../request/widget-calls.ts'
import { answerVerification } from './answer-verification.ts'
import { comesFrom } from './comes-from.ts'
import type { EdgeContext } from './edge-context.ts'
import { startVerification } from './start-verification.ts'

const { startVerification: start, answerVerification: answer } = captchaRoutes
const answerPath = /^\/captcha\/v1\/verifications\/([\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})\/solutions$/

/**
 * The two calls of a widget on the express lane. They do what the routes of the full server do, and leave to it every call
 * that is not exactly as the contract wants it.
 */
export function expressRoutes(
  context: EdgeContext,
  answerProblem: (error: unknown, call: { method: string; route: string; from: AddressedRequest }) => ProblemAnswer,
): ExpressHandler {
  return (call) => {
    if (call.body.length > bodyLimit / 4 || context.flags.isLaneClosed()) return null
    if (call.path === start.path) {
      const body = readStartBody(call.body)
      return (
        body &&
        settle(call, { route: start.path, status: 201 }, () =>
          startVerification(context, { body, ...comesFrom(context, call) }),
        )
      )
    }
    const verificationId = answerPath.exec(call.path)?.[1]
    if (verificationId === undefined) return null
    const body = readAnswerBody(call.body)
    return (
      body &&
      settle(call, { route: answer.path, status: 200 }, () =>
        answerVerification(context, { body, verificationId, ...comesFrom(context, call) }),
      )
    )
  }

  function settle(
    { headers, remoteAddress }: ExpressCall,
    { route, status }: { readonly route: string; readonly status: number },
    act: () => VerificationAnswer | Promise<VerificationAnswer>,
  ): ExpressAnswer | Promise<ExpressAnswer> {
    const answered = (result: VerificationAnswer): ExpressAnswer => ({ route, status, body: textOf(result) })
    const failed = (error: unknown): ExpressAnswer => ({
      route,
      ...answerProblem(error, { method: 'POST', route, from: { headers, socket: { remoteAddress } } }),
    })
    try {
      const result = act()
      return result instanceof Promise ? result.then(answered, failed) : answered(result)
    } catch (error) {
      return failed(error)
    }
  }
}

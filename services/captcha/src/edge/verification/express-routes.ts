import { captchaRoutes } from '@bollard/contracts'
import type { ExpressAnswer, ExpressHandler, ProblemAnswer } from '@bollard/http'
import { answerVerification } from './answer-verification.ts'
import { comesFrom } from './comes-from.ts'
import type { EdgeAnswer, EdgePorts } from './edge-context.ts'
import { bodyLimit } from '../../redemption/bodies/parse-bodies.ts'
import { readAnswerBody, readStartBody } from '../request/read-bodies.ts'
import { startVerification } from './start-verification.ts'

const { startVerification: start, answerVerification: answer } = captchaRoutes
const answerPath = /^\/captcha\/v1\/verifications\/([\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12})\/solutions$/

/**
 * The two calls of a widget on the express lane. They do what the routes of the full server do, and leave to it every call
 * that is not exactly as the contract wants it.
 */
export function expressRoutes(
  ports: EdgePorts,
  answerProblem: (error: unknown, call: { method: string; route: string }) => ProblemAnswer,
): ExpressHandler {
  return (call) => {
    if (call.body.length > bodyLimit / 4) return null
    if (call.path === start.path) {
      const body = readStartBody(call.body)
      return body && settle(start.path, 201, () => startVerification(ports, { body, ...comesFrom(ports, call) }))
    }
    const verificationId = answerPath.exec(call.path)?.[1]
    if (verificationId === undefined) return null
    const body = readAnswerBody(call.body)
    return (
      body &&
      settle(answer.path, 200, () => answerVerification(ports, { body, verificationId, ...comesFrom(ports, call) }))
    )
  }

  function settle(
    route: string,
    status: number,
    act: () => EdgeAnswer | Promise<EdgeAnswer>,
  ): ExpressAnswer | Promise<ExpressAnswer> {
    const answered = (result: EdgeAnswer): ExpressAnswer => ({ route, status, body: textOf(result) })
    const failed = (error: unknown): ExpressAnswer => ({ route, ...answerProblem(error, { method: 'POST', route }) })
    try {
      const result = act()
      return result instanceof Promise ? result.then(answered, failed) : answered(result)
    } catch (error) {
      return failed(error)
    }
  }
}

/** The answer as JSON. Nothing in a challenge or a token needs an escape, so it is put together here in a fifth of the time. */
export function textOf(answer: EdgeAnswer): string {
  if (answer.status === 'refused') return JSON.stringify(answer)
  if (answer.status === 'passed')
    return `{"status":"passed","verificationId":"${answer.verificationId}","token":"${answer.token}","expiresAt":"${answer.expiresAt}"}`
  const { verificationId, collect, privateToken, challenge } = answer
  const { token, algorithm, count, target, expiresAt } = challenge
  const asks = privateToken === true ? ',"privateToken":true' : ''
  return `{"status":"challenge","verificationId":"${verificationId}","collect":${collect}${asks},"challenge":{"token":"${token}","algorithm":"${algorithm}","count":${count},"target":${target},"expiresAt":"${expiresAt}"}}`
}

import { lineOfText, wordOfText } from '@bollard/contracts'
import type { Collected } from './edge-request.ts'
import type { AnswerBody } from './edge-request.ts'
import type { StartBody } from './edge-request.ts'

/** The body of a start when it is exactly what the contract asks for, else null; why it is not is for the full server to say. */
export function readStartBody(text: string): StartBody | null {
  const body = parse(text)
  return body !== null && isStartBody(body) ? body : null
}

const startFields = ['siteKey', 'language', 'action', 'path', 'bypassKey', 'cData', 'ticket']

function isStartBody(body: Fields): body is Fields & StartBody {
  if (!onlyHas(body, startFields)) return false
  const { siteKey, language, action, path, bypassKey, cData, ticket } = body
  if (!isText(siteKey, 64)) return false
  if (language !== undefined && !isText(language, 35)) return false
  if (action !== undefined && !(isText(action, 100) && lineOfText.test(action))) return false
  if (path !== undefined && !(isText(path, 256) && lineOfText.test(path))) return false
  if (bypassKey !== undefined && !isText(bypassKey, 100)) return false
  if (cData !== undefined && !isWord(cData, 255)) return false
  return ticket === undefined || isText(ticket, 128)
}

const answerFields = [
  'challenge',
  'solution',
  'workMs',
  'collected',
  'privateToken',
  'path',
  'action',
  'cData',
  'stepUp',
  'engine',
]

/** The same for an answer. */
export function readAnswerBody(text: string): AnswerBody | null {
  const body = parse(text)
  return body !== null && isAnswerBody(body) ? body : null
}

function isAnswerBody(body: Fields): body is Fields & AnswerBody {
  if (!onlyHas(body, answerFields)) return false
  const { challenge, solution, workMs, collected, privateToken, path, action, cData, stepUp, engine } = body
  if (!isText(challenge, 512) || !isText(solution, 1024) || !isCount(workMs, 3_600_000)) return false
  if (privateToken !== undefined && !isText(privateToken, 64)) return false
  if (path !== undefined && !(isText(path, 256) && lineOfText.test(path))) return false
  if (action !== undefined && !(isText(action, 100) && lineOfText.test(action))) return false
  if (cData !== undefined && !isWord(cData, 255)) return false
  if (stepUp !== undefined && stepUp !== 'equix') return false
  if (engine !== undefined && !areCounts(engine, 2)) return false
  return collected === undefined || isCollected(collected)
}

const collectedFields = ['layout', 'verdicts', 'page', 'digests']

function isCollected(value: unknown): value is Collected {
  if (!isObject(value) || !onlyHas(value, collectedFields)) return false
  const { layout, verdicts, page, digests } = value
  if (!isCount(layout, 0xffff_ffff) || !isText(verdicts, 64)) return false
  if (page !== undefined && !isCount(page, 0xffff_ffff)) return false
  return digests === undefined || areCounts(digests, 3)
}

type Fields = Partial<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): Fields | null {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : null
  } catch {
    return null
  }
}

/** Whether an object that was read from JSON has no field beyond these, `__proto__` included. */
function onlyHas(body: object, names: readonly string[]): body is Fields {
  for (const name of Object.keys(body)) if (!names.includes(name)) return false
  return true
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

/** Letters, digits, `_` and `-`. */
function isWord(value: unknown, longest: number): value is string {
  return isText(value, longest) && wordOfText.test(value)
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

function areCounts(value: unknown, length: number): value is readonly number[] {
  return Array.isArray(value) && value.length === length && value.every((one) => isCount(one, 0xffff_ffff))
}

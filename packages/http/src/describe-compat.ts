import { type CompatOperation, secretKey as secretKeyAccess } from '@bollard/contracts'
import {
  bodyContent,
  type Describing,
  type JsonObject,
  type OperationExample,
  parameters,
  withAnswer,
} from './describe-operation.ts'

/** One call in the protocol of another captcha. */
export function describeCompat(
  operation: CompatOperation,
  { toSchema, refTo }: Describing,
  example: OperationExample | undefined,
): JsonObject {
  const { id, summary, key, params, query, body } = operation
  return {
    operationId: id,
    summary,
    'x-access': secretKeyAccess,
    tags: ['captcha'],
    security: key === 'field' ? [] : [{ [schemeOf[key]]: [] }],
    parameters: [
      ...parameters(params, 'path', toSchema, example?.params),
      ...parameters(query, 'query', toSchema, example?.query),
    ],
    ...(body ? { requestBody: { required: true, content: bodyContent(body.name, true, example?.body) } } : {}),
    responses: withAnswer(
      Object.fromEntries(
        [...meaningsOf(operation)].map(([status, meanings]) => [
          status,
          {
            description: meanings.join('\n\n'),
            content: { 'application/json': { schema: refTo(status === 200 ? operation.answer : operation.refusal) } },
          },
        ]),
      ),
      example,
    ),
  }
}

const schemeOf = { 'x-api-key': 'friendlyCaptchaKey', bearer: 'secretKey', 'tc-authorization': 'trustcaptchaKey' }

/** How the protocols of other captchas send a secret key. */
export const compatSecuritySchemes: JsonObject = {
  friendlyCaptchaKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The secret key of a site, as clients of Friendly Captcha send it.',
  },
  trustcaptchaKey: {
    type: 'apiKey',
    in: 'header',
    name: 'tc-authorization',
    description: 'The secret key of a site, as older clients of TrustCaptcha send it.',
  },
}

/** What each status means, success first. Codes that are never answered are left out. */
function meaningsOf({ codes, otherStatuses = {} }: CompatOperation): Map<number, string[]> {
  const meanings = new Map([[200, ['Done.']]])
  const add = (status: number, meaning: string) => meanings.set(status, [...(meanings.get(status) ?? []), meaning])
  for (const [code, { http, ...told }] of Object.entries(codes))
    if (http !== null && 'when' in told) add(http, `\`${code}\`: ${told.when.en}`)
  for (const [status, meaning] of Object.entries(otherStatuses)) add(Number(status), meaning)
  return meanings
}
